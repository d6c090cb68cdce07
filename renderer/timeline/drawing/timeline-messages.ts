import { environmentNames } from '../../../shared/model/profile/environment.ts'
import { judgeExpiry } from '../../../shared/model/expiry/expiry.ts'
import { describeExpiry } from '../../../shared/model/expiry/expiry-messages.ts'
import type { TimelineCertificate } from '../../../shared/model/expiry/timeline.ts'
import type { TimeRange } from '../plot/time-range.ts'
import type { Stretch, TimelineBar } from './timeline-layout.ts'

const day = 86_400_000

/** Language and time zone of texts (BCP 47, IANA); the person's own by default. */
export interface TextLocale {
  readonly locale?: string
  readonly timeZone?: string
}

/** Names of the states on bars. */
export const barNames: Readonly<Record<TimelineCertificate['state'], string>> = {
  'certificate-imported': 'Imported',
  confirmed: 'Confirmed',
  active: 'Active',
  retired: 'Retired',
}

/** Returns a subject's common name, otherwise the whole subject. */
function shortSubject(subject: string): string {
  return /(?:^|, )CN=(?<name>[^,]+)/u.exec(subject)?.groups?.['name'] ?? subject
}

/** Returns a bar's text, e.g. `Active · acme`. */
export function barWords({ state, subject }: TimelineCertificate): string {
  return `${barNames[state]} · ${shortSubject(subject)}`
}

/** Formats weekday, day and month, with the year if half a year or more away, e.g. `Tue 3 March`. */
export function dayWords(at: number, now: number, { locale, timeZone }: TextLocale = {}): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    ...(Math.abs(at - now) > 180 * day ? { year: 'numeric' } : {}),
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at)
}

/** Formats day and time, e.g. `3 March 2026 at 13:00`. */
export function momentWords(at: number, { locale, timeZone }: TextLocale = {}): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at)
}

/** Describes a period without a certificate; undefined if there is nothing to say. */
export function stretchWords(stretch: Stretch, now: number, writing: TextLocale = {}): string | undefined {
  switch (stretch.kind) {
    case 'valid':
      return undefined
    case 'before':
      return stretch.until === undefined || stretch.until <= now
        ? undefined
        : `No valid certificate until ${dayWords(stretch.until, now, writing)}`
    case 'gap':
      return stretch.until === undefined
        ? `No certificate after ${dayWords(stretch.since, now, writing)}`
        : `No valid certificate from ${dayWords(stretch.since, now, writing)} to ${dayWords(stretch.until, now, writing)}`
  }
}

/** Says how long a certificate is still valid, and whether it is retired. */
export function leftWords(certificate: TimelineCertificate, now: number): string {
  const { notBefore, notAfter } = certificate
  const words = describeExpiry(judgeExpiry(notBefore, notAfter, now))
  return certificate.state === 'retired' ? `Retired. ${words}` : words
}

/** Formats a period in days, e.g. `Tue 3 March to Thu 2 April, 30 days`. */
export function periodWords({ from, to }: TimeRange, now: number, writing: TextLocale = {}): string {
  const days = Math.round((to - from) / day)
  const length = days === 0 ? 'less than a day' : days === 1 ? '1 day' : `${days.toLocaleString(writing.locale)} days`
  return `${dayWords(from, now, writing)} to ${dayWords(to, now, writing)}, ${length}`
}

/** Describes everything a bar shows, for screen readers. */
export function barLabel({ certificate, overlaps }: TimelineBar, now: number, writing: TextLocale = {}): string {
  const { profileName, environment, notBefore, notAfter } = certificate
  return [
    `${barWords(certificate)}, ${profileName}, ${environmentNames[environment]}`,
    `From ${momentWords(Date.parse(notBefore), writing)} to ${momentWords(Date.parse(notAfter), writing)}`,
    leftWords(certificate, now),
    ...overlaps.map((overlap) => `Overlaps another certificate: ${periodWords(overlap, now, writing)}`),
  ].join('. ')
}
