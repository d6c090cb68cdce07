import type { ColumnPlaces } from './column-places.ts'

/** A cell of a query: its row, and the path of its column. */
export interface CellPlace {
  readonly row: number
  readonly path: string
}

/** A rectangle of cells, from the one at which it starts to the one that it was extended to. */
export interface CellRange {
  readonly from: CellPlace
  readonly to: CellPlace
}

/** The rows and the places of the columns of a range, all inclusive. */
export interface RangeBounds {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstColumn: number
  readonly lastColumn: number
}

/** Returns the bounds of a range among these columns; undefined if one at its edge is no longer there. */
export function boundsOf({ from, to }: CellRange, { byPath }: Pick<ColumnPlaces, 'byPath'>): RangeBounds | undefined {
  const [one, other] = [byPath.get(from.path)?.index, byPath.get(to.path)?.index]
  if (one === undefined || other === undefined) return undefined
  return {
    firstRow: Math.min(from.row, to.row),
    lastRow: Math.max(from.row, to.row),
    firstColumn: Math.min(one, other),
    lastColumn: Math.max(one, other),
  }
}
