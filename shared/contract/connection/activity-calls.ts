import { z } from 'zod'
import { activityEntrySchema, activityFormatSchema } from '../../model/activity/activity.ts'
import { errorValueSchema } from '../../model/errors/error-value.ts'
import { profileIdSchema } from '../../model/profile/profile.ts'
import type { CallsOf } from '../call-shapes.ts'
import { nothing } from '../recurring-shapes.ts'

/** Network requests and uses of keys. */
export const activityCalls = {
  /** Lists the newest activity first, at most `limit` entries. */
  'activity.list': {
    input: z.strictObject({ profileId: profileIdSchema.optional(), limit: z.int().min(1).max(5000) }),
    output: z.array(activityEntrySchema),
  },
  /** Deletes all activity, also on disk. */
  'activity.clear': { input: nothing, output: nothing },
  /** Returns why entries can't be saved to disk at present; undefined if they can. */
  'activity.failure': { input: nothing, output: errorValueSchema.optional() },
  /** Saves the stored entries to a file chosen in a dialog. */
  'activity.export': {
    input: z.strictObject({ profileId: profileIdSchema.optional(), format: activityFormatSchema }),
    output: z.strictObject({ fileName: z.string(), lines: z.int() }).optional(),
  },
} as const satisfies CallsOf<'activity'>
