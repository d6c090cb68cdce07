import { narrowestColumn, widestColumn } from '#shared/lists/list-columns.ts'
import { measureIn, type MeasureText } from '../../ui/drawing/text-width.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'
import { isStatusPath } from '../model/status-tone.ts'
import { cellPadding, cellWidth } from './number-width.ts'
import type { RecordRow } from './record-columns.ts'
import { shownCell, type ShownCell } from './shown-cell.ts'

/** Room beside a header's name for the sort and menu icons, in pixels. */
const signs = 42

/** Returns the width that a column's header and its drawn cells need, in pixels. */
export function fittingWidth(name: string, cells: readonly HTMLElement[]): number {
  const widths = cells.map((cell) => {
    const { cut } = cell.dataset
    return cut === undefined ? textWidth(cell) + cellPadding : cellWidth(cut, 'number')
  })
  const [cell] = cells
  if (cell !== undefined) widths.push(measureIn(`500 12px ${getComputedStyle(cell).fontFamily}`)(name) + signs)
  return Math.ceil(Math.min(widestColumn, Math.max(narrowestColumn, ...widths)))
}

/** Maximum automatic width of a column, in pixels. */
const maxAutomaticWidth = 320

/** Room of a chip around its text, in pixels. */
const chipRoom = 26

let headerWidth: MeasureText | undefined

/**
 * Returns the automatic width of a column: enough for its header and these cells, in pixels.
 * @param before the width that it has; only numbers make it wider, because others may be cut
 */
function automaticWidth(
  { path, title, difference }: Pick<ArrangedColumn, 'path' | 'title' | 'difference'>,
  cells: readonly ShownCell[],
  before: number | undefined,
): number {
  headerWidth ??= measureIn(`500 12px 'Inter Variable', sans-serif`)
  let width = before ?? Math.min(maxAutomaticWidth, headerWidth(title) + signs)
  for (const { cell, text } of cells) {
    if (cell?.kind === 'number') width = Math.max(width, cellWidth(text, 'number'))
    else if (before === undefined) {
      const hasChip = difference === undefined ? isStatusPath(path) : difference.kind === 'change'
      const room = hasChip ? chipRoom : 0
      // A text that is much too long needs no measuring.
      width = Math.max(width, Math.min(maxAutomaticWidth, cellWidth(text.slice(0, 80), 'text') + room))
    }
  }
  return Math.ceil(Math.min(widestColumn, Math.max(narrowestColumn, width)))
}

/** Returns the automatic widths with those that these rows need, by path; undefined if none changes. */
export function widerColumns(
  columns: readonly ArrangedColumn[],
  rows: readonly RecordRow[],
  known: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> | undefined {
  const wider = new Map(known)
  for (const column of columns) {
    const cells = rows.map((row) => shownCell(row, column)).filter(({ cell }) => cell !== undefined && cell !== null)
    if (cells.length > 0) wider.set(column.path, automaticWidth(column, cells, known.get(column.path)))
  }
  return [...wider].some(([path, width]) => known.get(path) !== width) ? wider : undefined
}

/** How short texts may become to make room for a status, in pixels. */
const leastTextWidth = 160

/**
 * Shortens the longest texts before the first status column, so that it is in view without scrolling; none if that isn't
 * enough. A column that the person sized keeps its width and counts with its automatic one, so that sizing it doesn't change
 * the others.
 * @param room from the first column's left edge to the end of the view, in pixels
 * @param automatic the columns' automatic widths by path, in pixels
 */
export function withStatusInView(
  columns: readonly ArrangedColumn[],
  room: number,
  automatic: ReadonlyMap<string, number>,
): readonly ArrangedColumn[] {
  const place = columns.findIndex(({ path }) => isStatusPath(path))
  const widthOf = ({ path, width }: ArrangedColumn): number => automatic.get(path) ?? width
  // Those pinned right are over the end of the view.
  const needed = columns.filter(({ pinned }, index) => index <= place || pinned === 'right')
  const excess = needed.reduce((sum, column) => sum + widthOf(column), 0) - room
  if (excess <= 0 || columns[place]?.pinned === 'right') return columns
  const texts = columns
    .slice(0, Math.max(0, place))
    .filter(({ type }) => type === 'text')
    .map(widthOf)
    .toSorted((one, other) => other - one)
  // The longest ones get one width: as few of them as give enough.
  let sum = 0
  for (const [index, width] of texts.entries()) {
    sum += width
    const limit = Math.floor((sum - excess) / (index + 1))
    if (limit < Math.max(leastTextWidth, texts[index + 1] ?? 0)) continue
    return columns.map((column, index) => {
      const isShortened = index < place && column.type === 'text' && !column.isSized && column.width > limit
      return isShortened ? { ...column, width: limit } : column
    })
  }
  return columns
}

/** Whether a cell is too narrow for its text. */
export function isCut(cell: HTMLElement): boolean {
  const { paddingLeft, paddingRight } = getComputedStyle(cell)
  return textWidth(cell) > cell.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
}

/** Returns the width of the whole text, in pixels. */
function textWidth(cell: HTMLElement): number {
  const range = document.createRange()
  range.selectNodeContents(cell)
  return range.getBoundingClientRect().width
}
