import type { Certificate } from '../credentials/credential.ts'
import { calendarDays } from '../values/local-day.ts'

/** How urgent an expiry is by the person's thresholds, the most urgent first: the same words in window, tray and command line. */
export const urgencies = ['expired', 'urgent', 'soon', 'fine'] as const
export type Urgency = (typeof urgencies)[number]

/** From this many days before expiry, a warning is urgent, and is sent even during a replacement. */
export const urgentDays = 7

/** When a certificate and what is sent of its chain are valid. */
export interface Validity {
  /** ISO 8601 instants. */
  readonly notBefore: string
  readonly notAfter: string
  /** Subject of the certificate in the chain that decides `notAfter`; undefined if the certificate itself does. */
  readonly expiringIssuer?: string | undefined
}

/** A certificate, as far as it decides when a credential expires. */
export type Expiring = Pick<Certificate, 'notBefore' | 'notAfter' | 'chainExpiry'>

/** Returns when what is sent of a credential is valid: it expires when the first of certificate and chain does. */
export function validityOf({ notBefore, notAfter, chainExpiry }: Expiring): Validity {
  if (chainExpiry === undefined) return { notBefore, notAfter }
  return { notBefore, notAfter: chainExpiry.notAfter, expiringIssuer: chainExpiry.subject }
}

/**
 * Returns when a credential can be used: while the certificate and its own issuer, if that is sent, are valid. Above that,
 * the service may have another way to a root, as with cross certificates: a warning names what has expired, and the
 * service decides.
 */
export function usableValidity({
  notBefore,
  notAfter,
  issuerExpiry,
}: Pick<Certificate, 'notBefore' | 'notAfter' | 'issuerExpiry'>): Validity {
  return validityOf({ notBefore, notAfter, chainExpiry: issuerExpiry })
}

/** When a certificate expires, relative to a moment. */
export interface Judgment {
  readonly urgency: Urgency
  /** Calendar days: 0 on the day of expiry, negative after it. */
  readonly daysLeft: number
  readonly isNotYetValid: boolean
}

/**
 * Judges a validity period: `fine` until the first threshold is reached, then `soon`, and `urgent` in the last week.
 * @param validity ISO 8601 instants; not-after is the last one of validity (RFC 5280 §4.1.2.5)
 * @param thresholds days before expiry at which the person is warned; without any, it is fine until it has expired
 * @param now milliseconds since the epoch
 * @param timeZone of the calendar, IANA name; the computer's by default
 */
export function judge(
  { notBefore, notAfter }: Pick<Validity, 'notBefore' | 'notAfter'>,
  thresholds: readonly number[],
  now: number,
  timeZone?: string,
): Judgment {
  const end = Date.parse(notAfter)
  const daysLeft = calendarDays(now, end, timeZone)
  if (end < now) return { urgency: 'expired', daysLeft, isNotYetValid: false }
  const urgency = daysLeft > Math.max(...thresholds) ? 'fine' : daysLeft > urgentDays ? 'soon' : 'urgent'
  return { urgency, daysLeft, isNotYetValid: Date.parse(notBefore) > now }
}
