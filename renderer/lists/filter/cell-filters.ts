import { isDateText } from '../../../shared/model/filter-line/filter-bounds.ts'
import type { ColumnFilter, FilterCondition } from '../../../shared/model/query/list-filter.ts'
import type { Cell } from '../../../shared/model/lists/list.ts'

const maxShownLength = 28

/** Lists the filters that a cell’s value suggests, with their labels. */
export function cellFilters(
  path: string,
  cell: Cell | null,
): { readonly label: string; readonly filter: ColumnFilter }[] {
  const both = (condition: FilterCondition, include: string, exclude: string): ReturnType<typeof cellFilters> => [
    { label: include, filter: { path, excludes: false, condition } },
    { label: exclude, filter: { path, excludes: true, condition } },
  ]
  const isEmpty = cell === null || cell.kind === 'null' || (cell.kind === 'text' && cell.text === '')
  if (isEmpty) return both({ kind: 'empty' }, 'Filter to empty', 'Exclude empty')
  const { kind, text, cut } = cell
  // Only the beginning of a long value is in the page, so the filter compares that part.
  if (cut === true) {
    const part = { kind: 'contains' as const, text: text.slice(0, 200) }
    return both(part, 'Filter to this text', 'Exclude this text')
  }
  const shown = text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
  const equal = both({ kind: 'equals', text }, `Filter to “${shown}”`, `Exclude “${shown}”`)
  const isOrdered = kind === 'number' || (kind === 'text' && isDateText(text))
  if (!isOrdered) return equal
  const bound = { value: text, inclusive: true }
  return [
    ...equal,
    { label: 'From this value', filter: { path, excludes: false, condition: { kind: 'range', from: bound } } },
    { label: 'Up to this value', filter: { path, excludes: false, condition: { kind: 'range', to: bound } } },
  ]
}
