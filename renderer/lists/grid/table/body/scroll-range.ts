/** Height of a row, pixels. */
export const rowHeight = 32

/**
 * Tallest that the element is made that is scrolled, pixels. A browser has no taller ones than some 33 million, and from
 * 16.7 million on its single-precision places are no whole pixels any more.
 */
export const maxCanvasHeight = 16_000_000

/** How far a list's rows can be scrolled. */
export interface ScrollRange {
  readonly rows: number
  /** What is seen of the rows at a time, pixels. */
  readonly viewHeight: number
}

/** Height of all rows, pixels. */
export function rowsHeight({ rows }: ScrollRange): number {
  return rows * rowHeight
}

/** Height of the element that is scrolled, pixels: that of all rows, where a browser has elements as tall as that. */
export function canvasHeight(range: ScrollRange): number {
  return Math.min(rowsHeight(range), maxCanvasHeight)
}

/** Whether a pixel of the scroll bar's way stands for more than one of the rows. */
export function isScaled(range: ScrollRange): boolean {
  return rowsHeight(range) > maxCanvasHeight
}

/** How far down the rows can be scrolled, pixels of the rows. */
export function maxTop(range: ScrollRange): number {
  return Math.max(0, rowsHeight(range) - range.viewHeight)
}

/** Where the rows are, in pixels of their own, while the scrolled element is at this place. */
export function topAt(range: ScrollRange, scrollTop: number): number {
  if (!isScaled(range)) return Math.max(0, Math.min(maxTop(range), scrollTop))
  const part = scrollTop / (canvasHeight(range) - range.viewHeight)
  return Math.max(0, Math.min(1, part)) * maxTop(range)
}

/** Where the scrolled element must be for the rows to be at this place. */
export function scrollTopAt(range: ScrollRange, top: number): number {
  const bounded = Math.max(0, Math.min(maxTop(range), top))
  if (!isScaled(range)) return bounded
  return (bounded / maxTop(range)) * (canvasHeight(range) - range.viewHeight)
}

/** The first and the last row that are at least partly in sight; the last is before the first where there are none. */
export function rowsInSight(range: ScrollRange, top: number): { readonly first: number; readonly last: number } {
  const first = Math.max(0, Math.floor(top / rowHeight))
  const last = Math.min(range.rows, Math.ceil((top + range.viewHeight) / rowHeight)) - 1
  return { first, last }
}

/** The place nearest to `top` at which a row is wholly in sight, or in the middle of it. */
export function topShowing(range: ScrollRange, top: number, row: number, where: 'nearest' | 'middle'): number {
  const rowTop = row * rowHeight
  const above = rowTop + rowHeight - range.viewHeight
  const wanted =
    where === 'middle' ? rowTop - (range.viewHeight - rowHeight) / 2 : Math.min(rowTop, Math.max(above, top))
  return Math.max(0, Math.min(maxTop(range), Math.round(wanted)))
}
