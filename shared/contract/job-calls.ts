import { z } from 'zod'
import { jobIdSchema } from '../model/lists/job.ts'
import type { CallsOf } from './call-shapes.ts'
import { nothing } from './recurring-shapes.ts'

/** Work that goes on for a while and can be ended. */
export const jobCalls = {
  /** Ends a job, whose call then fails with `list-cancelled`; nothing happens where it has ended already. */
  'jobs.cancel': { input: z.strictObject({ jobId: jobIdSchema }), output: nothing },
} as const satisfies CallsOf<'jobs'>
