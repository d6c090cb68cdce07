import { z } from 'zod'
import { jobIdSchema } from '../../model/lists/job.ts'
import { nothing, type CallsOf } from '../recurring-shapes.ts'

/** Long-running jobs that can be cancelled. */
export const jobCalls = {
  /** Cancels a job, whose call then fails with `cancelled`; does nothing if it has ended. */
  'jobs.cancel': { input: z.strictObject({ jobId: jobIdSchema }), output: nothing },
} as const satisfies CallsOf<'jobs'>
