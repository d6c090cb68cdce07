import { z } from 'zod'
import { errorValueSchema } from '#shared/error-value.ts'
import {
  replacementUnderWaySchema,
  snoozeSchema,
  thresholdsSchema,
  validitySchema,
} from '#shared/expiry/warning-schemas.ts'
import { environmentSchema } from '#shared/profiles/environment-schemas.ts'
import { listNameSchema } from '#shared/profiles/list-name-schema.ts'
import { instantSchema, profileIdSchema } from '#shared/profiles/profile.ts'
import { watchIdSchema, watchLoadSchema } from '#shared/watches/watch.ts'
import type { Database, Transaction } from '../store/database.ts'
import { StoredDocument } from '../store/stored-document.ts'

/** Describes a threshold that was sent or covered by a nearer one. In days before expiry; 0 is the expiry. */
const sentThresholdSchema = z.strictObject({
  threshold: z.int().min(0),
  at: instantSchema,
  kind: z.enum(['sent', 'covered']),
  /** The system refused the notification, so that the next check shows it again. */
  refused: z.literal(true).optional(),
})
export type SentThreshold = z.infer<typeof sentThresholdSchema>

const certificateNoticesSchema = z.strictObject({
  sent: z.array(sentThresholdSchema),
  /** When it expires. Sent thresholds are those of this date; the entry is dropped long after it. */
  notAfter: instantSchema,
  snooze: snoozeSchema.optional(),
  replacement: replacementUnderWaySchema.optional(),
})
export type CertificateNotices = z.infer<typeof certificateNoticesSchema>

/** Describes the JSON that is posted to the webhook. Chat systems show `text`. */
export const webhookBodySchema = z.strictObject({
  type: z.enum(['clavis.certificate-expiry', 'clavis.watch', 'clavis.test']),
  /** The same for all deliveries of one warning, so that a receiver can drop duplicates. */
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
      ...validitySchema.shape,
      /** Days before expiry; 0 is the expiry. */
      threshold: z.int().min(0),
      daysLeft: z.int(),
      replacementUnderWay: z.boolean(),
    })
    .optional(),
  watch: z
    .strictObject({
      environment: environmentSchema,
      profileId: profileIdSchema,
      profileName: z.string(),
      practice: z.boolean(),
      watchId: watchIdSchema,
      list: listNameSchema,
      view: z.string().nullable(),
      /** The load that met the conditions. */
      load: watchLoadSchema,
    })
    .optional(),
})
export type WebhookBody = z.infer<typeof webhookBodySchema>

/** Describes what is stored about warnings: sent warnings, snoozes, replacements and thresholds. It contains no secrets. */
const noticeStateSchema = z.strictObject({
  /** By the certificate's SHA-256 fingerprint, upper-case hex. */
  certificates: z.record(z.string().regex(/^[0-9A-F]{64}$/u), certificateNoticesSchema),
  /** Profiles with their own thresholds. */
  profiles: z.record(profileIdSchema, z.strictObject({ thresholds: thresholdsSchema })),
  webhook: z.strictObject({
    /** Of the deliveries that wait. */
    lastFailure: z.strictObject({ at: instantSchema, error: errorValueSchema }).optional(),
  }),
})
export type NoticeState = z.infer<typeof noticeStateSchema>

export const emptyNoticeState: NoticeState = {
  certificates: {},
  profiles: {},
  webhook: {},
}

/** Stores sent warnings, snoozes and thresholds. */
export class NoticeStore {
  readonly #document: StoredDocument<NoticeState>

  constructor({ database }: { readonly database: Database }) {
    this.#document = new StoredDocument({
      database,
      name: 'notices',
      parse: (content) => noticeStateSchema.parse(content ?? emptyNoticeState),
    })
  }

  /** Reads the state. @throws `store-damaged`, `store-too-new`, `store-busy`, `disk-failed` */
  read(within?: Transaction): Promise<NoticeState> {
    return this.#document.read(within)
  }

  /** Changes the state. @throws what {@link read} throws; `disk-full` */
  change(change: (current: NoticeState) => NoticeState, within?: Transaction): Promise<NoticeState> {
    return this.#document.change((before) => {
      const after = noticeStateSchema.parse(change(before))
      return JSON.stringify(after) === JSON.stringify(before) ? before : after
    }, within)
  }
}
