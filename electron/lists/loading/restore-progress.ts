import type { RunState } from '../../../shared/model/list.ts'
import { nextStep } from './pagination.ts'
import { SeenCursors, type RestoredRecords } from '../../records/record-store.ts'

/** Where a reading stands whose records were stored before. */
export interface RestoredStanding {
  readonly state: RunState
  /** The cursor of the page that follows; undefined: of the first one, or of none. */
  readonly cursor: string | undefined
  /** Whether the last page does not say how to go on, so that it must be asked for again. */
  readonly repeatsLastPage: boolean
}

/** Finds out from the pages themselves where a reading stands. */
export function restoredStanding({ pages, lastEnvelope, envelopeBeforeLast, seen }: RestoredRecords): RestoredStanding {
  if (pages === 0 || lastEnvelope === undefined)
    return { state: { kind: 'idle' }, cursor: undefined, repeatsLastPage: false }
  const cursors = new SeenCursors(seen)
  const step = nextStep(lastEnvelope, (cursor) => cursors.has(cursor))
  switch (step.kind) {
    case 'continue':
      return { state: { kind: 'paused' }, cursor: step.cursor, repeatsLastPage: false }
    case 'complete':
      return {
        state: step.notice === undefined ? { kind: 'complete' } : { kind: 'complete', notice: step.notice },
        cursor: undefined,
        repeatsLastPage: false,
      }
    case 'stop':
      return {
        state: { kind: 'failed', error: step.error.toValue(), retry: true, page: pages, loadsAll: false },
        cursor: envelopeBeforeLast?.next.kind === 'cursor' ? envelopeBeforeLast.next.cursor : undefined,
        repeatsLastPage: true,
      }
  }
}
