import type { Services } from '../../services.ts'
import type { CallHandlers } from '../answer-call.ts'
import type { JobsUnderWay } from '../jobs-under-way.ts'

type SnapshotCalls = Extract<keyof CallHandlers, `snapshots.${string}` | `comparisons.${string}`>

/** Handlers of the calls for kept readings and their differences. */
export function snapshotHandlers(
  { lists, comparisons }: Services,
  jobs: JobsUnderWay,
): Pick<CallHandlers, SnapshotCalls> {
  return {
    'snapshots.list': () => lists.snapshots(),
    'snapshots.keep': async ({ runId, name }) => {
      await lists.keep(runId, name)
    },
    'snapshots.rename': ({ snapshotId, name }) => lists.renameSnapshot(snapshotId, name),
    'snapshots.remove': ({ snapshotId }) => lists.removeSnapshot(snapshotId),
    'snapshots.open': ({ snapshotId }) => lists.openSnapshot(snapshotId),
    'comparisons.compare': ({ jobId, before, after, idPath }, { windowId }) =>
      jobs.run(windowId, jobId, (control) => comparisons.compare(before, after, idPath, control)),
  }
}
