import type { Services } from '../../../services.ts'
import type { CallHandlers } from '../../calls/answer-call.ts'
import type { JobsUnderWay } from '../../calls/jobs-under-way.ts'

type SnapshotCalls = Extract<keyof CallHandlers, `snapshots.${string}` | `comparisons.${string}`>

/** Creates the handlers of calls for snapshots and differences. */
export function snapshotHandlers(
  { snapshots, comparisons }: Services,
  jobs: JobsUnderWay,
): Pick<CallHandlers, SnapshotCalls> {
  return {
    'snapshots.list': () => snapshots.list(),
    'snapshots.keep': async ({ datasetId, name }) => {
      await snapshots.keep(datasetId, name)
    },
    'snapshots.rename': ({ snapshotId, name }) => snapshots.rename(snapshotId, name),
    'snapshots.remove': ({ snapshotId }) => snapshots.remove(snapshotId),
    'snapshots.open': ({ snapshotId }) => snapshots.open(snapshotId),
    'comparisons.compare': ({ jobId, before, after, idPath }, { windowId }) =>
      jobs.run(windowId, jobId, (control) => comparisons.compare(before, after, idPath, control)),
  }
}
