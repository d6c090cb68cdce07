import type { ListQuery } from '#shared/lists/list.ts'

/** The columns of a sort, most significant first. */
export type SortOrder = ListQuery['sort']

const maxSorts = 8

/**
 * Returns the next state of a column's sort: ascending, descending, none.
 * @param keepsOthers whether other columns stay in the sort, before this one
 */
export function nextSort(order: SortOrder, path: string, keepsOthers: boolean): SortOrder {
  const now = order.find((each) => each.path === path)
  const next = now === undefined ? 'ascending' : now.direction === 'ascending' ? 'descending' : undefined
  return withSort(order, path, next, keepsOthers)
}

/** Sorts by a column in this direction; undefined removes it from the sort. */
export function withSort(
  order: SortOrder,
  path: string,
  direction: SortOrder[number]['direction'] | undefined,
  keepsOthers: boolean,
): SortOrder {
  const others = order.filter((each) => each.path !== path)
  const isKnown = others.length < order.length
  if (!keepsOthers) return direction === undefined ? [] : [{ path, direction }]
  if (direction === undefined) return isKnown ? others : order
  if (isKnown) return order.map((each) => (each.path === path ? { path, direction } : each))
  return order.length < maxSorts ? [...order, { path, direction }] : order
}
