import { z } from 'zod'
import { comparisonQuestionSchema, comparisonSchema } from '../model/lists/comparison.ts'
import { runIdSchema, runSummarySchema } from '../model/lists/list.ts'
import { snapshotIdSchema, snapshotNameSchema, snapshotSchema } from '../model/lists/snapshot.ts'
import type { CallsOf } from './call-shapes.ts'
import { nothing } from './recurring-shapes.ts'

/** Readings that are kept, and comparing two. */
export const snapshotCalls = {
  /** The readings that the person kept, of all profiles, the newest first. */
  'snapshots.list': { input: nothing, output: z.array(snapshotSchema) },
  /** Keeps a reading under a name; its records then outlive the app. */
  'snapshots.keep': { input: z.strictObject({ runId: runIdSchema, name: snapshotNameSchema }), output: nothing },
  'snapshots.rename': {
    input: z.strictObject({ snapshotId: snapshotIdSchema, name: snapshotNameSchema }),
    output: nothing,
  },
  /** Removes a snapshot from the disk. A reading that is open stays until it is closed. */
  'snapshots.remove': { input: z.strictObject({ snapshotId: snapshotIdSchema }), output: nothing },
  /** Opens a snapshot in the place of the reading of its profile and list that is open. */
  'snapshots.open': { input: z.strictObject({ snapshotId: snapshotIdSchema }), output: runSummarySchema },
  /** Compares two readings, as a job. The differences are a run of their own; `lists.close` ends it. */
  'comparisons.compare': { input: comparisonQuestionSchema, output: comparisonSchema },
} as const satisfies CallsOf<'snapshots' | 'comparisons'>
