import { z } from 'zod'
import { errorValueSchema } from '../errors/error-value.ts'
import { profileIdSchema } from '../profile/profile.ts'

/** Steps of a replacement that several profiles can take at once. */
export const sharedSteps = ['make-request', 'upload', 'try', 'switch', 'watch', 'retire', 'done'] as const
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
