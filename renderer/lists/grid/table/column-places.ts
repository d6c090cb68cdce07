import type { ArrangedColumn } from '../../model/column-layout.ts'

/** Which part of the table a column stands in. */
export type ColumnSide = 'left' | 'free' | 'right'

/** A column with its place in the table. */
export interface PlacedColumn {
  readonly column: ArrangedColumn
  /** Among all drawn columns, from 0. */
  readonly index: number
  readonly side: ColumnSide
  /** From the left end of its side, pixels. */
  readonly left: number
  /** Pixels. */
  readonly width: number
  /** It stands at the line between what is pinned and what is scrolled. */
  readonly isAtPinEdge: boolean
}

/** All columns with their places; what is free is scrolled between what is pinned. */
export interface ColumnPlaces {
  /** In the order they stand. */
  readonly all: readonly PlacedColumn[]
  readonly byPath: ReadonlyMap<string, PlacedColumn>
  readonly free: readonly PlacedColumn[]
  /** Widths of the sides, pixels. */
  readonly width: Readonly<Record<ColumnSide, number>>
}

/** What must be left for the columns that are not pinned, pixels. */
const minFreeWidth = 120

/**
 * Places columns that are in their order, those pinned left first and those pinned right last. Where they would leave too
 * little for the others, none is pinned.
 * @param viewWidth pixels
 */
export function placeColumns(columns: readonly ArrangedColumn[], viewWidth: number): ColumnPlaces {
  const pinnedWidth = columns.reduce((sum, { pinned, width }) => sum + (pinned === undefined ? 0 : width), 0)
  const pins = pinnedWidth + minFreeWidth <= viewWidth
  const width = { left: 0, free: 0, right: 0 }
  const sideOf = (column: ArrangedColumn | undefined): ColumnSide => (pins ? column?.pinned : undefined) ?? 'free'
  const all = columns.map((column, index): PlacedColumn => {
    const side = sideOf(column)
    const left = width[side]
    width[side] += column.width
    const isAtPinEdge =
      (side === 'left' && sideOf(columns[index + 1]) !== 'left') ||
      (side === 'right' && sideOf(columns[index - 1]) !== 'right')
    return { column, index, side, left, width: column.width, isAtPinEdge }
  })
  return {
    all,
    byPath: new Map(all.map((placed) => [placed.column.path, placed])),
    free: all.filter(({ side }) => side === 'free'),
    width,
  }
}

/** The columns that are at least partly in sight, all pinned ones among them, in their order. */
export function columnsInSight(places: ColumnPlaces, scrollLeft: number, viewWidth: number): readonly PlacedColumn[] {
  const right = scrollLeft + viewWidth - places.width.left - places.width.right
  return places.all.filter(({ side, left, width }) => side !== 'free' || (left < right && left + width > scrollLeft))
}

/** How far the free columns must be scrolled for one of them to be wholly in sight. */
export function scrollLeftShowing(places: ColumnPlaces, path: string, scrollLeft: number, viewWidth: number): number {
  const placed = places.byPath.get(path)
  if (placed?.side !== 'free') return scrollLeft
  const freeWidth = viewWidth - places.width.left - places.width.right
  return Math.max(0, Math.min(placed.left, Math.max(placed.left + placed.width - freeWidth, scrollLeft)))
}
