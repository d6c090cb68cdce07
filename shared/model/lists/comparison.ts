import { z } from 'zod'
import { jobIdSchema } from './job.ts'
import { runIdSchema, runSummarySchema } from './list.ts'
import { snapshotIdSchema } from './snapshot.ts'

/** One of two readings that are compared: one that is open, or a kept one. */
export const comparedSideSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('run'), runId: runIdSchema }),
  z.strictObject({ kind: z.literal('snapshot'), snapshotId: snapshotIdSchema }),
])
export type ComparedSide = z.infer<typeof comparedSideSchema>

/** What became of the records between an earlier and a later reading. */
export const comparisonCountsSchema = z.strictObject({
  added: z.int().min(0),
  gone: z.int().min(0),
  changed: z.int().min(0),
  same: z.int().min(0),
  /** Records that could not be compared because they have no identifier. */
  withoutIdBefore: z.int().min(0),
  withoutIdAfter: z.int().min(0),
})
export type ComparisonCounts = z.infer<typeof comparisonCountsSchema>

/** Whether each of two readings was read to its end when its records were compared; without a word where that is not known, as of a file. */
export const comparedCompletenessSchema = z.strictObject({
  before: z.boolean().optional(),
  after: z.boolean().optional(),
})
export type ComparedCompleteness = z.infer<typeof comparedCompletenessSchema>

/** A question for the differences of two readings. */
export const comparisonQuestionSchema = z.strictObject({
  jobId: jobIdSchema,
  before: comparedSideSchema,
  after: comparedSideSchema,
  /** The path of the identifier, where the person chose it. */
  idPath: z.string().max(1000).optional(),
})

/**
 * The differences of two readings. They are records of a run of their own, `summary.runId`, to be looked through and
 * saved like a list: `change` (`added`, `gone`, `changed`), `id`, `fields` that changed, and `before` and `after`.
 * `unclear`: it cannot be told from the data which member is the identifier; `candidates` may be, the likeliest first.
 */
export const comparisonSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('compared'),
    summary: runSummarySchema,
    idPath: z.string(),
    counts: comparisonCountsSchema,
    completeness: comparedCompletenessSchema,
  }),
  z.strictObject({ kind: z.literal('unclear'), candidates: z.array(z.string()) }),
])
export type Comparison = z.infer<typeof comparisonSchema>
