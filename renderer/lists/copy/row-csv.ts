import { csvTable } from '#shared/lists/csv-cell.ts'
import { cellOf, type RecordRow } from '../grid/record-columns.ts'
import { copiedCell } from '../grid/shown-cell.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'

export type CopiedColumn = Pick<ArrangedColumn, 'title' | 'path' | 'format' | 'dates' | 'difference'>

/**
 * Returns a row as two lines of CSV, guarded like an export: the columns' names, and the values.
 * @param record has the columns' values in full
 */
export function rowCsv(record: RecordRow, columns: readonly CopiedColumn[]): string {
  return csvTable([columns.map(({ title }) => title), copiedValues(record, columns)], 'comma').replace(/\r\n$/u, '')
}

/** Returns a record's values as sent, of differences as shown. @param record has the columns' values in full */
export function copiedValues(record: RecordRow, columns: readonly CopiedColumn[]): string[] {
  return columns.map((column) => {
    if (column.difference !== undefined) return copiedCell(record, column)
    const cell = cellOf(record, column.path)
    return cell?.kind === 'null' ? '' : (cell?.text ?? '')
  })
}
