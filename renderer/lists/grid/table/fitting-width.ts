import { measureIn } from '../../../ui/drawing/text-width.ts'
import { narrowestColumn, widestColumn } from '../../../../shared/model/lists/columns/list-columns.ts'

/** Room beside a header's name for the sort and menu icons, in pixels. */
const signs = 38

/** Space around a cell's text, in pixels; two of them for the line beside a pinned column. */
const padding = 22

/** Returns the width that a column's header and its drawn cells need, in pixels. */
export function fittingWidth(name: string, cells: readonly HTMLElement[]): number {
  const widths = cells.map((cell) => textWidth(cell) + padding)
  const [cell] = cells
  if (cell !== undefined) widths.push(measureIn(`500 12px ${getComputedStyle(cell).fontFamily}`)(name) + signs)
  return Math.ceil(Math.min(widestColumn, Math.max(narrowestColumn, ...widths)))
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
