import type { Cell } from '#shared/lists/list.ts'
import { cellText, cellTooltip, copiedText } from '../model/cell-format.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'
import { cellOf, type RecordRow } from './record-columns.ts'

export type Change = 'added' | 'gone' | 'changed'

type Look = Pick<ArrangedColumn, 'path' | 'format' | 'dates' | 'difference'>

export interface ShownCell {
  /** The value that the cell's commands act on, and its path; undefined if it isn't loaded. */
  readonly path: string
  readonly cell: Cell | null | undefined
  readonly text: string
  /** Whether a record or value was added, removed or changed; undefined outside a comparison. */
  readonly change: Change | undefined
}

const changeTitles: Readonly<Record<Change, string>> = { added: 'Added', gone: 'Removed', changed: 'Changed' }

/** Stands for the value that one side of a changed field doesn't have. */
const missing = '(none)'

/** Returns what a column shows of a record: its value, or the values of both sides as `old → new`. */
export function shownCell(record: RecordRow, column: Look): ShownCell {
  return shownAs(record, column, tableText)
}

/** Returns a value's text in a table, where null is a dash. */
const tableText: typeof cellText = (cell, format, dates) =>
  cell?.kind === 'null' && format !== 'raw' ? '–' : cellText(cell, format, dates)

/** Returns the text to copy. @param record has the column's values in full */
export function copiedCell(record: RecordRow, column: Look): string {
  return shownAs(record, column, copiedText).text
}

/** Returns a cell's tooltip. @param isCut whether the cell is too narrow for its text */
export function shownTooltip(record: RecordRow, column: Look, isCut: () => boolean): string | undefined {
  const { cell, text } = shownCell(record, column)
  const own = column.difference === undefined ? cellTooltip(cell, column.format, column.dates) : undefined
  return own ?? (isCut() ? text : undefined)
}

/** Returns the kind of difference of a record of a comparison. */
export function changeOf(record: RecordRow): Change | undefined {
  const change = cellOf(record, 'change')?.text
  return change === 'added' || change === 'gone' || change === 'changed' ? change : undefined
}

function shownAs(record: RecordRow, { path, format, dates, difference }: Look, textOf: typeof cellText): ShownCell {
  if (difference === undefined) {
    const cell = cellOf(record, path)
    return { path, cell, text: textOf(cell, format, dates), change: undefined }
  }
  const change = changeOf(record)
  if (difference.kind === 'change') {
    const text = change === undefined ? '' : changeTitles[change]
    return { path, cell: cellOf(record, path), text, change }
  }
  const { before, after, record: whole } = difference
  const old = before === undefined ? undefined : cellOf(record, before)
  const value = after === undefined ? undefined : cellOf(record, after)
  const [oldText, text] = [textOf(old, format, dates), textOf(value, format, dates)]
  const hasOld = old !== undefined && old !== null
  const hasNew = value !== undefined && value !== null
  const isChanged = change === 'changed' && (hasOld || hasNew)
  if (change === 'changed' && !isChanged && whole !== undefined) {
    const cell = cellOf(record, whole)
    return { path: whole, cell, text: textOf(cell, format, dates), change: undefined }
  }
  const acted = hasNew || before === undefined ? { path: after ?? path, cell: value } : { path: before, cell: old }
  return {
    ...acted,
    text: isChanged ? `${hasOld ? oldText : missing} → ${hasNew ? text : missing}` : hasNew ? text : oldText,
    change: isChanged ? 'changed' : undefined,
  }
}
