import { z } from 'zod'

/** A long piece of work that the page starts, follows and may cancel; the page makes the id. */
export const jobIdSchema = z.uuid()

/** How far a job is; told once when it begins, too. */
export const jobProgressSchema = z.strictObject({
  jobId: jobIdSchema,
  done: z.int().min(0),
  /** What it comes to as far as is known; 0 until it is. */
  total: z.int().min(0),
})
export type JobProgress = z.infer<typeof jobProgressSchema>
