import { z } from 'zod'
import type { Credential } from './credential.ts'
import { credentialIdSchema } from './credential-id.ts'
import { environmentSchema } from '../profile/environment.ts'
import { errorCodeSchema } from '../errors/error-value.ts'
import { instantSchema, profileIdSchema } from '../profile/profile.ts'

/** How a token request of a replacement failed. */
const replacementFailureSchema = z.strictObject({ at: instantSchema, code: errorCodeSchema, message: z.string() })

/**
 * A replacement of a profile's active credential that is under way, as it is kept with the profile. Most of where it
 * stands is told by the two credentials themselves, so that whatever happens to them by other ways counts too.
 */
export const replacementSchema = z.strictObject({
  startedAt: instantSchema,
  /** The one that signed when it began. */
  oldCredentialId: credentialIdSchema,
  /** Its successor; the key may not be made yet. */
  newCredentialId: credentialIdSchema,
  /** When the new certificate was saved for the portal, or the person said that it is there. */
  uploadedAt: instantSchema.optional(),
  /** The person chose to go on without the portal's thumbprint. */
  confirmationSkippedAt: instantSchema.optional(),
  /** The last token request with the new key while the old one signed. */
  trial: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('accepted'), at: instantSchema }),
      z.strictObject({ kind: z.literal('failed'), ...replacementFailureSchema.shape }),
    ])
    .optional(),
  /** The first token that the service gave after the switch. */
  acceptedAt: instantSchema.optional(),
  /** The first refusal after the switch that names the client. */
  refusal: replacementFailureSchema.optional(),
})
export type Replacement = z.infer<typeof replacementSchema>

/** The steps of a replacement, in their order. */
export const replacementSteps = [
  'make-key',
  'make-request',
  'export-request',
  'import-certificate',
  'upload',
  'confirm',
  'try',
  'switch',
  'watch',
  'retire',
  'done',
] as const
export type ReplacementStep = (typeof replacementSteps)[number]

/** The step that a replacement stands at. @param credentials all of the profile */
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
      return old === undefined || old.state === 'retired' ? 'done' : 'retire'
    }
    case 'retired':
      return 'done'
  }
}

/** A replacement as the page shows it. */
export const replacementViewSchema = z.strictObject({
  profileId: profileIdSchema,
  profileName: z.string(),
  environment: environmentSchema,
  replacement: replacementSchema,
  step: z.enum(replacementSteps),
  /** When the old certificate ends. */
  oldNotAfter: instantSchema.optional(),
  newNotAfter: instantSchema.optional(),
})
export type ReplacementView = z.infer<typeof replacementViewSchema>
