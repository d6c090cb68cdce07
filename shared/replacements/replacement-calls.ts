import { z } from 'zod'
import { nothing, ofProfile, type CallsOf } from '../call-shapes.ts'
import { keySizeSchema } from '../credentials/credential.ts'
import { profileIdSchema } from '../profiles/profile.ts'
import { replacementViewSchema, sharedSteps, stepOutcomeSchema, thumbprintOutcomeSchema } from './replacement.ts'

const severalProfiles = z.array(profileIdSchema).min(1).max(1000)

export const replacementCalls = {
  /** Lists every replacement in progress. */
  'replacements.list': { access: 'shows', input: nothing, output: z.array(replacementViewSchema) },
  /** Starts a replacement of the active credential and creates the new key; resumes one in progress. */
  'replacements.start': {
    access: 'changes',
    input: ofProfile.extend({ keySize: keySizeSchema }),
    output: replacementViewSchema,
  },
  /** Creates the CSR with the same content as before. */
  'replacements.repeatRequest': { access: 'changes', input: ofProfile, output: replacementViewSchema },
  /** Takes a step for each of several profiles; one that fails stays where it was. */
  'replacements.takeTogether': {
    access: 'changes',
    input: z.strictObject({ step: z.enum(sharedSteps), profileIds: severalProfiles }),
    output: z.array(stepOutcomeSchema),
  },
  /** Saves the CSRs or new certificates of several profiles to a folder chosen in a dialog, one file each. */
  'replacements.saveTogether': {
    access: 'changes',
    input: z.strictObject({ what: z.enum(['request', 'certificate']), profileIds: severalProfiles }),
    output: z.strictObject({ folderName: z.string(), fileNames: z.array(z.string()) }).optional(),
  },
  /** Finds the thumbprints of new certificates in a pasted table and confirms them. */
  'replacements.confirmTogether': {
    access: 'changes',
    input: z.strictObject({ text: z.string().min(1).max(100_000) }),
    output: thumbprintOutcomeSchema,
  },
  'replacements.markUploaded': { access: 'changes', input: ofProfile, output: replacementViewSchema },
  /** Continues without the portal's thumbprint. */
  'replacements.skipConfirmation': { access: 'changes', input: ofProfile, output: replacementViewSchema },
  /** Requests a real token with the new key while the old one stays active. The result is in the view. */
  'replacements.tryOut': { access: 'changes', input: ofProfile, output: replacementViewSchema },
  /** Activates the new credential. */
  'replacements.switchOver': { access: 'changes', input: ofProfile, output: replacementViewSchema },
  /** Activates the old credential again. */
  'replacements.goBack': { access: 'changes', input: ofProfile, output: replacementViewSchema },
  'replacements.retireOld': { access: 'changes', input: ofProfile, output: replacementViewSchema },
  /** Notes that the person removed the old certificate from the portal, the last step. */
  'replacements.markRemoved': { access: 'changes', input: ofProfile, output: replacementViewSchema },
  /** Cancels the replacement at any step; both credentials stay as they are. */
  'replacements.end': { access: 'changes', input: ofProfile, output: nothing },
} as const satisfies CallsOf<'replacements'>
