import { guarded, guardedInside, quoted } from '#shared/lists/csv-cell.ts'
import type { Cell } from '#shared/lists/list.ts'

/** Returns a row as two lines of CSV, guarded like an export: the columns' names, and the values as sent. */
export function rowCsv(columns: readonly { readonly title: string }[], cells: readonly (Cell | null)[]): string {
  const names = columns.map(({ title }) => quoted(guarded(title)))
  const values = columns.map((_, index) => csvCell(cells[index] ?? null))
  return [names, values].map((line) => line.join(',')).join('\r\n')
}

function csvCell(cell: Cell | null): string {
  if (cell === null || cell.kind === 'null') return ''
  return quoted(cell.kind === 'text' ? guarded(cell.text) : guardedInside(cell.text))
}
