import { z } from 'zod'
import { credentialIdSchema } from '../credentials/credential-id.ts'
import { environmentSchema } from '../profiles/environment.ts'
import { endpointUrlSchema, instantSchema, profileIdSchema } from '../profiles/profile.ts'
import { calendarDays, clockOf, dayMs } from '../values/local-day.ts'
import { urgentDays, validitySchema } from './expiry.ts'

/** The threshold that every certificate has besides the chosen ones: its expiry. */
export const endThreshold = 0

/** Days before expiry at which Clavis warns by default. */
export const defaultThresholds: readonly number[] = [90, 60, 30, 14, 7, 3, 1]

/** Days before expiry. The expiry itself is always a threshold and not in the list. */
export const thresholdSchema = z
  .int('Use whole days.')
  .min(1, 'At least 1 day before.')
  .max(1000, 'At most 1,000 days before.')
export const thresholdsSchema = z.array(thresholdSchema).max(20, 'Use at most 20 warnings.')

/** Returns each threshold once, earliest warning (most days) first. */
export function orderedThresholds(thresholds: readonly number[]): number[] {
  return [...new Set(thresholds)].sort((one, other) => other - one)
}

/** When Clavis warns, and over which channels; the banner in the window is always on. */
export const warningSettingsSchema = z.strictObject({
  thresholds: thresholdsSchema,
  /** Desktop notifications. */
  desktop: z.boolean(),
  /** Icon in the tray or menu bar. */
  tray: z.boolean(),
  /** Whether Clavis keeps running in the tray after its window is closed. */
  background: z.boolean(),
  /** Number on the icon in the dock or task bar. */
  badge: z.boolean(),
  /** Whether warnings are posted to {@link webhookUrl}. */
  webhook: z.boolean(),
  webhookUrl: z.union([z.literal(''), endpointUrlSchema]),
})
export type WarningSettings = z.infer<typeof warningSettingsSchema>

export const defaultWarningSettings: WarningSettings = {
  thresholds: [...defaultThresholds],
  desktop: true,
  tray: true,
  background: false,
  badge: true,
  webhook: false,
  webhookUrl: '',
}

/** Pauses warnings until a moment, except on expiry. */
export const snoozeSchema = z.strictObject({ since: instantSchema, until: instantSchema })

/** The person's mark that a replacement is in progress, with their own note (may be empty). */
export const replacementUnderWaySchema = z.strictObject({ since: instantSchema, note: z.string().max(200) })

/** A certificate of a credential, with what every channel names and judges. */
const certificateShape = {
  profileId: profileIdSchema,
  profileName: z.string(),
  environment: environmentSchema,
  practice: z.boolean(),
  credentialId: credentialIdSchema,
  ...validitySchema.shape,
  /** Of its profile: days before expiry, most days first. */
  thresholds: thresholdsSchema,
}

/** A watched certificate, with everything that decides whether Clavis warns. Retired ones are not watched. */
export const watchedCertificateSchema = z.strictObject({
  ...certificateShape,
  /** Whether the credential is active; the expiry of an inactive one interrupts nothing. */
  active: z.boolean(),
  /** SHA-1 over the DER, upper-case hex: for display. */
  thumbprint: z.string(),
  /** SHA-256 over the DER, upper-case hex: the key under which sent warnings are stored. */
  fingerprint: z.string(),
  /** The profile is judged by another certificate, so that this one's expiry interrupts nothing. */
  quiet: z.boolean(),
  snooze: snoozeSchema.optional(),
  replacement: replacementUnderWaySchema.optional(),
})
export type WatchedCertificate = z.infer<typeof watchedCertificateSchema>

/** A certificate in the timeline: its profile and credential, and its validity period. */
export const timelineCertificateSchema = z.strictObject({
  ...certificateShape,
  state: z.enum(['certificate-imported', 'confirmed', 'active', 'retired']),
  /** When a retired one was retired. */
  retiredAt: instantSchema.optional(),
  /** One line, most specific first, e.g. `CN=acme, O=Acme Ltd, C=DE`. */
  subject: z.string(),
})
export type TimelineCertificate = z.infer<typeof timelineCertificateSchema>

/** State of the webhook deliveries. */
export const webhookStateSchema = z.strictObject({
  /** Number of warnings that could not be delivered yet; they are retried. */
  waiting: z.int().min(0),
  lastFailure: z.strictObject({ at: instantSchema, message: z.string() }).optional(),
})

export const expiryOverviewSchema = z.strictObject({
  /** Next expiry first. */
  certificates: z.array(watchedCertificateSchema),
  /** Profiles with their own thresholds. */
  profileThresholds: z.record(profileIdSchema, thresholdsSchema),
  webhook: webhookStateSchema,
})
export type ExpiryOverview = z.infer<typeof expiryOverviewSchema>

/** Returns the time of the expiry so many calendar days before it, in milliseconds since the epoch. */
export function thresholdMoment(notAfter: string, threshold: number, timeZone: string): number {
  const end = Date.parse(notAfter)
  const clock = clockOf(timeZone)
  return threshold === endThreshold ? end : clock.instantOf(clock.wall(end) - threshold * dayMs)
}

/**
 * Returns whether a threshold was reached: so many calendar days are left, or fewer. The last instant of validity is not yet
 * expired (RFC 5280 §4.1.2.5).
 */
export function isReached(notAfter: string, threshold: number, now: number, timeZone?: string): boolean {
  const end = Date.parse(notAfter)
  return threshold === endThreshold ? now > end : calendarDays(now, end, timeZone) <= threshold
}

/** Returns the last threshold that was reached, including {@link endThreshold}; undefined before the first. */
export function reachedThreshold(
  { notAfter, thresholds }: Pick<WatchedCertificate, 'notAfter' | 'thresholds'>,
  now: number,
  timeZone?: string,
): number | undefined {
  return orderedThresholds([...thresholds, endThreshold]).findLast((threshold) =>
    isReached(notAfter, threshold, now, timeZone),
  )
}

/** Returns the next threshold; undefined after expiry. */
export function nextThreshold(
  { notAfter, thresholds }: Pick<WatchedCertificate, 'notAfter' | 'thresholds'>,
  now: number,
  timeZone: string,
): number | undefined {
  return orderedThresholds([...thresholds, endThreshold]).find(
    (threshold) => !isReached(notAfter, threshold, now, timeZone),
  )
}

/** Returns whether warnings are paused. A snooze from before the expiry doesn't hide the expiry. */
export function isSnoozed({ notAfter, snooze }: Pick<WatchedCertificate, 'notAfter' | 'snooze'>, now: number): boolean {
  if (snooze === undefined || now >= Date.parse(snooze.until)) return false
  return !isReached(notAfter, endThreshold, now) || Date.parse(snooze.since) > Date.parse(notAfter)
}

/**
 * Returns the latest moment until which warnings may be snoozed: the expiry, or a month if that is later. Milliseconds
 * since the epoch.
 */
export function latestSnooze({ notAfter }: Pick<WatchedCertificate, 'notAfter'>, now: number): number {
  return Math.max(Date.parse(notAfter), now + 31 * dayMs)
}

/** Returns whether a warning for a threshold is sent now (notification, webhook), not only shown in the banner. */
export function shouldWarn(certificate: WatchedCertificate, threshold: number, now: number): boolean {
  if (certificate.quiet || isSnoozed(certificate, now)) return false
  // Until then it can be activated: a profile in setup would be warned at each import.
  if (!certificate.active && threshold !== endThreshold) return false
  return certificate.replacement === undefined || threshold <= urgentDays
}
