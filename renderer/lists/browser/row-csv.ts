import type { Cell } from '../../../shared/model/lists/list.ts'

/** Returns a row as two lines of CSV (RFC 4180): the columns' names, and the values as sent. */
export function rowCsv(columns: readonly { readonly title: string }[], cells: readonly (Cell | null)[]): string {
  const lines = [columns.map(({ title }) => title), columns.map((_, index) => valueOf(cells[index] ?? null))]
  return lines.map((line) => line.map(field).join(',')).join('\r\n')
}

function valueOf(cell: Cell | null): string {
  return cell === null || cell.kind === 'null' ? '' : cell.text
}

function field(text: string): string {
  // A spreadsheet would run such a text; a negative number is one that it may read.
  const safe = /^[=+@\t\r]|^-(?!\d+(?:\.\d+)?$)/u.test(text) ? `'${text}` : text
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
