import type { HandlersOf } from '../../calls/answer-call.ts'
import type { HandlerContext } from '../../handler-context.ts'

/** Creates the handlers of calls for snapshots and differences. */
export function snapshotHandlers({
  services: { snapshots, comparisons },
  jobs,
}: HandlerContext): HandlersOf<'snapshots' | 'comparisons'> {
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
