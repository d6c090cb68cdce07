import { z } from 'zod'
import { endpointUrlSchema } from '../profiles/profile.ts'

/** A released version as the update feed names it. */
export const releaseSchema = z.object({
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/u),
  /** Where people read about it and get it. */
  url: endpointUrlSchema,
})
export type Release = z.infer<typeof releaseSchema>

/** What a check for updates found. */
export const updateCheckSchema = z.discriminatedUnion('state', [
  /** There is no feed to check. */
  z.strictObject({ state: z.literal('off') }),
  z.strictObject({ state: z.literal('current') }),
  z.strictObject({ state: z.literal('available'), ...releaseSchema.shape }),
  /** The feed is not signed with the key in the settings, so what it says is not shown. */
  z.strictObject({ state: z.literal('untrusted') }),
])
export type UpdateCheck = z.infer<typeof updateCheckSchema>
