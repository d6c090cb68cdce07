import { z } from 'zod'
import { credentialIdSchema } from '../credentials/credential-id.ts'
import type { Credential } from '../credentials/credential.ts'
import { errorCodeSchema, errorValueSchema } from '../error-value.ts'
import { environmentSchema } from '../profiles/environment-schemas.ts'
import { instantSchema, profileIdSchema } from '../profiles/profile.ts'
import { replacementSteps, type ReplacementStep } from './replacement-steps.ts'

const replacementFailureSchema = z.strictObject({ at: instantSchema, code: errorCodeSchema, message: z.string() })

/**
 * A replacement of a profile's active credential in progress, as stored in the profile. Most of its progress is derived
 * from the two credentials, so that changes made elsewhere count too.
 */
export const replacementSchema = z.strictObject({
  startedAt: instantSchema,
  /** The active credential when it started. */
  oldCredentialId: credentialIdSchema,
  /** Its successor; the key may not exist yet. */
  newCredentialId: credentialIdSchema,
  /** When the new certificate was first saved to a file: what was not saved can't be uploaded. */
  certificateSavedAt: instantSchema.optional(),
  /** When the person confirmed the upload to the portal. */
  uploadedAt: instantSchema.optional(),
  /** The person continued without the portal's thumbprint. */
  confirmationSkippedAt: instantSchema.optional(),
  /** The last token request with the new key while the old one was active. */
  trial: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('accepted'), at: instantSchema }),
      z.strictObject({ kind: z.literal('failed'), ...replacementFailureSchema.shape }),
    ])
    .optional(),
  /** The first token received after the switch. */
  acceptedAt: instantSchema.optional(),
  /** When the person confirmed that the old certificate is no longer in the portal. */
  removedAt: instantSchema.optional(),
  /** The first refusal after the switch that is about the client. */
  refusal: replacementFailureSchema.optional(),
})
export type Replacement = z.infer<typeof replacementSchema>

/** Returns the current step of a replacement. @param credentials all of the profile */
export function replacementStep(replacement: Replacement, credentials: readonly Credential[]): ReplacementStep {
  const successor = credentials.find(({ id }) => id === replacement.newCredentialId)
  if (successor === undefined) return 'make-key'
  switch (successor.state) {
    case 'key-created':
      return successor.request === undefined ? 'make-request' : 'export-request'
    case 'csr-exported':
      return 'import-certificate'
    case 'certificate-imported':
    case 'confirmed':
      if (replacement.uploadedAt === undefined) return 'upload'
      if (successor.state === 'certificate-imported' && replacement.confirmationSkippedAt === undefined)
        return 'confirm'
      return replacement.trial?.kind === 'accepted' ? 'switch' : 'try'
    case 'active': {
      if (replacement.acceptedAt === undefined) return 'watch'
      const old = credentials.find(({ id }) => id === replacement.oldCredentialId)
      if (old !== undefined && old.state !== 'retired') return 'retire'
      return replacement.removedAt === undefined ? 'remove' : 'done'
    }
    case 'retired':
      return 'done'
  }
}

export const replacementViewSchema = z.strictObject({
  profileId: profileIdSchema,
  profileName: z.string(),
  environment: environmentSchema,
  practice: z.boolean(),
  replacement: replacementSchema,
  step: z.enum(replacementSteps),
  /** Expiry date of the old certificate, and the issuer whose certificate decides it. */
  oldNotAfter: instantSchema.optional(),
  oldExpiringIssuer: z.string().optional(),
  newNotAfter: instantSchema.optional(),
  newExpiringIssuer: z.string().optional(),
  /** What of the old certificate the new CSR doesn't have, e.g. `Registered ID:1.2.3.4`. */
  missingInRequest: z.array(z.string()).optional(),
})
export type ReplacementView = z.infer<typeof replacementViewSchema>

/** Steps of a replacement that several profiles can take at once. */
export const sharedSteps = ['make-request', 'upload', 'try', 'switch', 'watch', 'retire', 'remove', 'done'] as const
export type SharedStep = (typeof sharedSteps)[number]

/** What a step did for one of several profiles; without error: it was taken. */
export const stepOutcomeSchema = z.strictObject({
  profileId: profileIdSchema,
  profileName: z.string(),
  error: errorValueSchema.optional(),
})
export type StepOutcome = z.infer<typeof stepOutcomeSchema>

/** What a pasted table of thumbprints did. */
export const thumbprintOutcomeSchema = z.strictObject({
  /** Names of the profiles whose thumbprints were confirmed. */
  confirmed: z.array(z.string()),
  /** Lines without the thumbprint of a new certificate. */
  unknownLines: z.array(z.string()),
})
export type ThumbprintOutcome = z.infer<typeof thumbprintOutcomeSchema>
