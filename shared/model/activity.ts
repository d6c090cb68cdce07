import { z } from 'zod'
import { errorCodeSchema } from './error.ts'
import { instantSchema, profileIdSchema } from './profile.ts'

/**
 * One line of the activity: an HTTP exchange or a use of a key. Never a secret, token, assertion or cursor: of a
 * request only its method and its address without query are kept.
 */
export const activityEntrySchema = z.strictObject({
  id: z.int().min(1),
  at: instantSchema,
  profileId: profileIdSchema.optional(),
  profileName: z.string().optional(),
  kind: z.enum(['token', 'call', 'list', 'key', 'webhook']),
  /** In words, e.g. `Token request` or `Page 12 of reports`. */
  what: z.string(),
  method: z.string().optional(),
  /** Scheme, host and path; no query. */
  address: z.string().optional(),
  status: z.int().optional(),
  outcome: z.enum(['ok', 'retried', 'failed']),
  errorCode: errorCodeSchema.optional(),
  durationMs: z.number().min(0).optional(),
  /** Bytes of the response body. */
  size: z.int().min(0).optional(),
})
export type ActivityEntry = z.infer<typeof activityEntrySchema>

/** How the activity is saved: HTTP Archive, or a line of JSON each. */
export const activityFormats = ['har', 'jsonl'] as const
export const activityFormatSchema = z.enum(activityFormats)
export type ActivityFormat = z.infer<typeof activityFormatSchema>
