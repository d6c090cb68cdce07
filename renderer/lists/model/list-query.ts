import type { ListView } from '../../../shared/model/lists/list.ts'

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
