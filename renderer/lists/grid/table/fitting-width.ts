import { measureIn } from '../../../ui/drawing/text-width.ts'
import { narrowestColumn, widestColumn } from '../../../../shared/model/lists/columns/list-columns.ts'

/** Beside a header's name there is room for the signs of its sort and its menu, pixels. */
const signs = 38

/** Around a cell's text, pixels; two of them for a line beside a pinned column. */
const padding = 22

/** The width that a column needs for its header's name and for those of its cells that are drawn, pixels. */
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

/** The whole text's width, pixels, cut off or not. */
function textWidth(cell: HTMLElement): number {
  const range = document.createRange()
  range.selectNodeContents(cell)
  return range.getBoundingClientRect().width
}
