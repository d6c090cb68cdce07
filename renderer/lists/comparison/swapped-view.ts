import { writeFilterLine } from '#shared/lists/filter-line/filter-line-writing.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import type { ViewState } from '../model/view-memory.tsx'

/**
 * Returns the query of swapped differences: added becomes removed, and “before” becomes “after”. A column that shows both
 * sides keeps its sort and layout. Rows differ, so their state is dropped.
 * @param paths all columns of the differences
 */
export function swappedViewState(
  { filterLine, sort, columns }: ViewState,
  paths: ReadonlySet<string>,
): Pick<ViewState, 'filterLine' | 'sort' | 'columns'> {
  const shownPath = (path: string): string => (paths.has(swappedPath(path)) ? path : swappedPath(path))
  return {
    filterLine: swappedLine(filterLine),
    sort: sort.map((each) => ({ ...each, path: shownPath(each.path) })),
    columns: {
      order: columns.order.map(shownPath),
      settings: columns.settings.map((each) => ({ ...each, path: shownPath(each.path) })),
    },
  }
}

/** Swaps the sides that a line names. Its text is without the kind of difference, which is the first filter. */
function swappedLine({ text, search, filters }: ViewState['filterLine']): ViewState['filterLine'] {
  const swappedFilters = filters.map(swappedFilter)
  if (JSON.stringify(swappedFilters) === JSON.stringify(filters)) return { text, search, filters }
  const [first, ...others] = swappedFilters
  const written = first?.path === 'change' && !first.excludes ? others : swappedFilters
  return { search, filters: swappedFilters, text: writeFilterLine({ search, filters: written }, []) }
}

function swappedFilter(filter: ColumnFilter): ColumnFilter {
  const { path, condition } = filter
  const isOfKind = path === 'change' && condition.kind === 'equals'
  if (!isOfKind) return { ...filter, path: swappedPath(path) }
  return { ...filter, condition: { ...condition, text: oppositeKinds.get(condition.text) ?? condition.text } }
}

/** Returns the column with the same data in the opposite direction. */
function swappedPath(path: string): string {
  return path.replace(/^(?:before|after)(?=\.|$)/u, (side) => (side === 'before' ? 'after' : 'before'))
}

/** The kind of a difference in the opposite direction. */
const oppositeKinds: ReadonlyMap<string, string> = new Map([
  ['added', 'gone'],
  ['gone', 'added'],
])
