import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { NamedColumn } from '#shared/lists/column-names.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { useDates } from '../../ui/text/dates.tsx'
import { focusLineEnd } from '../filter/filter-line.tsx'
import { withFilters } from '../filter/list-filters.ts'
import { useFilterLine, type FilterLineControl } from '../filter/use-filter-line.ts'
import { selectsSameRecords, queryOf, type GroupOrder } from '../model/list-query.ts'
import type { SortOrder } from '../model/sort-order.ts'
import type { ViewMemory } from '../model/view-memory.tsx'

/** A list's query and the commands to change it. A reload or a snapshot keeps it. */
export interface QueryControl {
  readonly line: FilterLineControl
  readonly field: RefObject<HTMLInputElement | null>
  /** Search, filters and sort. */
  readonly query: ListQuery
  /** The query with what was typed, also if it isn't applied yet. */
  readonly typed: () => ListQuery
  /** Without sort and groups, which don't matter for counting. */
  readonly counted: ListQuery
  readonly isNarrowed: boolean
  readonly groups: GroupOrder
  readonly setGroups: (groups: GroupOrder) => void
  readonly setSort: (change: SortOrder | ((order: SortOrder) => SortOrder)) => void
  readonly addFilters: (filters: readonly ColumnFilter[]) => void
  /** Begins a filter of a column in the line, which takes the focus. */
  readonly beginFilter: (path: string) => void
  readonly goBack: (before: ListQuery) => void
}

/** What a line means whose columns are not the dataset's own. */
interface LineMeaning {
  /** Returns the line's path for a column of the dataset. */
  readonly linePath: (path: string) => string
  /** Returns the dataset's filters for those of the line. */
  readonly datasetFilters: (filters: readonly ColumnFilter[]) => readonly ColumnFilter[]
}

const ownColumns: LineMeaning = { linePath: (path) => path, datasetFilters: (filters) => filters }

/**
 * Keeps the query of a list, and restores it when the person comes back.
 * @param filterLine the line that the person comes with; undefined: the one they left
 */
export function useListQuery(
  columns: readonly NamedColumn[],
  memory: ViewMemory,
  filterLine?: string,
  { linePath, datasetFilters } = ownColumns,
): QueryControl {
  const [before] = useState(memory.read)
  const line = useFilterLine(
    columns,
    filterLine === undefined ? before.filterLine : { text: filterLine, search: [], filters: [] },
  )
  const field = useRef<HTMLInputElement>(null)
  const { text, search, filters } = line
  const { timeZone } = useDates()
  const [sort, setSort] = useState<SortOrder>(before.sort)
  const [groups, setGroups] = useState<GroupOrder>(filterLine === undefined ? before.groups : [])
  useEffect(
    () => memory.update({ filterLine: { text, search, filters }, sort, groups }),
    [memory, text, search, filters, sort, groups],
  )
  const asked = useMemo(() => ({ search, filters: datasetFilters(filters) }), [search, filters, datasetFilters])
  const query = useMemo(() => queryOf(asked, sort, timeZone, groups), [asked, sort, timeZone, groups])
  const counted = useMemo(() => queryOf(asked, [], timeZone), [asked, timeZone])
  return {
    line,
    field,
    query,
    typed: () => {
      const typed = line.typed()
      return queryOf({ ...typed, filters: datasetFilters(typed.filters) }, sort, timeZone, groups)
    },
    counted,
    isNarrowed: query.search.length > 0 || query.filters.length > 0,
    groups,
    setGroups: (changed) => {
      memory.update({ openGroups: [] })
      setGroups(changed)
    },
    setSort,
    addFilters: (added) => {
      const ofLine = added.map((filter) => ({ ...filter, path: linePath(filter.path) }))
      line.changeFilters((held) => withFilters(held, ofLine, timeZone))
    },
    beginFilter: (path) => {
      // At once: the cursor goes to the end of the line.
      flushSync(() => line.begin(linePath(path)))
      focusLineEnd(field.current)
    },
    goBack: (earlier) => {
      setSort(earlier.sort)
      setGroups(earlier.groups ?? [])
      if (!selectsSameRecords(earlier, queryOf(line, [], timeZone))) line.ask(earlier)
    },
  }
}
