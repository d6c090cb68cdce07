import { commonNameOf } from '../credentials/credential-parts.ts'
import { environmentNames } from '../profiles/environment.ts'
import type { Profile } from '../profiles/profile.ts'
import type { DateText } from '../values/date-text.ts'
import { dayMs } from '../values/local-day.ts'
import { judge, type Urgency, type Validity, type Judgment } from './expiry.ts'
import type { WatchedCertificate } from './warning-schemas.ts'

/** What the text depends on besides the dates. */
type Described = Omit<WatchedCertificate, 'practice' | 'quiet' | 'thumbprint' | 'fingerprint'> &
  Partial<Pick<WatchedCertificate, 'practice' | 'quiet'>>

/** How each urgency is painted, wherever it is shown. */
export const urgencyTones = { expired: 'bad', urgent: 'bad', soon: 'warn', fine: 'note' } as const satisfies Record<
  Urgency,
  WarningWords['tone']
>

interface WarningWords {
  readonly tone: 'bad' | 'warn' | 'note'
  /** A sentence, e.g. `Acme (Production): certificate expires in 6 days (3 Mar).` */
  readonly text: string
  /** States that a replacement is in progress, if so. */
  readonly more?: string
}

/**
 * Puts a warning into words for the banner, notifications, the calendar and the webhook.
 * @param now milliseconds since the epoch
 */
export function warningWords(warning: Described, now: number, dates: DateText): WarningWords {
  const { urgency, isNotYetValid } = judge(warning, warning.thresholds, now, dates.timeZone)
  const text = warningSentence(warning, now, dates)
  const { replacement } = warning
  const more = replacement && `Replacement in progress${replacement.note === '' ? '.' : `: ${replacement.note}`}`
  const own = isNotYetValid ? 'bad' : urgencyTones[urgency]
  // Nothing stops when an unused certificate expires.
  const quiet = own === 'bad' && !warning.active ? 'warn' : own
  return {
    tone: isDead(warning) ? (urgency === 'expired' ? 'bad' : 'warn') : quiet,
    text,
    ...(more === undefined ? {} : { more }),
  }
}

function warningSentence(warning: Described, now: number, dates: DateText): string {
  const { urgency, daysLeft, isNotYetValid } = judge(warning, warning.thresholds, now, dates.timeZone)
  const { profileName: name, environment, practice = false } = warning
  const place = placeWords({ name, environment, practice })
  if (isDead(warning) && urgency !== 'expired') return `${place}: no active certificate.`
  const certificate = warning.active ? 'certificate' : 'unused certificate'
  const date = formatDate(isNotYetValid ? warning.notBefore : warning.notAfter, now, dates)

  if (isDead(warning))
    return `${place}: no valid certificate; the last one${ofIssuer(warning.expiringIssuer)} expired ${daysAgo(daysLeft)} (${date}).`
  if (urgency === 'expired')
    return `${place}: ${certificate}${ofIssuer(warning.expiringIssuer)} expired ${daysAgo(daysLeft)} (${date}).`
  if (isNotYetValid) return `${place}: ${certificate} is not valid until ${date}.`
  return `${place}: ${certificate}${ofIssuer(warning.expiringIssuer)} expires ${inDays(daysLeft)} (${date}).`
}

function isDead({ active, quiet }: Described): boolean {
  return !active && quiet === false
}

/** A heading of a few words, e.g. `Production: 6 days left`. @param timeZone the person's, IANA name */
export function warningTitle(warning: Described, now: number, timeZone: string): string {
  const { urgency, daysLeft } = judge(warning, warning.thresholds, now, timeZone)
  const place = shortPlace(warning)
  if (isDead(warning)) return `${place}: no ${urgency === 'expired' ? 'valid' : 'active'} certificate`
  if (urgency === 'expired')
    return `${place}: ${warning.expiringIssuer === undefined ? '' : 'issuer '}certificate expired`
  return `${place}: ${daysLeft === 0 ? 'expires today' : `${dayCount(daysLeft)} left`}`
}

function shortPlace({ environment, practice }: Pick<Described, 'environment' | 'practice'>): string {
  return `${practice === true ? 'Practice ' : ''}${environmentNames[environment]}`
}

/** Words how many need attention, e.g. `3 certificates need attention`. */
export function attentionWords(count: number, what: 'certificate' | 'profile'): string {
  return count === 1 ? `1 ${what} needs attention` : `${count.toLocaleString()} ${what}s need attention`
}

/** Words a threshold, e.g. `7 days before`, `on expiry`. */
export function thresholdWords(threshold: number): string {
  return threshold === 0 ? 'on expiry' : `${dayCount(threshold)} before`
}

/** Names a profile with its environment, e.g. `Acme (Production)`. */
export function placeWords({
  name,
  environment,
  practice,
}: Pick<Profile, 'name' | 'environment' | 'practice'>): string {
  return `${name} (${environmentNames[environment]}${practice ? ', practice' : ''})`
}

/** Writes day and month, with the year if the day is half a year away or more. */
function formatDate(instant: string, now: number, dates: DateText): string {
  const at = Date.parse(instant)
  const isFar = Math.abs(at - now) > 180 * dayMs
  return dates.parts(at, { day: 'numeric', month: 'short', ...(isFar ? { year: 'numeric' } : {}) })
}

/** Describes when a credential expires, e.g. `4 days left (issuer Acme CA)` if its issuer's certificate is the first to expire. */
export function describeValidity(validity: Validity, now: number, timeZone?: string): string {
  const words = describeExpiry(judge(validity, [], now, timeZone))
  const { expiringIssuer } = validity
  return expiringIssuer === undefined ? words : `${words} (issuer ${issuerName(expiringIssuer)})`
}

/**
 * Names, after a certificate, the issuer whose own certificate expires first: `’s issuer “Acme CA”`; empty if there is
 * none.
 */
export function ofIssuer(expiringIssuer: string | undefined): string {
  return expiringIssuer === undefined ? '' : `’s issuer “${issuerName(expiringIssuer)}”`
}

function issuerName(subject: string): string {
  return commonNameOf(subject) ?? subject
}

/** Describes an expiry briefly, e.g. `12 days left`, `Expired 3 days ago`. */
export function describeExpiry({ urgency, daysLeft, isNotYetValid }: Judgment): string {
  if (urgency === 'expired') return `Expired ${daysAgo(daysLeft)}`
  if (isNotYetValid) return 'Not valid yet'
  return daysLeft === 0 ? 'Expires today' : `${dayCount(daysLeft)} left`
}

/** Words the days until expiry, e.g. `today`, `in 12 days`. */
export function inDays(daysLeft: number): string {
  return daysLeft === 0 ? 'today' : `in ${dayCount(daysLeft)}`
}

/** Words the days since expiry, e.g. `today`, `3 days ago`. @param daysLeft 0 or negative */
export function daysAgo(daysLeft: number): string {
  return daysLeft === 0 ? 'today' : `${dayCount(-daysLeft)} ago`
}

/**
 * Groups the digits from a thousand on, e.g. `1,234 days`. Below that it avoids the locale's data, which takes 12 ms to
 * load.
 */
export function dayCount(count: number): string {
  return count === 1 ? '1 day' : `${count < 1000 ? String(count) : count.toLocaleString()} days`
}
