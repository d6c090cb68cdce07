import type { FilterLine } from '../../../shared/model/filter-line/filter-line-grammar.ts'
import type { ListView } from '../../../shared/model/lists/list.ts'

/** Returns the query of a line. Without filters it is the same in every time zone. */
export function viewOf({ search, filters }: FilterLine, sort: ListView['sort'], timeZone: string): ListView {
  return { search: [...search], filters: [...filters], sort, ...(filters.length === 0 ? {} : { timeZone }) }
}

/** Whether a query shows every record in the original order. */
export function isDefaultQuery({ search, filters, sort }: ListView): boolean {
  return search.length === 0 && filters.length === 0 && sort.length === 0
}

/** Whether two queries show the same records in the same order. */
export function isSameQuery(one: ListView, other: ListView): boolean {
  return selectsSameRecords(one, other) && JSON.stringify(one.sort) === JSON.stringify(other.sort)
}

/** Whether two queries show the same records, in any order. */
export function selectsSameRecords(one: Omit<ListView, 'sort'>, other: Omit<ListView, 'sort'>): boolean {
  return JSON.stringify([one.search, one.filters]) === JSON.stringify([other.search, other.filters])
}
