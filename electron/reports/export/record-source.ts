import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChosenRecords } from '../../../shared/model/export.ts'
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
  /** How many records a view has, as near as is known. */
  count(view: ListView): Promise<number>
}

/** The records that are to be saved, read from first to last as often as needed. */
export interface RecordSource {
  /** How many there were when this was made. */
  readonly total: number
  /** See {@link RecordScan.scan}. */
  readonly read: (paths: readonly string[], visit: VisitRecord, signal: AbortSignal) => Promise<void>
}

/** Records of a view, in its order. */
export async function recordsOfView(records: StoredRecords, view: ListView): Promise<RecordSource> {
  return {
    total: await records.count(view),
    read: (paths, visit, signal) => records.scan(view, paths, visit, signal),
  }
}

/** The records that are meant. */
export async function chosenRecords(records: StoredRecords, chosen: ChosenRecords): Promise<RecordSource> {
  switch (chosen.kind) {
    case 'view':
      return recordsOfView(records, chosen.view)
    case 'selected':
      return recordsAt(records, chosen.positions)
    case 'first':
      return recordsAt(records, [...new Array(chosen.count).keys()])
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
          signal.throwIfAborted()
        }
        const bytes = records.bytes(position)
        if (bytes !== undefined) visit(position, bytes, cells.spans(bytes))
      }
    },
  }
}
