import { keptSide } from '../../model/column-layout.ts'
import type { ColumnPlaces, ColumnSide, PlacedColumn } from '../column-places.ts'

export interface DropPlace {
  readonly side: ColumnSide
  /** The column before which it would go; undefined: the end of the side. */
  readonly before: string | undefined
  /** That place, in pixels from the left edge of the side. */
  readonly left: number
}

interface SeenColumns {
  readonly places: ColumnPlaces
  readonly scrollLeft: number
  readonly viewWidth: number
}

/** Returns where a column dropped at `x` goes. @param x from the table's left edge, in pixels */
export function dropPlaceAt({ places, scrollLeft, viewWidth }: SeenColumns, x: number): DropPlace {
  const { left: leftWidth, right: rightWidth } = places.width
  const side = x < leftWidth ? 'left' : x >= viewWidth - rightWidth ? 'right' : 'free'
  const start = side === 'left' ? 0 : side === 'right' ? viewWidth - rightWidth : leftWidth - scrollLeft
  const ofSide = places.all.filter((placed) => placed.side === side)
  const next = ofSide.find(({ left, width }) => x - start < left + width / 2)
  return { side, before: next?.column.path, left: next?.left ?? places.width[side] }
}

export function orderAfterDrop(places: ColumnPlaces, path: string, { side, before }: DropPlace): string[] {
  const others = places.all.filter(({ column }) => column.path !== path)
  // The end of one side is where the next begins.
  const ends: readonly ColumnSide[] = side === 'left' ? ['free', 'right'] : side === 'free' ? ['right'] : []
  const at =
    before === path
      ? (places.byPath.get(path)?.index ?? others.length)
      : others.findIndex((placed) =>
          before === undefined ? ends.includes(placed.side) : placed.column.path === before,
        )
  const order = others.map(({ column }) => column.path)
  order.splice(at === -1 ? order.length : at, 0, path)
  return order
}

/** Returns the order after a column swaps places with its neighbor on the same side; undefined if it has none. */
export function orderAfterStep(places: ColumnPlaces, path: string, by: -1 | 1): string[] | undefined {
  const placed = places.byPath.get(path)
  if (placed === undefined) return undefined
  const neighbour = places.all[placed.index + by]
  if (neighbour === undefined || stepSide(neighbour) !== stepSide(placed)) return undefined
  const order = places.all.map(({ column }) => column.path)
  order[placed.index] = neighbour.column.path
  order[neighbour.index] = path
  return order
}

/** Returns the side within which a column moves. */
function stepSide({ column, side }: PlacedColumn): ColumnSide {
  return column.isPinnedByPlace ? (keptSide(column) ?? 'free') : side
}
