import { z } from 'zod'
import { ofProfile, nothing, type CallsOf } from '../call-shapes.ts'
import { errorValueSchema } from '../error-value.ts'
import { profileIdSchema } from '../profiles/profile.ts'
import { activityEntrySchema, activityFormatSchema, activityLineSchema } from './activity.ts'
import { apiResponseSchema } from './logged-request.ts'

/** Calls of the service with a token. */
export const connectionCalls = {
  /** Makes the hello-world check with a bearer token (service document, section 4.2). */
  'connection.test': { access: 'uses', input: ofProfile, output: apiResponseSchema },
  /** Sends a GET to a path below one of the profile's base addresses. Any status is a result. */
  'connection.get': {
    access: 'uses',
    input: ofProfile.extend({ path: z.string().trim().min(1).max(8000) }),
    output: apiResponseSchema,
  },
} as const satisfies CallsOf<'connection'>

/** Network requests and uses of keys. */
export const activityCalls = {
  /** Lists the newest activity first, at most `limit` entries. */
  'activity.list': {
    access: 'shows',
    input: z.strictObject({ profileId: profileIdSchema.optional(), limit: z.int().min(1).max(5000) }),
    output: z.array(activityLineSchema),
  },
  /** Returns an entry with its details; undefined if it was removed. */
  'activity.entry': {
    access: 'shows',
    input: z.strictObject({ id: activityEntrySchema.shape.id }),
    output: activityEntrySchema.optional(),
  },
  /** Deletes all activity, also on disk. */
  'activity.clear': { access: 'adjusts', input: nothing, output: nothing },
  /** Returns why entries can't be saved to disk at present; undefined if they can. */
  'activity.failure': { access: 'shows', input: nothing, output: errorValueSchema.optional() },
  /** Saves the stored entries to a file chosen in a dialog. */
  'activity.export': {
    access: 'shows',
    input: z.strictObject({ profileId: profileIdSchema.optional(), format: activityFormatSchema }),
    output: z.strictObject({ fileName: z.string(), lines: z.int() }).optional(),
  },
} as const satisfies CallsOf<'activity'>
