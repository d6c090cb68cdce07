import { z } from 'zod'
import { errorValueSchema } from '../../shared/model/errors/error-value.ts'
import { environmentSchema } from '../../shared/model/profile/environment.ts'
import { instantSchema, profileIdSchema } from '../../shared/model/profile/profile.ts'
import { replacementUnderWaySchema, snoozeSchema, thresholdsSchema } from '../../shared/model/expiry/warning.ts'

/** The version of the form of `notices.json` that this Clavis writes. */
export const noticeStateVersion = 1

/** A threshold that was told, or covered by a nearer one that was told in its place. Days; 0 is the end. */
const toldThresholdSchema = z.strictObject({
  threshold: z.int().min(0),
  at: instantSchema,
  kind: z.enum(['told', 'covered']),
})
export type ToldThreshold = z.infer<typeof toldThresholdSchema>

/** What is remembered of one certificate. */
const certificateNoticesSchema = z.strictObject({
  told: z.array(toldThresholdSchema),
  /** When the certificate ends or ended: long after that it is forgotten. */
  notAfter: instantSchema,
  snooze: snoozeSchema.optional(),
  replacement: replacementUnderWaySchema.optional(),
})
export type CertificateNotices = z.infer<typeof certificateNoticesSchema>

/** What is posted to the webhook, as JSON. `text` is what chat systems show. */
export const webhookBodySchema = z.strictObject({
  type: z.enum(['clavis.certificate-expiry', 'clavis.test']),
  /** The same for each try of one warning: whoever gets it twice can tell. */
  id: z.string(),
  text: z.string(),
  at: instantSchema,
  certificate: z
    .strictObject({
      environment: environmentSchema,
      profileId: profileIdSchema,
      profileName: z.string(),
      practice: z.boolean(),
      credentialId: z.uuid(),
      thumbprint: z.string(),
      fingerprint: z.string(),
      notBefore: instantSchema,
      notAfter: instantSchema,
      /** Days before the end; 0 is the end. */
      threshold: z.int().min(0),
      daysLeft: z.int(),
      replacementUnderWay: z.boolean(),
    })
    .optional(),
})
export type WebhookBody = z.infer<typeof webhookBodySchema>

/** A warning that waits to be posted. */
const waitingPostSchema = z.strictObject({ body: webhookBodySchema, since: instantSchema, tries: z.int().min(0) })

/** The content of `notices.json`: what was told, and what people said about warnings. Nothing secret is in it. */
export const noticeStateSchema = z.strictObject({
  version: z.literal(noticeStateVersion),
  /** By the certificate's SHA-256 fingerprint, upper-case hex. */
  certificates: z.record(z.string().regex(/^[0-9A-F]{64}$/u), certificateNoticesSchema),
  /** Profiles with thresholds of their own. */
  profiles: z.record(profileIdSchema, z.strictObject({ thresholds: thresholdsSchema })),
  webhook: z.strictObject({
    waiting: z.array(waitingPostSchema),
    lastFailure: z.strictObject({ at: instantSchema, error: errorValueSchema }).optional(),
  }),
})
export type NoticeState = z.infer<typeof noticeStateSchema>

export const emptyNoticeState: NoticeState = {
  version: noticeStateVersion,
  certificates: {},
  profiles: {},
  webhook: { waiting: [] },
}
