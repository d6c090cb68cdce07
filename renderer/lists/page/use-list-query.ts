import { useMemo, useState } from 'react'
import type { NamedColumn } from '../../../shared/model/lists/columns/column-names.ts'
import type { ListView } from '../../../shared/model/lists/list.ts'
import type { ColumnFilter } from '../../../shared/model/query/list-filter.ts'
import type { ListTarget } from '../../platform/navigation/route.ts'
import { withFilters } from '../filter/list-filters.ts'
import { filterLineOf, useFilterLine, type FilterLineControl } from '../filter/use-filter-line.ts'
import { selectsSameRecords } from '../model/list-query.ts'
import type { SortOrder } from '../model/sort-order.ts'
import type { ViewState } from '../model/view-memory.tsx'

/** What a list is asked for, and every way to change it. It is the list's: a reload or a snapshot keeps it. */
export interface ListQuery {
  readonly line: FilterLineControl
  /** Search, filters and sort. */
  readonly view: ListView
  /** The same without the sort, which does not matter to what is counted. */
  readonly counted: ListView
  /** Whether it may leave records out. */
  readonly isNarrowed: boolean
  readonly setSort: (change: SortOrder | ((order: SortOrder) => SortOrder)) => void
  readonly addFilters: (filters: readonly ColumnFilter[]) => void
  /** Shows a query again that was there before. */
  readonly goBack: (before: ListView) => void
}

/**
 * Keeps the query of a list.
 * @param before the query when the person left the list
 * @param show what the person comes for: records with one value are filtered for
 */
export function useListQuery(
  columns: readonly NamedColumn[],
  before: ViewState,
  show: ListTarget | undefined,
): ListQuery {
  const line = useFilterLine(columns, show?.kind === 'value' ? filterLineOf(equalFilter(show)) : before.filterLine)
  const { search, filters } = line
  const [sort, setSort] = useState<SortOrder>(before.sort)
  const view = useMemo<ListView>(() => ({ search: [...search], filters: [...filters], sort }), [search, filters, sort])
  const counted = useMemo<ListView>(() => ({ search: [...search], filters: [...filters], sort: [] }), [search, filters])
  return {
    line,
    view,
    counted,
    isNarrowed: search.length > 0 || filters.length > 0,
    setSort,
    addFilters: (added) => line.changeFilters((held) => withFilters(held, added)),
    goBack: (earlier) => {
      setSort(earlier.sort)
      if (!selectsSameRecords(earlier, view)) line.ask(earlier)
    },
  }
}

/** The records whose column has this very value. */
function equalFilter({ path, value }: Extract<ListTarget, { kind: 'value' }>): ColumnFilter {
  return { path, excludes: false, condition: { kind: 'equals', text: value } }
}
