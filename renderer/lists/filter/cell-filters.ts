import { isDateText } from '../../../shared/model/filter-line/filter-bounds.ts'
import type { ColumnFilter, FilterCondition } from '../../../shared/model/query/list-filter.ts'
import type { Cell } from '../../../shared/model/lists/list.ts'

/** Most characters of a value that a menu shows. */
const longestShown = 28

/** The filters that a cell’s value suggests, as a menu names them. */
export function cellFilters(
  path: string,
  cell: Cell | null,
): { readonly label: string; readonly filter: ColumnFilter }[] {
  const both = (condition: FilterCondition, only: string, without: string): ReturnType<typeof cellFilters> => [
    { label: only, filter: { path, excludes: false, condition } },
    { label: without, filter: { path, excludes: true, condition } },
  ]
  const isEmpty = cell === null || cell.kind === 'null' || (cell.kind === 'text' && cell.text === '')
  if (isEmpty) return both({ kind: 'empty' }, 'Only records without a value', 'Only records with a value')
  const { kind, text, cut } = cell
  // Of a long value only the beginning is here: what holds it is as near as a filter comes.
  if (cut === true) {
    const part = { kind: 'contains' as const, text: text.slice(0, 200) }
    return both(part, 'Only values that hold this text', 'Only values that do not hold this text')
  }
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
  const equal = both({ kind: 'equals', text }, `Only “${shown}”`, `All but “${shown}”`)
  const isOrdered = kind === 'number' || (kind === 'text' && isDateText(text))
  if (!isOrdered) return equal
  const bound = { value: text, inclusive: true }
  return [
    ...equal,
    { label: 'From this value on', filter: { path, excludes: false, condition: { kind: 'range', from: bound } } },
    { label: 'Up to this value', filter: { path, excludes: false, condition: { kind: 'range', to: bound } } },
  ]
}
