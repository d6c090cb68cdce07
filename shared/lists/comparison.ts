import { z } from 'zod'
import { jobIdSchema } from '../jobs.ts'
import { datasetIdSchema, datasetSummarySchema } from './list.ts'
import { snapshotIdSchema } from './snapshot.ts'

/** One side of a comparison: an open dataset, or a snapshot. */
export const comparedSideSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('dataset'), datasetId: datasetIdSchema }),
  z.strictObject({ kind: z.literal('snapshot'), snapshotId: snapshotIdSchema }),
])
export type ComparedSide = z.infer<typeof comparedSideSchema>

/** What happened to the records between two loads. */
export const comparisonCountsSchema = z.strictObject({
  added: z.int().min(0),
  gone: z.int().min(0),
  changed: z.int().min(0),
  same: z.int().min(0),
  /** Records that could not be compared because they have no identifier. */
  withoutIdBefore: z.int().min(0),
  withoutIdAfter: z.int().min(0),
  /** Records that equal an earlier one of their list, byte for byte, and so were not counted again. */
  repeatedBefore: z.int().min(0),
  repeatedAfter: z.int().min(0),
})
export type ComparisonCounts = z.infer<typeof comparisonCountsSchema>

/** Whether each of two lists was complete when its records were compared; absent if unknown, as for a file. */
export const comparedCompletenessSchema = z.strictObject({
  before: z.boolean().optional(),
  after: z.boolean().optional(),
})
export type ComparedCompleteness = z.infer<typeof comparedCompletenessSchema>

export const comparisonRequestSchema = z.strictObject({
  jobId: jobIdSchema,
  before: comparedSideSchema,
  after: comparedSideSchema,
  /** Path of the identifier, if the person chose it. */
  idPath: z.string().max(1000).optional(),
  /** A saved view: only records whose old or new version it shows are compared. */
  viewId: z.uuid().optional(),
})

/**
 * The differences of two lists. They are a dataset of their own, `summary.datasetId`, to be queried and exported like a list:
 * `change` (`added`, `gone`, `changed`), `id`, `fields` that changed, and `before` and `after`. `unclear`:
 * the identifier can't be determined from the data; `candidates` are possible ones, most likely first; `reason`: why
 * the first one is none.
 */
export const comparisonSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('compared'),
    summary: datasetSummarySchema,
    idPath: z.string(),
    counts: comparisonCountsSchema,
    /** Columns of `summary` that have a value in at least one changed record. */
    changedPaths: z.array(z.string()),
    completeness: comparedCompletenessSchema,
  }),
  z.strictObject({
    kind: z.literal('unclear'),
    candidates: z.array(z.string()),
    reason: z.string().optional(),
  }),
])
export type Comparison = z.infer<typeof comparisonSchema>

/** Counts equal records that occur more than once in a list; undefined if there are none. */
export function repeatedMessage({ repeatedBefore, repeatedAfter }: ComparisonCounts): string | undefined {
  if (repeatedBefore + repeatedAfter === 0) return undefined
  return `Repeated records, counted once: ${repeatedBefore.toLocaleString()} in the first list, ${repeatedAfter.toLocaleString()} in the second.`
}

/** Explains what incomplete lists mean for a comparison; undefined if neither is known to have been incomplete. */
export function incompleteMessage({ before, after }: ComparedCompleteness): string | undefined {
  if (before === false && after === false)
    return 'Both lists were incomplete: records that only one of them had loaded count as added or removed.'
  if (before === false) return 'The first list was incomplete: records it had not loaded count as added.'
  if (after === false) return 'The second list was incomplete: records it had not loaded count as removed.'
  return undefined
}
