import { Slices } from '../../concurrency.ts'
import { CellReader } from '../columns/cell-reader.ts'
import type { SchemaTree } from '../columns/schema-tree.ts'
import type { ValueSpan } from '../json/json-reader.ts'
import { PageBuffer } from '../storage/page-block.ts'
import type { PageColumn } from '../storage/page-column-index.ts'
import type { RecordFile } from '../storage/record-file.ts'
import type { VisitRecord } from '../storage/record-scan.ts'

interface ScannedRecords {
  readonly file: RecordFile
  readonly tree: SchemaTree
}

/** Shows the records at some positions, in their order, with the places of some columns' values (see `RecordScan`). */
export async function readRecords(
  records: ScannedRecords,
  positions: Uint32Array,
  paths: readonly string[],
  visit: VisitRecord,
  signal: AbortSignal,
): Promise<void> {
  const slices = new Slices(signal)
  const read = isRising(positions) ? readPages : readEach
  await read(records, positions, paths, visit, slices)
}

/** Visits records in loading order, page by page. */
async function readPages(
  { file, tree }: ScannedRecords,
  positions: Uint32Array,
  paths: readonly string[],
  visit: VisitRecord,
  slices: Slices,
): Promise<void> {
  const buffer = new PageBuffer()
  const ids = paths.map((path) => tree.describe(path)?.id)
  const isKnown = ids.every((id) => id !== undefined)
  const cells = new CellReader(paths)
  let at = 0
  // The last page may be replaced by a shorter one meanwhile.
  while (at < positions.length && (positions[at] ?? 0) < file.records) {
    const page = file.pageOf(positions[at] ?? 0)
    const { first, count, starts, lengths, body } = file.page(page, buffer)
    const columns = isKnown ? file.values(page, ids).map((values) => new ValueCursor(values)) : []
    for (; at < positions.length && (positions[at] ?? 0) < first + count; at += 1) {
      const position = positions[at] ?? 0
      const start = starts[position - first] ?? 0
      const bytes = body.subarray(start, start + (lengths[position - first] ?? 0))
      visit(
        position,
        bytes,
        isKnown ? columns.map((column) => column.span(position - first, start)) : cells.spans(bytes),
      )
    }
    if (slices.isOver) await slices.pause()
  }
}

async function readEach(
  { file }: ScannedRecords,
  positions: Uint32Array,
  paths: readonly string[],
  visit: VisitRecord,
  slices: Slices,
): Promise<void> {
  const cells = new CellReader(paths)
  for (const position of positions) {
    const bytes = file.record(position)
    if (bytes !== undefined) visit(position, bytes, cells.spans(bytes))
    if (slices.isOver) await slices.pause()
  }
}

/** Returns whether positions are in loading order. */
function isRising(positions: Uint32Array): boolean {
  for (let at = 1; at < positions.length; at += 1) if ((positions[at] ?? 0) < (positions[at - 1] ?? 0)) return false
  return true
}

/** Iterates over a column's values in a page along with the records. */
class ValueCursor {
  readonly #values: PageColumn | undefined
  #at = 0

  constructor(values: PageColumn | undefined) {
    this.#values = values
  }

  /** Returns the value's position within its record. Records must be requested in order. */
  span(record: number, recordStart: number): ValueSpan | undefined {
    const values = this.#values
    if (values === undefined) return undefined
    const { records, count } = values
    if (records === undefined) this.#at = record
    else while (this.#at < count && (records[this.#at] ?? 0) < record) this.#at += 1
    if (this.#at >= count || (records !== undefined && records[this.#at] !== record)) return undefined
    const start = (values.starts[this.#at] ?? 0) - recordStart
    return { start, end: start + (values.lengths[this.#at] ?? 0) }
  }
}
