import { csvTable } from '#shared/lists/csv-cell.ts'
import { cellOf, type RecordRow } from '../grid/record-columns.ts'
import { copiedCell } from '../grid/shown-cell.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'

/**
 * Returns a row as two lines of CSV, guarded like an export: the columns' names, and the values as sent, of differences
 * as shown.
 * @param record has the columns' values in full
 */
export function rowCsv(
  record: RecordRow,
  columns: readonly Pick<ArrangedColumn, 'title' | 'path' | 'format' | 'dates' | 'difference'>[],
): string {
  const values = columns.map((column) => {
    if (column.difference !== undefined) return copiedCell(record, column)
    const cell = cellOf(record, column.path)
    return cell?.kind === 'null' ? '' : (cell?.text ?? '')
  })
  return csvTable([columns.map(({ title }) => title), values], 'comma').replace(/\r\n$/u, '')
}
