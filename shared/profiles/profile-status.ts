import { z } from 'zod'
import { errorCodeSchema } from '../error-value.ts'
import { instantSchema, profileIdSchema } from './profile.ts'

/** What was checked of a profile: whether it gets a token, and whether the service accepts the hello-world call. */
export const verifiedParts = ['token', 'connection'] as const
export const verifiedPartSchema = z.enum(verifiedParts)
export type VerifiedPart = z.infer<typeof verifiedPartSchema>

/** The five steps of a credential from its key to its activation, in order. */
export const setUpSteps = ['key', 'request', 'certificate', 'confirmation', 'activation'] as const
export type SetUpStep = (typeof setUpSteps)[number]

/** A request of a profile that failed, as displayed. */
export const lastFailureSchema = z.strictObject({
  /** What was requested, e.g. `Page 1 of reports`. */
  what: z.string(),
  message: z.string(),
  at: instantSchema,
  /** When the same kind of request succeeded again. */
  recoveredAt: instantSchema.optional(),
})

/** What the service said when it refused a token request (RFC 6749 §5.2), without secrets. */
export const refusalSchema = z.object({
  error: z.string().exactOptional(),
  /** Its own explanation. */
  reason: z.string().exactOptional(),
  status: z.number().exactOptional(),
})

/** What a look into the keychain finds of a secret; `damaged`: an entry that is not the secret. */
export const secretStateSchema = z.enum(['found', 'missing', 'damaged'])

/** What is remembered of a profile's requests, across restarts. Contains no secrets. */
export const profileStatusSchema = z.strictObject({
  profileId: profileIdSchema,
  /** When each part succeeded last, with the settings and the credential that the profile has now. */
  verified: z.strictObject({
    token: z.strictObject({ at: instantSchema }).optional(),
    connection: z.strictObject({ at: instantSchema }).optional(),
  }),
  /** Whether a token was ever received, also with other settings: set-up is over then. */
  wasVerified: z.boolean(),
  /** The step that is next until a credential is active; undefined from then on, and without a certificate to need. */
  setUp: z.enum(setUpSteps).optional(),
  /** The last token request, even if it used other settings. */
  lastToken: z.strictObject({ at: instantSchema, ok: z.boolean() }).optional(),
  /** The part that failed when it was tried last with the profile's present settings. */
  problem: z
    .strictObject({
      part: verifiedPartSchema,
      code: errorCodeSchema,
      message: z.string(),
      at: instantSchema,
      /** The first failure since the last success, and how many there were, also with other settings. */
      since: instantSchema,
      attempts: z.int().min(1),
      refusal: refusalSchema.optional(),
    })
    .optional(),
  lastFailure: lastFailureSchema.optional(),
  /** The list whose last page failed. */
  failedList: lastFailureSchema.omit({ recoveredAt: true }).optional(),
  /** What the last look at the key, or the client secret, found in the keychain; undefined if there was none. */
  key: secretStateSchema.optional(),
})
export type ProfileStatus = z.infer<typeof profileStatusSchema>
