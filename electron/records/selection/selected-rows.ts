import { ClavisError } from '#shared/errors.ts'
import type { ListQuery, Row } from '#shared/lists/list.ts'
import type { SelectedRecords } from '#shared/lists/selected-records.ts'
import { maxCopiedRows } from '#shared/lists/view-limits.ts'
import { CellReader, maxRowLength } from '../columns/cell-reader.ts'
import type { QueryFreshness } from '../query/query-executor.ts'
import { chosenPositions } from '../storage/chosen-positions.ts'
import type { StoredRecords } from '../storage/record-scan.ts'

/** Records of which a table shows a query. */
export interface ShownRecords extends StoredRecords {
  /** Returns the positions of some rows of a query, in the freshness in which the table shows it. @throws `cancelled` */
  shownPositions(query: ListQuery, first: number, count: number, freshness: QueryFreshness): Promise<Uint32Array>
}

/** Returns the positions of selected records, in the order of the table. @throws `cancelled` */
export function selectedPositions(
  records: ShownRecords,
  selection: SelectedRecords,
  freshness: QueryFreshness,
  signal: AbortSignal,
): Promise<Uint32Array> {
  return selection.kind === 'rows'
    ? records.shownPositions(selection.query, selection.first, selection.count, freshness)
    : chosenPositions(records, selection, signal)
}

/**
 * Returns selected records as rows with their values in full, in the order of the table.
 * @throws `input-invalid` if they are more than the clipboard takes; `cancelled`
 */
export async function selectedRows(
  records: ShownRecords,
  selection: SelectedRecords,
  paths: readonly string[],
  freshness: QueryFreshness,
): Promise<Row[]> {
  const { signal } = new AbortController()
  const positions = await selectedPositions(records, selection, freshness, signal)
  if (positions.length > maxCopiedRows)
    throw tooLarge(`${positions.length.toLocaleString('en')} rows are more than can be copied.`)
  const reader = new CellReader(paths)
  const rows: Row[] = []
  let left = maxRowLength
  const add = (position: number, bytes: Uint8Array): void => {
    if (left < 0) return
    const row = reader.row(position, bytes, maxRowLength, left)
    left = row.cut.length > 0 ? -1 : left - row.texts.reduce((sum, { length }) => sum + length, 0)
    rows.push(row)
  }
  await records.read(positions, [], add, signal)
  if (left < 0) throw tooLarge('The selection has more text than can be copied.')
  return rows
}

function tooLarge(message: string): ClavisError {
  return new ClavisError('input-invalid', message, {
    hint: `Up to ${maxCopiedRows.toLocaleString('en')} rows and 64 Mi characters can be copied. Export the records instead.`,
  })
}
