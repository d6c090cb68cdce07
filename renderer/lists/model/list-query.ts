import type { ListView } from '../../../shared/model/list.ts'

/** Whether a view is every record in the order they came. */
export function showsAll({ search, filters, sort }: ListView): boolean {
  return search.length === 0 && filters.length === 0 && sort.length === 0
}

/** Whether two views are the same records in the same order. */
export function isSameView(one: ListView, other: ListView): boolean {
  return isSameChoice(one, other) && JSON.stringify(one.sort) === JSON.stringify(other.sort)
}

/** Whether two views are the same records, in whatever order. */
export function isSameChoice(one: Omit<ListView, 'sort'>, other: Omit<ListView, 'sort'>): boolean {
  return JSON.stringify([one.search, one.filters]) === JSON.stringify([other.search, other.filters])
}
