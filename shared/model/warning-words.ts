import { environmentNames } from './environment.ts'
import { judgeExpiry, type ExpiryWarning } from './expiry.ts'
import type { WatchedCertificate } from './warning.ts'

const day = 86_400_000

/** What the words depend on besides the dates. */
type Described = ExpiryWarning & Partial<Pick<WatchedCertificate, 'practice' | 'quiet' | 'replacement'>>

/** What is said of one certificate, and how loudly: `bad` within a week of the end, `warn` within 30 days, else `note`. */
export interface WarningWords {
  readonly tone: 'bad' | 'warn' | 'note'
  /** A sentence, e.g. `Production stops accepting Acme’s tokens on Tue 3 March, in 6 days.` */
  readonly text: string
  /** Where a replacement is under way: a sentence that says so. */
  readonly more?: string
}

/**
 * Puts a warning into words for the banner, notifications, the calendar and the webhook.
 * @param now milliseconds since the epoch
 * @param locale a BCP 47 tag; the person's own unless given
 * @param timeZone an IANA name; the person's own unless given
 */
export function warningWords(warning: Described, now: number, locale?: string, timeZone?: string): WarningWords {
  const { level } = judgeExpiry(warning.notBefore, warning.notAfter, now)
  const sentence = warningSentence(warning, now, locale, timeZone)
  const text = warning.practice === true ? `Practice: ${sentence}` : sentence
  const { replacement } = warning
  const more =
    replacement === undefined
      ? undefined
      : replacement.note === ''
        ? 'A replacement is under way.'
        : `A replacement is under way: ${replacement.note}`
  const urgent = level === 'ended' || level === 'critical' || level === 'not-yet-valid'
  const tone = urgent && warning.active ? 'bad' : urgent || level === 'soon' ? 'warn' : 'note'
  return { tone, text, ...(more === undefined ? {} : { more }) }
}

function warningSentence(warning: Described, now: number, locale?: string, timeZone?: string): string {
  const { level, daysLeft } = judgeExpiry(warning.notBefore, warning.notAfter, now)
  const environment = environmentNames[warning.environment]
  const owner = possessive(warning.profileName)
  const moment = level === 'not-yet-valid' ? warning.notBefore : warning.notAfter
  const date = formatDate(moment, now, locale, timeZone)

  if (level === 'ended')
    return warning.active
      ? `${environment} no longer accepts ${owner} certificate: it expired on ${date}, ${ago(daysLeft)}.`
      : `A certificate of ${warning.profileName} that does not sign expired on ${date}, ${ago(daysLeft)}.`
  if (level === 'not-yet-valid') return `${owner} certificate for ${environment} is not valid before ${date}.`
  if (!warning.active)
    return `A certificate of ${warning.profileName} that does not sign ends on ${date}, ${ahead(daysLeft)}.`
  return `${environment} stops accepting ${owner} tokens on ${date}, ${ahead(daysLeft)}.`
}

/** A heading of a few words, e.g. `Production: 6 days left`. */
export function warningTitle(warning: Described, now: number): string {
  const { level, daysLeft } = judgeExpiry(warning.notBefore, warning.notAfter, now)
  const place = `${warning.practice === true ? 'Practice ' : ''}${environmentNames[warning.environment]}`
  if (level === 'ended') return `${place}: certificate expired`
  if (daysLeft === 0) return `${place}: less than a day left`
  return `${place}: ${daysLeft === 1 ? '1 day' : `${daysLeft.toLocaleString()} days`} left`
}

/** A threshold as people say it, e.g. `7 days before`, `at its end`. */
export function thresholdWords(threshold: number): string {
  if (threshold === 0) return 'at its end'
  return threshold === 1 ? '1 day before' : `${threshold.toLocaleString()} days before`
}

function possessive(name: string): string {
  return `${name}’s`
}

function ahead(daysLeft: number): string {
  if (daysLeft <= 0) return 'in less than a day'
  return daysLeft === 1 ? 'in 1 day' : `in ${daysLeft.toLocaleString()} days`
}

/** @param daysLeft negative: -1 is within the day after the end */
function ago(daysLeft: number): string {
  const days = -daysLeft - 1
  if (days === 0) return 'less than a day ago'
  return days === 1 ? '1 day ago' : `${days.toLocaleString()} days ago`
}

/** Weekday, day and month; the year too where the day is half a year away or more. */
function formatDate(instant: string, now: number, locale?: string, timeZone?: string): string {
  const date = new Date(instant)
  const far = Math.abs(date.getTime() - now) > 180 * day
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    ...(far ? { year: 'numeric' } : {}),
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(date)
}
