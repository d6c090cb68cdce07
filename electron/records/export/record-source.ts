import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChosenRecords } from '../../../shared/model/lists/export/export.ts'
import type { Column, ListView } from '../../../shared/model/lists/list.ts'
import { CellReader } from '../columns/cell-reader.ts'
import type { RecordScan, VisitRecord } from '../storage/record-scan.ts'

/** The records of a dataset, as an export reads them. */
export interface StoredRecords extends RecordScan {
  columns(): readonly Column[]
  /** Whether some members have no column because there are too many. */
  readonly columnsCut: boolean
  /** Returns a record's exact bytes; undefined if it doesn't exist. */
  bytes(position: number): Uint8Array | undefined
  /** How often the last page was replaced: then its positions belong to other records. */
  readonly replacements: number
  /** The positions of the records that a view has now, in its order. @throws `list-cancelled` */
  positions(view: ListView, signal: AbortSignal): Promise<Uint32Array>
  /** Shows the records at such positions; otherwise as {@link RecordScan.scan}. */
  read(positions: Uint32Array, paths: readonly string[], visit: VisitRecord, signal: AbortSignal): Promise<void>
}

/** The records that are to be saved, read from first to last as often as needed: the same ones each time. */
export interface RecordSource {
  /** How many there are. */
  readonly total: number
  /** See {@link RecordScan.scan}. */
  readonly read: (paths: readonly string[], visit: VisitRecord, signal: AbortSignal) => Promise<void>
}

/** Returns the chosen records of those that exist now. @throws `list-cancelled` */
export async function chosenRecords(
  records: StoredRecords,
  chosen: ChosenRecords,
  signal: AbortSignal,
): Promise<RecordSource> {
  switch (chosen.kind) {
    case 'view': {
      const positions = await records.positions(chosen.view, signal)
      return {
        total: positions.length,
        read: (paths, visit, readSignal) => records.read(positions, paths, visit, readSignal),
      }
    }
    case 'selected':
      return recordsAt(records, inOrder(await records.positions(chosen.view, signal), chosen.positions))
    case 'first':
      return recordsAt(records, [...new Array(chosen.count).keys()])
  }
}

/** Returns the chosen positions in a view's order; those not in the view come last, in the order of their records. */
function inOrder(ofView: Uint32Array, chosen: readonly number[]): number[] {
  const left = new Set(chosen.toSorted((one, other) => one - other))
  const ordered: number[] = []
  for (const position of ofView) {
    if (left.size === 0) break
    if (left.delete(position)) ordered.push(position)
  }
  return [...ordered, ...left]
}

/** Records that are read between two looks at what else is to be done. */
const batch = 500

/** Returns the records at these positions, in this order; positions without a record are left out. */
function recordsAt(records: StoredRecords, positions: readonly number[]): RecordSource {
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
