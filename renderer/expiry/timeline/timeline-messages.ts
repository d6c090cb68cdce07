import { commonNameOf } from '#shared/credentials/credential-parts.ts'
import type { Urgency } from '#shared/expiry/expiry.ts'
import { describeValidity } from '#shared/expiry/warning-messages.ts'
import type { TimelineCertificate } from '#shared/expiry/warning-schemas.ts'
import { environmentNames } from '#shared/profiles/environment.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { dayMs } from '#shared/values/local-day.ts'
import type { TimeRange } from './time-range.ts'
import { type Stretch, type TimelineBar, usablePeriod } from './timeline-layout.ts'

export const barNames: Readonly<Record<TimelineCertificate['state'], string>> = {
  'certificate-imported': 'Imported',
  confirmed: 'Confirmed',
  active: 'Active',
  retired: 'Retired',
}

/** Returns a bar's text, e.g. `Active · acme`. */
export function barWords({ state, subject }: TimelineCertificate): string {
  return `${barNames[state]} · ${commonNameOf(subject) ?? subject}`
}

/** Writes weekday, day and month, with the year if half a year or more away, e.g. `Tue 3 March`. */
export function dayWords(at: number, now: number, dates: DateText): string {
  const year = Math.abs(at - now) > 180 * dayMs ? ({ year: 'numeric' } as const) : {}
  return dates.parts(at, { weekday: 'short', day: 'numeric', month: 'long', ...year })
}

/** Describes a period without a certificate; undefined if there is nothing to say. */
export function stretchWords(stretch: Stretch, now: number, dates: DateText): string | undefined {
  switch (stretch.kind) {
    case 'valid':
      return undefined
    case 'before':
      return stretch.until === undefined || stretch.until <= now
        ? undefined
        : `No valid certificate until ${dayWords(stretch.until, now, dates)}`
    case 'gap':
      return stretch.until === undefined
        ? `No certificate ${stretch.since > now ? 'after' : 'since'} ${dayWords(stretch.since, now, dates)}`
        : `No valid certificate from ${dayWords(stretch.since, now, dates)} to ${dayWords(stretch.until, now, dates)}`
  }
}

/**
 * Describes the period without a certificate before or after one; undefined if there is none, it is over, or it follows from the
 * expiry date.
 * @param stretches of its profile, over all time
 */
export function gapNote(
  certificate: TimelineCertificate,
  stretches: readonly Stretch[],
  now: number,
  dates: DateText,
): { readonly words: string; readonly urgency: Urgency } | undefined {
  const { from, to } = usablePeriod(certificate)
  // A certificate may have one on each side.
  const notes = stretches.flatMap((stretch) => {
    const isOwn = stretch.kind === 'gap' ? stretch.since === to : stretch.kind === 'before' && stretch.until === from
    if (!isOwn || stretch.kind === 'valid') return []
    const urgency = stretch.kind === 'gap' ? stretch.urgency : ('fine' as const)
    const isTold =
      stretch.until === undefined ? certificate.state === 'retired' && urgency !== 'fine' : stretch.until > now
    const words = isTold ? stretchWords(stretch, now, dates) : undefined
    return words === undefined ? [] : [{ words, urgency }]
  })
  return notes[0]
}

/** Says how long a certificate is still valid, and whether it is retired. */
export function leftWords(certificate: TimelineCertificate, now: number, { timeZone }: DateText): string {
  const words = describeValidity(certificate, now, timeZone)
  return certificate.state === 'retired' ? `Retired. ${words}` : words
}

/** Formats a period in days, e.g. `Tue 3 March to Thu 2 April, 30 days`. */
export function periodWords({ from, to }: TimeRange, now: number, dates: DateText): string {
  const days = Math.round((to - from) / dayMs)
  const length = days === 0 ? 'less than a day' : days === 1 ? '1 day' : `${days.toLocaleString()} days`
  return `${dayWords(from, now, dates)} to ${dayWords(to, now, dates)}, ${length}`
}

/** Describes everything a bar shows, for screen readers. */
export function barLabel({ certificate, overlaps }: TimelineBar, now: number, dates: DateText): string {
  const { profileName, environment, notBefore, notAfter } = certificate
  return [
    `${barWords(certificate)}, ${profileName}, ${environmentNames[environment]}`,
    `From ${dates.minutes(Date.parse(notBefore))} to ${dates.minutes(Date.parse(notAfter))}`,
    leftWords(certificate, now, dates),
    ...overlaps.map((overlap) => `Overlaps another certificate: ${periodWords(overlap, now, dates)}`),
  ].join('. ')
}
