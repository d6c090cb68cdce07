import { guarded } from '#shared/lists/csv-cell.ts'
import type { RecordRow } from '../grid/record-columns.ts'
import { copiedValues, type CopiedColumn } from './row-csv.ts'

/** What must be quoted in text with tabs, as spreadsheets do it. */
const special = /["\t\r\n]/u

/** Digits that a spreadsheet would change: zeros in front of a number, or more than the 15 that it keeps. */
const lostDigits = /^-?(?:0\d|(?:\.?\d){16})/u

/**
 * Returns records with the names of their columns as text with tabs and as an HTML table, for spreadsheets. Text that one
 * would run as a formula is guarded like in an export.
 * @param records have the columns' values in full
 */
export function copiedTable(
  records: readonly RecordRow[],
  columns: readonly CopiedColumn[],
): { readonly text: string; readonly html: string } {
  const titles = columns.map(({ title }) => guardedText(title))
  const rows = records.map((record) => copiedValues(record, columns).map(guardedText))
  return {
    text: [titles, ...rows].map((cells) => cells.map(tabbed).join('\t')).join('\r\n'),
    html: `<meta charset="utf-8"><table><tr>${titles.map((title) => `<th>${escaped(title)}</th>`).join('')}</tr>${rows
      .map((cells) => `<tr>${cells.map(tableCell).join('')}</tr>`)
      .join('')}</table>`,
  }
}

/** Guards a text also behind white space, of which a spreadsheet takes nothing from an HTML cell. */
function guardedText(text: string): string {
  const inner = guarded(text)
  const rest = text.trimStart()
  return inner.startsWith("'") || guarded(rest) === rest ? inner : `'${inner}`
}

function tabbed(text: string): string {
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function tableCell(text: string): string {
  // Excel's own format for text, without which it would take the digits for a number.
  const format = lostDigits.test(text) ? String.raw` style="mso-number-format:'\@'"` : ''
  return `<td${format}>${escaped(text)}</td>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r\n?|\n/gu, '<br style="mso-data-placement:same-cell">')
}
