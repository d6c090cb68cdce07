import { z } from 'zod'
import { environmentSchema } from '../profile/environment.ts'
import { instantSchema, profileIdSchema } from '../profile/profile.ts'
import { credentialIdSchema } from '../credential/credential-id.ts'

/** Milliseconds of one day. */
const day = 86_400_000

/**
 * How near the expiry is: `ended`, `critical` (7 days or fewer), `soon` (30 days or fewer), `fine`, or `not-yet-valid`.
 */
export const expiryLevels = ['ended', 'critical', 'soon', 'fine', 'not-yet-valid'] as const
export const expiryLevelSchema = z.enum(expiryLevels)
export type ExpiryLevel = z.infer<typeof expiryLevelSchema>

/** An expiry relative to a moment. `daysLeft` is whole days, rounded down; negative after expiry. */
export interface Expiry {
  readonly level: ExpiryLevel
  readonly daysLeft: number
}

/**
 * Judges a validity period at a moment.
 * @param notBefore ISO 8601 instant
 * @param notAfter ISO 8601 instant, the last one of validity (RFC 5280 §4.1.2.5)
 * @param now milliseconds since the epoch
 */
export function judgeExpiry(notBefore: string, notAfter: string, now: number): Expiry {
  const left = Date.parse(notAfter) - now
  const daysLeft = Math.floor(left / day)
  if (left < 0) return { level: 'ended', daysLeft }
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
  notBefore: instantSchema,
  notAfter: instantSchema,
})
export type ExpiryWarning = z.infer<typeof expiryWarningSchema>
