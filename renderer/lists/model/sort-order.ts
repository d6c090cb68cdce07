import type { ListView } from '../../../shared/model/lists/list.ts'

/** By which columns a view is sorted, the first one first. */
export type SortOrder = ListView['sort']

/** Most columns that a view can be sorted by. */
const maxSorts = 8

/**
 * The next state of a column's sort: ascending, descending, not at all.
 * @param keepsOthers the other columns' sorts stay, before this one
 */
export function nextSort(order: SortOrder, path: string, keepsOthers: boolean): SortOrder {
  const now = order.find((each) => each.path === path)
  const next = now === undefined ? 'ascending' : now.direction === 'ascending' ? 'descending' : undefined
  return withSort(order, path, next, keepsOthers)
}

/** The order with a column sorted in this direction; undefined: not by it, while the others stay. */
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
