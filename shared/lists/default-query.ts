import type { ListQuery } from './list.ts'

/** Returns whether a query shows every record in the original order. */
export function isDefaultQuery({ search, filters, sort, groups }: ListQuery): boolean {
  return search.length === 0 && filters.length === 0 && sort.length === 0 && groups === undefined
}
