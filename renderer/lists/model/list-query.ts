import { isDefaultQuery } from '#shared/lists/default-query.ts'
import type { FilterLine } from '#shared/lists/filter-line/filter-line-grammar.ts'
import { maxGroupLevels, type Column, type GroupLevel, type ListQuery } from '#shared/lists/list.ts'
import { call } from '../../platform/clavis.ts'

/** The columns that a table is grouped by, outermost first. */
export type GroupOrder = readonly GroupLevel[]

/** Whether a table that is grouped so can also be grouped by a column within its groups. */
export function canGroupWithin(groups: GroupOrder, path: string): boolean {
  return groups.length > 0 && groups.length < maxGroupLevels && !groups.some((group) => group.path === path)
}

/** Returns how a column is grouped first: dates by day. */
export function firstGrouping({ path, type }: Pick<Column, 'path' | 'type'>): GroupLevel {
  return type === 'datetime' ? { path, unit: 'day' } : { path }
}

/** Returns the query of a line. Without filters and groups it is the same in every time zone. */
export function queryOf(
  { search, filters }: FilterLine,
  sort: ListQuery['sort'],
  timeZone: string,
  groups: GroupOrder = [],
): ListQuery {
  const hasGroups = groups.length > 0
  return {
    search: [...search],
    filters: [...filters],
    sort,
    ...(hasGroups && { groups: [...groups] }),
    ...(filters.length === 0 && !hasGroups ? {} : { timeZone }),
  }
}

/** Whether two queries show the same records in the same order. */
export function isSameQuery(one: ListQuery, other: ListQuery): boolean {
  const order = ({ sort, groups }: ListQuery): string => JSON.stringify([sort, groups])
  return selectsSameRecords(one, other) && order(one) === order(other)
}

/** Whether two queries show the same records, in any order. */
export function selectsSameRecords(one: Omit<ListQuery, 'sort'>, other: Omit<ListQuery, 'sort'>): boolean {
  return JSON.stringify([one.search, one.filters]) === JSON.stringify([other.search, other.filters])
}

export interface PlacedRecord {
  readonly datasetId: string
  /** Its row in the query. */
  readonly rowIndex: number
  /** Its position in the dataset. */
  readonly position: number
}

/**
 * Returns a record's row in a query; undefined if the query leaves it out.
 * @param position the record's position in the dataset
 */
export async function rowOf(datasetId: string, query: ListQuery, position: number): Promise<number | undefined> {
  // In the original order, a record's position is its row.
  return isDefaultQuery(query) ? position : call('lists.rowOf', { datasetId, query, position })
}
