import { measureIn } from '../../ui/text-width.ts'
import { narrowestColumn, widestColumn } from '../../../shared/model/list-columns.ts'

/** Beside a header's name there is room for the signs of its sort and its menu, pixels. */
const signs = 38

/** Around a cell's text, pixels. */
const padding = 22

/** The width that a column needs for its header's name and for those of its cells that are drawn, pixels. */
export function fittingWidth(name: string, cells: readonly HTMLElement[]): number {
  const range = document.createRange()
  const widths = cells.map((cell) => {
    range.selectNodeContents(cell)
    return range.getBoundingClientRect().width + padding
  })
  const [cell] = cells
  if (cell !== undefined) widths.push(measureIn(`500 12px ${getComputedStyle(cell).fontFamily}`)(name) + signs)
  return Math.ceil(Math.min(widestColumn, Math.max(narrowestColumn, ...widths)))
}
