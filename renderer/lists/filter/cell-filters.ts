import { isDateText } from '#shared/lists/filter-line/filter-bounds.ts'
import { writeFilterLine } from '#shared/lists/filter-line/filter-line-writing.ts'
import {
  maxFilterTextLength,
  maxSearchWordLength,
  type ColumnFilter,
  type FilterCondition,
} from '#shared/lists/list-filter.ts'
import type { Cell } from '#shared/lists/list.ts'

const maxShownLength = 28

/** Offers filters by a cell's value; none for one that is longer than a filter. @param cell in full */
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
  const { kind, text } = cell
  if (text.length > maxFilterTextLength) return []
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

/** Returns the filter line that searches for a cell’s value; undefined for what is no text or number, or too long. */
export function cellSearchLine(cell: Cell | null): string | undefined {
  if (cell === null || cell.text === '' || (cell.kind !== 'text' && cell.kind !== 'number')) return undefined
  if (cell.text.length > maxSearchWordLength) return undefined
  return writeFilterLine({ search: [{ text: cell.text, excludes: false }], filters: [] }, [])
}
