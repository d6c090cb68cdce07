import { z } from 'zod'

/** Identifies a long-running job that the page starts, follows and may cancel; the page creates the id. */
export const jobIdSchema = z.uuid()

/** Progress of a job; also sent once when it starts. */
export const jobProgressSchema = z.strictObject({
  jobId: jobIdSchema,
  done: z.int().min(0),
  /** Expected end of `done`; 0 while unknown. */
  total: z.int().min(0),
})
export type JobProgress = z.infer<typeof jobProgressSchema>
