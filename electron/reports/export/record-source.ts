import { setImmediate as nextTurn } from 'node:timers/promises'
import { ClavisError } from '../../../shared/model/error.ts'
import type { Column, ListView } from '../../../shared/model/list.ts'
import { CellReader } from '../cell-reader.ts'
import type { RecordScan, VisitRecord } from '../record-scan.ts'

/** What the records of a run answer to whoever saves them. */
export interface StoredRecords extends RecordScan {
  columns(): readonly Column[]
  /** Whether some members have no column because there are too many. */
  readonly columnsCut: boolean
  /** A record's exact bytes; undefined where there is no such record. */
  bytes(position: number): Uint8Array | undefined
  /** How many records a view has. */
  count(view: ListView): number
}

/** The records that are to be saved, read from first to last as often as needed. */
export interface RecordSource {
  /** How many there were when this was made. */
  readonly total: number
  /** See {@link RecordScan.scan}. */
  readonly read: (paths: readonly string[], visit: VisitRecord, signal: AbortSignal) => Promise<void>
}

/** Records of a view, in its order. */
export function recordsOfView(records: StoredRecords, view: ListView): RecordSource {
  return {
    total: records.count(view),
    read: (paths, visit, signal) => records.scan(view, paths, visit, signal),
  }
}

/** Records that are read between two looks at what else is to be done. */
const batch = 500

/** Records at these positions, in this order; a position that is none is left out. */
export function recordsAt(records: StoredRecords, positions: readonly number[]): RecordSource {
  return {
    total: positions.length,
    async read(paths, visit, signal) {
      const cells = new CellReader(paths)
      for (const [index, position] of positions.entries()) {
        if (index % batch === 0) {
          await nextTurn()
          if (signal.aborted) throw cancelled()
        }
        const bytes = records.bytes(position)
        if (bytes !== undefined) visit(position, bytes, cells.spans(bytes))
      }
    },
  }
}

/** What whoever reads records meets once they are told to end. */
export function cancelled(): ClavisError {
  return new ClavisError('list-cancelled', 'It was cancelled.')
}
