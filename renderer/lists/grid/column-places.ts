import type { ArrangedColumn } from '../model/column-layout.ts'

export type ColumnSide = 'left' | 'free' | 'right'

export interface PlacedColumn {
  readonly column: ArrangedColumn
  /** Among all drawn columns, from 0. */
  readonly index: number
  readonly side: ColumnSide
  /** From the left edge of its side, in pixels. */
  readonly left: number
  readonly width: number
  /** Whether it borders the line between pinned and scrolled columns. */
  readonly isAtPinEdge: boolean
}

/** All columns with their places; the unpinned ones scroll between the pinned ones. */
export interface ColumnPlaces {
  readonly all: readonly PlacedColumn[]
  readonly byPath: ReadonlyMap<string, PlacedColumn>
  readonly free: readonly PlacedColumn[]
  /** Widths of the sides, in pixels. */
  readonly width: Readonly<Record<ColumnSide, number>>
}

/** Minimum width left for unpinned columns, in pixels. */
const minFreeWidth = 120

/**
 * Places columns in their order: pinned left, unpinned, pinned right. If too little would be left for the unpinned
 * ones, none is pinned.
 * @param viewWidth in pixels
 * @param gutter width of the row numbers to the left of all columns, in pixels
 */
export function placeColumns(columns: readonly ArrangedColumn[], viewWidth: number, gutter = 0): ColumnPlaces {
  const pinnedWidth = columns.reduce((sum, { pinned, width }) => sum + (pinned === undefined ? 0 : width), 0)
  const pins = gutter + pinnedWidth + minFreeWidth <= viewWidth
  const width = { left: gutter, free: 0, right: 0 }
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

/** Returns the columns at least partly in view, including all pinned ones, in order. */
export function columnsInSight(places: ColumnPlaces, scrollLeft: number, viewWidth: number): readonly PlacedColumn[] {
  const right = scrollLeft + viewWidth - places.width.left - places.width.right
  return places.all.filter(({ side, left, width }) => side !== 'free' || (left < right && left + width > scrollLeft))
}

/** Returns the scroll position at which an unpinned column is fully in view. */
export function scrollLeftShowing(places: ColumnPlaces, path: string, scrollLeft: number, viewWidth: number): number {
  const placed = places.byPath.get(path)
  if (placed?.side !== 'free') return scrollLeft
  const freeWidth = viewWidth - places.width.left - places.width.right
  return Math.max(0, Math.min(placed.left, Math.max(placed.left + placed.width - freeWidth, scrollLeft)))
}
