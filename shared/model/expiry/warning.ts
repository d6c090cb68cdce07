import { z } from 'zod'
import { expiryWarningSchema } from './expiry.ts'
import { endpointUrlSchema, instantSchema, profileIdSchema } from '../profile/profile.ts'

/** Milliseconds of one day. */
const day = 86_400_000

/** The threshold that every certificate has besides the chosen ones: its end. */
export const endThreshold = 0

/** From this many days on a warning is told even while a replacement is under way. */
export const urgentThreshold = 7

/** Days before a certificate's end at which Clavis warns unless the person chose others (design, section 1). */
export const defaultThresholds: readonly number[] = [90, 60, 30, 14, 7, 3, 1]

/** Days before the end. The end itself is always a threshold and in no list. */
export const thresholdSchema = z
  .int('Use whole days.')
  .min(1, 'At least 1 day before.')
  .max(1000, 'At most 1,000 days before.')
export const thresholdsSchema = z.array(thresholdSchema).max(20, 'Use at most 20 warnings.')

/** Each threshold once, the earliest warning (most days) first. */
export function orderedThresholds(thresholds: readonly number[]): number[] {
  return [...new Set(thresholds)].sort((one, other) => other - one)
}

/** When Clavis warns, and over which channels; the banner in the window is always one. */
export const warningSettingsSchema = z.strictObject({
  thresholds: thresholdsSchema,
  /** Notifications of the operating system. */
  desktop: z.boolean(),
  /** The icon in the tray or menu bar. */
  tray: z.boolean(),
  /** Whether Clavis stays in the tray, and goes on watching, once its window is closed. */
  background: z.boolean(),
  /** The number on the dock's or task bar's icon. */
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

/** No warnings until a moment. The end of the certificate itself is told all the same. */
export const snoozeSchema = z.strictObject({ since: instantSchema, until: instantSchema })

/** The person's word that a replacement is under way, with a note of their own (may be empty). */
export const replacementUnderWaySchema = z.strictObject({ since: instantSchema, note: z.string().max(200) })

/** A certificate that Clavis watches, with everything that decides whether it warns. Retired ones are never watched. */
export const watchedCertificateSchema = z.strictObject({
  ...expiryWarningSchema.shape,
  practice: z.boolean(),
  /** SHA-1 over the DER, upper-case hex: for people. */
  thumbprint: z.string(),
  /** SHA-256 over the DER, upper-case hex: what warnings are remembered under. */
  fingerprint: z.string(),
  /** Days before the end, most days first. */
  thresholds: thresholdsSchema,
  /** It does not sign: its end interrupts nothing. */
  quiet: z.boolean(),
  snooze: snoozeSchema.optional(),
  replacement: replacementUnderWaySchema.optional(),
})
export type WatchedCertificate = z.infer<typeof watchedCertificateSchema>

/** How the posting of warnings to the webhook stands. */
export const webhookStateSchema = z.strictObject({
  /** Warnings that could not be posted yet; they are tried again. */
  waiting: z.int().min(0),
  lastFailure: z.strictObject({ at: instantSchema, message: z.string() }).optional(),
})

export const expiryOverviewSchema = z.strictObject({
  /** Nearest end first. */
  certificates: z.array(watchedCertificateSchema),
  /** Profiles that have thresholds of their own. */
  profileThresholds: z.record(profileIdSchema, thresholdsSchema),
  webhook: webhookStateSchema,
})
export type ExpiryOverview = z.infer<typeof expiryOverviewSchema>

/** The moment at which a threshold is reached, milliseconds since the epoch. */
export function thresholdMoment(notAfter: string, threshold: number): number {
  return Date.parse(notAfter) - threshold * day
}

/** Whether a threshold is behind us. The last instant of validity still belongs to it (RFC 5280 §4.1.2.5). */
export function isReached(notAfter: string, threshold: number, now: number): boolean {
  const moment = thresholdMoment(notAfter, threshold)
  return threshold === endThreshold ? now > moment : now >= moment
}

/** The last threshold that was reached, {@link endThreshold} included; undefined before the first. */
export function reachedThreshold(
  { notAfter, thresholds }: Pick<WatchedCertificate, 'notAfter' | 'thresholds'>,
  now: number,
): number | undefined {
  return orderedThresholds([...thresholds, endThreshold]).findLast((threshold) => isReached(notAfter, threshold, now))
}

/** The next threshold to come; undefined once the certificate has ended. */
export function nextThreshold(
  { notAfter, thresholds }: Pick<WatchedCertificate, 'notAfter' | 'thresholds'>,
  now: number,
): number | undefined {
  return orderedThresholds([...thresholds, endThreshold]).find((threshold) => !isReached(notAfter, threshold, now))
}

/** Whether warnings wait. A snooze from before the certificate's end does not hide that it has ended. */
export function isSnoozed({ notAfter, snooze }: Pick<WatchedCertificate, 'notAfter' | 'snooze'>, now: number): boolean {
  if (snooze === undefined || now >= Date.parse(snooze.until)) return false
  return !isReached(notAfter, endThreshold, now) || Date.parse(snooze.since) > Date.parse(notAfter)
}

/** Whether the banner names a certificate: a threshold is reached and nobody said “later”. */
export function needsEye(certificate: WatchedCertificate, now: number): boolean {
  return reachedThreshold(certificate, now) !== undefined && !isSnoozed(certificate, now)
}

/** Whether a threshold is told aloud now (notification, webhook), not in the banner alone. */
export function isTold(certificate: WatchedCertificate, threshold: number, now: number): boolean {
  if (certificate.quiet || isSnoozed(certificate, now)) return false
  return certificate.replacement === undefined || threshold <= urgentThreshold
}
