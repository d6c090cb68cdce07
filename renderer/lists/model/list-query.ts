import type { FilterLine } from '../../../shared/model/filter-line/filter-line-grammar.ts'
import type { ListQuery } from '../../../shared/model/lists/list.ts'

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
