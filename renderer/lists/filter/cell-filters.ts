import { isDateText } from '#shared/lists/filter-line/filter-bounds.ts'
import { writeFilterLine } from '#shared/lists/filter-line/filter-line-writing.ts'
import type { ColumnFilter, FilterCondition } from '#shared/lists/list-filter.ts'
import type { Cell } from '#shared/lists/list.ts'

const maxShownLength = 28

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
    const part = { kind: 'contains' as const, text: beginningOf(text) }
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

/** Returns the filter line that searches for a cell’s value; undefined for what is no text or number. */
export function cellSearchLine(cell: Cell | null): string | undefined {
  if (cell === null || cell.text === '' || (cell.kind !== 'text' && cell.kind !== 'number')) return undefined
  const text = cell.cut === true ? beginningOf(cell.text) : cell.text
  return writeFilterLine({ search: [{ text, excludes: false }], filters: [] }, [])
}

/** Returns the part of a long value that is compared. */
function beginningOf(text: string): string {
  return text.slice(0, 200).replace(/[\uD800-\uDBFF]$/u, '')
}
