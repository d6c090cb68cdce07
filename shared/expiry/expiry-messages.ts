import { commonNameOf } from '../model/credential/credential-parts.ts'
import { judge, type Judgment, type Validity } from './expiry.ts'

/** Describes when a credential expires, e.g. `4 days left (issuer Acme CA)` if its issuer's certificate is the first to expire. */
export function describeValidity(validity: Validity, now: number, timeZone?: string): string {
  const words = describeExpiry(judge(validity, [], now, timeZone))
  const { expiringIssuer } = validity
  return expiringIssuer === undefined ? words : `${words} (issuer ${issuerName(expiringIssuer)})`
}

/** Names, after a certificate, the issuer whose own certificate expires first; empty if there is none. */
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

/** Groups the digits from a thousand on. Below that it avoids the locale's data, which takes 12 ms to load. */
export function dayCount(count: number): string {
  return count === 1 ? '1 day' : `${count < 1000 ? String(count) : count.toLocaleString()} days`
}
