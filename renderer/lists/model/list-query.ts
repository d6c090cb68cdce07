import { isDefaultQuery } from '#shared/lists/default-query.ts'
import type { FilterLine } from '#shared/lists/filter-line/filter-line-grammar.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { call } from '../../platform/clavis.ts'

/** Returns the query of a line. Without filters it is the same in every time zone. */
export function queryOf({ search, filters }: FilterLine, sort: ListQuery['sort'], timeZone: string): ListQuery {
  return { search: [...search], filters: [...filters], sort, ...(filters.length === 0 ? {} : { timeZone }) }
}

/** Whether two queries show the same records in the same order. */
export function isSameQuery(one: ListQuery, other: ListQuery): boolean {
  return selectsSameRecords(one, other) && JSON.stringify(one.sort) === JSON.stringify(other.sort)
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
