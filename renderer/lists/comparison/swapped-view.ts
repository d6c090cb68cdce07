import { writeFilterLine } from '#shared/lists/filter-line/filter-line-writing.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import { differenceKinds, type DifferenceKind, type ViewState } from '../model/view-memory.tsx'

/**
 * Returns the query of swapped differences: added becomes removed, and “before” becomes “after”. A column that shows both
 * sides keeps its sort and layout. Rows differ, so their state is dropped.
 * @param paths all columns of the differences
 */
export function swappedViewState(
  { filterLine, differenceKind, sort, columns }: ViewState,
  paths: ReadonlySet<string>,
): Pick<ViewState, 'filterLine' | 'differenceKind' | 'sort' | 'columns'> {
  const shownPath = (path: string): string => (paths.has(swappedPath(path)) ? path : swappedPath(path))
  return {
    filterLine: swappedLine(filterLine),
    differenceKind: differenceKind && oppositeKinds[differenceKind],
    sort: sort.map((each) => ({ ...each, path: shownPath(each.path) })),
    columns: {
      order: columns.order.map(shownPath),
      settings: columns.settings.map((each) => ({ ...each, path: shownPath(each.path) })),
    },
  }
}

/** Swaps the sides that a line names. */
function swappedLine({ text, search, filters }: ViewState['filterLine']): ViewState['filterLine'] {
  const swappedFilters = filters.map(swappedFilter)
  if (JSON.stringify(swappedFilters) === JSON.stringify(filters)) return { text, search, filters }
  return { search, filters: swappedFilters, text: writeFilterLine({ search, filters: swappedFilters }, []) }
}

function swappedFilter(filter: ColumnFilter): ColumnFilter {
  const { path, condition } = filter
  if (path !== 'change' || condition.kind !== 'equals') return { ...filter, path: swappedPath(path) }
  const kind = differenceKinds.find((each) => each === condition.text)
  return { ...filter, condition: { ...condition, text: kind === undefined ? condition.text : oppositeKinds[kind] } }
}

/** Returns the column with the same data in the opposite direction. */
function swappedPath(path: string): string {
  return path.replace(/^(?:before|after)(?=\.|$)/u, (side) => (side === 'before' ? 'after' : 'before'))
}

/** The kind of a difference in the opposite direction. */
const oppositeKinds: Readonly<Record<DifferenceKind, DifferenceKind>> = {
  added: 'gone',
  gone: 'added',
  changed: 'changed',
}
