import type { TimelineCertificate } from '#shared/expiry/warning-schemas.ts'
import { dayMs } from '#shared/values/local-day.ts'

/** A period in milliseconds since the epoch; `from` is before `to`. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** How far ahead the timeline looks. */
export const rangeChoices = ['3-months', '1-year', '3-years', 'all'] as const
export type RangeChoice = (typeof rangeChoices)[number]

/** Months shown ahead of today, and days shown before today and after those months. */
const horizons = {
  '3-months': { months: 3, days: 14 },
  '1-year': { months: 12, days: 45 },
  '3-years': { months: 36, days: 120 },
} as const

/** Later expiry dates are cut: certificates without a planned one say 9999 (RFC 5280 §4.1.2.5). */
const maxYears = 30

/** Share of the upcoming expiry dates that the default range must show. */
const enough = 0.8

/**
 * Returns the period of a range choice, from local midnight to local midnight.
 * @param now milliseconds since the epoch
 */
export function rangeOf(
  choice: RangeChoice,
  certificates: readonly Pick<TimelineCertificate, 'notBefore' | 'notAfter'>[],
  now: number,
): TimeRange {
  if (choice !== 'all') {
    const { months, days } = horizons[choice]
    return { from: localMidnight(now, { days: -days }), to: localMidnight(now, { months, days }) }
  }
  const first = Math.min(now, ...certificates.map(({ notBefore }) => Date.parse(notBefore)))
  const last = Math.max(now, ...certificates.map(({ notAfter }) => Date.parse(notAfter)))
  const from = Math.max(first, localMidnight(now, { months: -12 * maxYears }))
  const to = Math.min(last, localMidnight(now, { months: 12 * maxYears }))
  // Margins; a larger one at the end for the labels of final gaps.
  const room = Math.max(to - from, 30 * dayMs)
  return { from: localMidnight(from - room * 0.03), to: localMidnight(to + room * 0.14, { days: 1 }) }
}

/** Returns the shortest range that shows most of the upcoming expiry dates. */
export function defaultRange(
  certificates: readonly Pick<TimelineCertificate, 'notBefore' | 'notAfter' | 'state'>[],
  now: number,
): RangeChoice {
  const ends = certificates
    .filter(({ state }) => state !== 'retired')
    .map(({ notAfter }) => Date.parse(notAfter))
    .filter((end) => end > now)
  const choice = rangeChoices.find((each) => {
    const { to } = rangeOf(each, certificates, now)
    return ends.filter((end) => end <= to).length >= ends.length * enough
  })
  return ends.length === 0 ? 'all' : (choice ?? 'all')
}

/** Returns local midnight of the day some months and days after `at`. */
function localMidnight(at: number, { months = 0, days = 0 }: { months?: number; days?: number } = {}): number {
  const date = new Date(at)
  const lastOfMonth = new Date(date.getFullYear(), date.getMonth() + months + 1, 0).getDate()
  return new Date(date.getFullYear(), date.getMonth() + months, Math.min(date.getDate(), lastOfMonth) + days).getTime()
}
