import { z } from 'zod'
import { credentialIdSchema } from '../credentials/credential-id.ts'
import { storedEndpointUrlSchema } from '../profiles/address.ts'
import { environmentSchema } from '../profiles/environment-schemas.ts'
import { instantSchema, profileIdSchema } from '../profiles/profile.ts'

/** Days before expiry. The expiry itself is always a threshold and not in the list. */
export const thresholdSchema = z
  .int('Use whole days.')
  .min(1, 'At least 1 day before.')
  .max(1000, 'At most 1,000 days before.')
export const thresholdsSchema = z.array(thresholdSchema).max(20, 'Use at most 20 warnings.')

/** When Clavis warns, and over which channels; the banner in the window is always on. */
export const warningSettingsSchema = z.strictObject({
  thresholds: thresholdsSchema,
  desktop: z.boolean(),
  /** Icon in the tray or menu bar. */
  tray: z.boolean(),
  /** Whether Clavis keeps running in the tray after its window is closed. */
  background: z.boolean(),
  /** Number on the icon in the dock or task bar. */
  badge: z.boolean(),
  /** Whether warnings are posted to {@link webhookUrl}. */
  webhook: z.boolean(),
  webhookUrl: z.union([z.literal(''), storedEndpointUrlSchema]),
})
export type WarningSettings = z.infer<typeof warningSettingsSchema>

export const validitySchema = z.strictObject({
  notBefore: instantSchema,
  notAfter: instantSchema,
  expiringIssuer: z.string().optional(),
})

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
  /** `guided`: started as a replacement, which no one is asked about; else the person's mark. */
  replacement: replacementUnderWaySchema.extend({ guided: z.literal(true).optional() }).optional(),
})
export type WatchedCertificate = z.infer<typeof watchedCertificateSchema>

/** A certificate in the timeline: its profile and credential, and its validity period. */
export const timelineCertificateSchema = z.strictObject({
  ...certificateShape,
  state: z.enum(['certificate-imported', 'confirmed', 'active', 'retired']),
  retiredAt: instantSchema.optional(),
  /** One line, most specific first, e.g. `CN=acme, O=Acme Ltd, C=DE`. */
  subject: z.string(),
})
export type TimelineCertificate = z.infer<typeof timelineCertificateSchema>

export const webhookStateSchema = z.strictObject({
  /** Number of warnings that could not be delivered yet; they are retried. */
  waiting: z.int().min(0),
  lastFailure: z.strictObject({ at: instantSchema, message: z.string() }).optional(),
})

/** The channels of this computer, which the system can refuse. */
export const desktopChannelSchema = z.enum(['desktop', 'tray', 'badge'])
export type DesktopChannel = z.infer<typeof desktopChannelSchema>

export const expiryOverviewSchema = z.strictObject({
  /** Next expiry first. */
  certificates: z.array(watchedCertificateSchema),
  profileThresholds: z.record(profileIdSchema, thresholdsSchema),
  webhook: webhookStateSchema,
  /** What the system refused since the start: since when, and why in a sentence. */
  refused: z.partialRecord(desktopChannelSchema, z.strictObject({ since: instantSchema, why: z.string() })),
})
export type ExpiryOverview = z.infer<typeof expiryOverviewSchema>
