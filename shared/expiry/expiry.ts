import { z } from 'zod'
import { environmentSchema } from '../model/profile/environment.ts'
import { instantSchema, profileIdSchema, type Profile } from '../model/profile/profile.ts'
import type { Certificate } from '../model/credential/credential.ts'
import { credentialIdSchema } from '../model/credential/credential-id.ts'
import { calendarDays } from '../model/values/local-day.ts'

/**
 * How near the expiry is: `ended`, `critical` (7 days or fewer), `soon` (30 days or fewer), `fine`, or `not-yet-valid`.
 */
export const expiryLevels = ['ended', 'critical', 'soon', 'fine', 'not-yet-valid'] as const
export const expiryLevelSchema = z.enum(expiryLevels)
export type ExpiryLevel = z.infer<typeof expiryLevelSchema>

/** When a certificate and the chain that is sent with it are valid. */
export const validitySchema = z.strictObject({
  notBefore: instantSchema,
  notAfter: instantSchema,
  /** Subject of the certificate in the chain that decides `notAfter`; undefined if the certificate itself does. */
  expiringIssuer: z.string().optional(),
})
export type Validity = z.infer<typeof validitySchema>

/** A certificate, as far as it decides when a credential expires. */
export type Expiring = Pick<Certificate, 'notBefore' | 'notAfter' | 'chainExpiry'>

/** Returns when what is sent of a credential is valid: it expires when the first of certificate and chain does. */
export function validityOf({ notBefore, notAfter, chainExpiry }: Expiring): Validity {
  if (chainExpiry === undefined) return { notBefore, notAfter }
  return { notBefore, notAfter: chainExpiry.notAfter, expiringIssuer: chainExpiry.subject }
}

/** Returns when a certificate can be used for token requests: its chain counts only if the profile sends it. */
export function usableValidity(certificate: Expiring, profile: Pick<Profile, 'clientAuthentication'>): Validity {
  if (profile.clientAuthentication === 'tls_client_auth') return validityOf(certificate)
  return { notBefore: certificate.notBefore, notAfter: certificate.notAfter }
}

/** An expiry relative to a moment. `daysLeft` counts calendar days: 0 on the day of expiry, negative after it. */
export interface Expiry {
  readonly level: ExpiryLevel
  readonly daysLeft: number
}

/**
 * Judges a validity period at a moment.
 * @param notBefore ISO 8601 instant
 * @param notAfter ISO 8601 instant, the last one of validity (RFC 5280 §4.1.2.5)
 * @param now milliseconds since the epoch
 * @param timeZone of the calendar, IANA name; the computer's by default
 */
export function judgeExpiry(notBefore: string, notAfter: string, now: number, timeZone?: string): Expiry {
  const end = Date.parse(notAfter)
  const daysLeft = calendarDays(now, end, timeZone)
  if (end < now) return { level: 'ended', daysLeft }
  if (Date.parse(notBefore) > now) return { level: 'not-yet-valid', daysLeft }
  if (daysLeft <= 7) return { level: 'critical', daysLeft }
  if (daysLeft <= 30) return { level: 'soon', daysLeft }
  return { level: 'fine', daysLeft }
}

/** A certificate that needs attention, with what a banner must name. */
export const expiryWarningSchema = z.strictObject({
  profileId: profileIdSchema,
  profileName: z.string(),
  environment: environmentSchema,
  credentialId: credentialIdSchema,
  /** Whether the credential is active; the expiry of an inactive one interrupts nothing. */
  active: z.boolean(),
  ...validitySchema.shape,
})
export type ExpiryWarning = z.infer<typeof expiryWarningSchema>
