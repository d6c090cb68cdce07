import type { TimelineCertificate } from '../../../shared/model/expiry/timeline.ts'

/** A stretch of time, milliseconds since the epoch; `from` is before `to`. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** How far ahead the timeline looks. */
export const rangeChoices = ['3-months', '1-year', '3-years', 'all'] as const
export type RangeChoice = (typeof rangeChoices)[number]

const day = 86_400_000

/** Months ahead of today, and days that stay in the picture before today and after these months. */
const horizons = {
  '3-months': { months: 3, days: 14 },
  '1-year': { months: 12, days: 45 },
  '3-years': { months: 36, days: 120 },
} as const

/** An end further away than this is cut: certificates without a planned end say 9999 (RFC 5280 §4.1.2.5). */
const mostYears = 30

/** How much of the certificates' upcoming ends the default choice shows at least. */
const enough = 0.8

/**
 * The stretch of time that a choice shows. It begins and ends at midnight, the person's own.
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
  const from = Math.max(first, localMidnight(now, { months: -12 * mostYears }))
  const to = Math.min(last, localMidnight(now, { months: 12 * mostYears }))
  // Room at the sides; more after the end, where the words stand that nothing follows.
  const room = Math.max(to - from, 30 * day)
  return { from: localMidnight(from - room * 0.03), to: localMidnight(to + room * 0.14, { days: 1 }) }
}

/** The nearest horizon that shows most of the ends to come. */
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

/** Midnight of the day that lies some months and days from the one that holds `at`. */
function localMidnight(at: number, { months = 0, days = 0 }: { months?: number; days?: number } = {}): number {
  const date = new Date(at)
  const lastOfMonth = new Date(date.getFullYear(), date.getMonth() + months + 1, 0).getDate()
  return new Date(date.getFullYear(), date.getMonth() + months, Math.min(date.getDate(), lastOfMonth) + days).getTime()
}
