import { commonNameOf } from '../credential/credential-parts.ts'
import { judgeExpiry, type Expiry, type Validity } from './expiry.ts'

/** Describes when a credential expires, e.g. `4 days left (issuer Acme CA)` if its issuer's certificate is the first to expire. */
export function describeValidity({ notBefore, notAfter, expiringIssuer }: Validity, now: number): string {
  const words = describeExpiry(judgeExpiry(notBefore, notAfter, now))
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
export function describeExpiry({ level, daysLeft }: Expiry): string {
  switch (level) {
    case 'ended':
      return describePast(daysLeft)
    case 'not-yet-valid':
      return 'Not valid yet'
    case 'critical':
    case 'soon':
    case 'fine':
      if (daysLeft === 0) return 'Less than a day left'
      return daysLeft === 1 ? '1 day left' : `${grouped(daysLeft)} days left`
  }
}

/** @param daysLeft negative: -1 is within the first day after expiry */
function describePast(daysLeft: number): string {
  const days = -daysLeft - 1
  if (days === 0) return 'Expired less than a day ago'
  return days === 1 ? 'Expired 1 day ago' : `Expired ${grouped(days)} days ago`
}

/**
 * Groups the digits of a number from a thousand on. Below that it avoids the locale's data, which takes 12 ms to load.
 */
function grouped(days: number): string {
  return days < 1000 ? String(days) : days.toLocaleString()
}
