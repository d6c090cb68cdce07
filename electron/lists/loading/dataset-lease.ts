import type { ListName } from '../../../shared/model/list-name.ts'
import type { OpenRun, OpenRuns } from './dataset-registry.ts'
import type { RecordStore } from '../../records/record-store.ts'

/** A reading that someone looks through for a while, and what they do once they no longer need it. */
export interface BorrowedReading {
  readonly list: ListName
  readonly store: RecordStore
  /** Whether it is read to its end by now; undefined where that is not known. */
  readonly isComplete: () => boolean | undefined
  readonly release: () => Promise<void>
}

/** A run as such a reading: its records stay until then, also where the run is closed meanwhile. */
export function borrowedRun(runs: Pick<OpenRuns, 'lend'>, open: OpenRun): BorrowedReading {
  const { run } = open
  return {
    list: run.list,
    store: run.store,
    isComplete: () => run.summary().state.kind === 'complete',
    release: runs.lend(open),
  }
}
