import type { ListName } from '../../shared/model/list-name.ts'
import type { OpenRun } from './open-runs.ts'
import type { RecordStore } from './record-store.ts'

/** A reading that someone looks through for a while, and what they do once they no longer need it. */
export interface BorrowedReading {
  readonly list: ListName
  readonly store: RecordStore
  /** Whether it was read to its end; undefined where that is not known. */
  readonly isComplete: boolean | undefined
  readonly release: () => Promise<void>
}

/** An open run as such a reading: it stays as it is afterwards. */
export function borrowedRun({ run }: OpenRun): BorrowedReading {
  const { list, state } = run.summary()
  const isComplete = state.kind === 'complete'
  return { list, isComplete, store: run.store, release: () => Promise.resolve() }
}
