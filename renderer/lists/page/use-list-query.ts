import { useMemo, useState } from 'react'
import type { NamedColumn } from '#shared/lists/column-names.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { useDates } from '../../ui/text/dates.tsx'
import { withFilters } from '../filter/list-filters.ts'
import { useFilterLine, type FilterLineControl } from '../filter/use-filter-line.ts'
import { selectsSameRecords, queryOf } from '../model/list-query.ts'
import type { SortOrder } from '../model/sort-order.ts'
import type { ViewState } from '../model/view-memory.tsx'

/** A list's query and the commands to change it. A reload or a snapshot keeps it. */
export interface QueryControl {
  readonly line: FilterLineControl
  /** Search, filters and sort. */
  readonly query: ListQuery
  /** The query with what was typed, also if it isn't applied yet. */
  readonly typed: () => ListQuery
  /** Without the sort, which doesn't matter for counting. */
  readonly counted: ListQuery
  readonly isNarrowed: boolean
  readonly setSort: (change: SortOrder | ((order: SortOrder) => SortOrder)) => void
  readonly addFilters: (filters: readonly ColumnFilter[]) => void
  readonly goBack: (before: ListQuery) => void
}

/**
 * Keeps the query of a list.
 * @param before the query when the person left the list
 * @param filterLine the line that the person comes with; undefined: the one they left
 */
export function useListQuery(
  columns: readonly NamedColumn[],
  before: ViewState,
  filterLine: string | undefined,
): QueryControl {
  const line = useFilterLine(
    columns,
    filterLine === undefined ? before.filterLine : { text: filterLine, search: [], filters: [] },
  )
  const { search, filters } = line
  const { timeZone } = useDates()
  const [sort, setSort] = useState<SortOrder>(before.sort)
  const query = useMemo(() => queryOf({ search, filters }, sort, timeZone), [search, filters, sort, timeZone])
  const counted = useMemo(() => queryOf({ search, filters }, [], timeZone), [search, filters, timeZone])
  return {
    line,
    query,
    typed: () => queryOf(line.typed(), sort, timeZone),
    counted,
    isNarrowed: search.length > 0 || filters.length > 0,
    setSort,
    addFilters: (added) => line.changeFilters((held) => withFilters(held, added, timeZone)),
    goBack: (earlier) => {
      setSort(earlier.sort)
      if (!selectsSameRecords(earlier, query)) line.ask(earlier)
    },
  }
}
