import { z } from 'zod'
import { keySizeSchema, subjectAlternativeNameSchema, subjectSuggestionSchema } from '../model/credential/credential.ts'
import { profileIdSchema } from '../model/profile/profile.ts'
import { replacementViewSchema } from '../model/credential/replacement.ts'
import type { CallsOf } from './call-shapes.ts'
import { nothing, ofProfile } from './recurring-shapes.ts'

/** Replacements of active credentials, step by step. */
export const replacementCalls = {
  /** Every replacement that is under way. */
  'replacements.list': { input: nothing, output: z.array(replacementViewSchema) },
  /** Begins a replacement of the active credential and makes the new key; one that is under way goes on. */
  'replacements.start': {
    input: z.strictObject({ profileId: profileIdSchema, keySize: keySizeSchema }),
    output: replacementViewSchema,
  },
  /** What the new CSR should ask for: the same as before. */
  'replacements.suggestRequest': {
    input: ofProfile,
    output: z.strictObject({
      subject: subjectSuggestionSchema,
      subjectAlternativeNames: z.array(subjectAlternativeNameSchema),
    }),
  },
  /** Makes the CSR with the same content as before for each of several profiles that stand at that step. */
  'replacements.repeatRequests': {
    input: z.strictObject({ profileIds: z.array(profileIdSchema).min(1).max(1000) }),
    output: z.array(replacementViewSchema),
  },
  /** Saves the CSRs of several profiles into a folder that the person chooses, a file each. */
  'replacements.saveRequests': {
    input: z.strictObject({ profileIds: z.array(profileIdSchema).min(1).max(1000) }),
    output: z.strictObject({ folderName: z.string(), fileNames: z.array(z.string()) }).optional(),
  },
  /** Notes that the new certificate is with the portal. */
  'replacements.markUploaded': { input: ofProfile, output: replacementViewSchema },
  /** Goes on without the portal's thumbprint. */
  'replacements.skipConfirmation': { input: ofProfile, output: replacementViewSchema },
  /** Asks for a real token with the new key while the old one stays active. The view tells how it went. */
  'replacements.tryOut': { input: ofProfile, output: replacementViewSchema },
  /** Makes the new credential the one that signs. */
  'replacements.switchOver': { input: ofProfile, output: replacementViewSchema },
  /** Makes the old credential the one that signs again. */
  'replacements.goBack': { input: ofProfile, output: replacementViewSchema },
  'replacements.retireOld': { input: ofProfile, output: replacementViewSchema },
  /** Ends the replacement wherever it stands; both credentials stay as they are. */
  'replacements.end': { input: ofProfile, output: nothing },
} as const satisfies CallsOf<'replacements'>
