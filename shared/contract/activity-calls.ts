import { z } from 'zod'
import { activityEntrySchema, activityFormatSchema } from '../model/activity/activity.ts'
import { errorValueSchema } from '../model/errors/error-value.ts'
import { profileIdSchema } from '../model/profile/profile.ts'
import type { CallsOf } from './call-shapes.ts'
import { nothing } from './recurring-shapes.ts'

/** What was exchanged, and what keys were used for. */
export const activityCalls = {
  /** The newest activity first, at most `limit` lines. */
  'activity.list': {
    input: z.strictObject({ profileId: profileIdSchema.optional(), limit: z.int().min(1).max(5000) }),
    output: z.array(activityEntrySchema),
  },
  /** Forgets everything, on the disk too. */
  'activity.clear': { input: nothing, output: nothing },
  /** Why lines are not kept on the disk at present; undefined where they are. */
  'activity.failure': { input: nothing, output: errorValueSchema.optional() },
  /** Saves the kept lines by a file dialog. */
  'activity.export': {
    input: z.strictObject({ profileId: profileIdSchema.optional(), format: activityFormatSchema }),
    output: z.strictObject({ fileName: z.string(), lines: z.int() }).optional(),
  },
} as const satisfies CallsOf<'activity'>
