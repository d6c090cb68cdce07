import { z } from 'zod'
import { comparisonRequestSchema, comparisonSchema } from '../../model/lists/comparison.ts'
import { datasetIdSchema, datasetSummarySchema } from '../../model/lists/list.ts'
import { snapshotIdSchema, snapshotNameSchema, snapshotSchema } from '../../model/lists/snapshot.ts'
import type { CallsOf } from '../call-shapes.ts'
import { nothing } from '../recurring-shapes.ts'

/** Snapshots, and comparing two lists. */
export const snapshotCalls = {
  /** Lists the snapshots of all profiles, newest first. */
  'snapshots.list': { input: nothing, output: z.array(snapshotSchema) },
  /** Saves a dataset as a snapshot; its records then outlive the app. */
  'snapshots.keep': {
    input: z.strictObject({ datasetId: datasetIdSchema, name: snapshotNameSchema }),
    output: nothing,
  },
  'snapshots.rename': {
    input: z.strictObject({ snapshotId: snapshotIdSchema, name: snapshotNameSchema }),
    output: nothing,
  },
  /** Removes a snapshot from disk. If it is open, its dataset stays until it is closed. */
  'snapshots.remove': { input: z.strictObject({ snapshotId: snapshotIdSchema }), output: nothing },
  /** Opens a snapshot in place of the open dataset of its profile and list. */
  'snapshots.open': { input: z.strictObject({ snapshotId: snapshotIdSchema }), output: datasetSummarySchema },
  /** Compares two datasets or snapshots, as a job. The differences are a dataset of their own, closed with `lists.close`. */
  'comparisons.compare': { input: comparisonRequestSchema, output: comparisonSchema },
} as const satisfies CallsOf<'snapshots' | 'comparisons'>
