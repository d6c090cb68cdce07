/** From 16.7 million pixels on, positions in single precision are no whole pixels. */
const maxHeight = 16_000_000

/** Browsers cut elements off at 33,554,431 pixels of the screen. */
const maxDeviceHeight = 33_000_000

export interface ScrollRange {
  readonly rows: number
  readonly viewHeight: number
  /** Height of a row, in pixels. */
  readonly rowHeight: number
  /** Pixels of the screen for each pixel of the page, by screen and zoom. */
  readonly pixelRatio: number
}

/** Maximum height of the scrolled element, in pixels. */
export function maxCanvasHeight({ pixelRatio }: ScrollRange): number {
  return Math.min(maxHeight, Math.floor(maxDeviceHeight / pixelRatio))
}

export function rowsHeight({ rows, rowHeight }: ScrollRange): number {
  return rows * rowHeight
}

/** Height of the scrolled element: that of all rows, up to a browser's maximum. */
export function canvasHeight(range: ScrollRange): number {
  return Math.min(rowsHeight(range), maxCanvasHeight(range))
}

/** Whether a pixel of the scroll bar stands for more than one of the rows. */
export function isScaled(range: ScrollRange): boolean {
  return rowsHeight(range) > maxCanvasHeight(range)
}

/** The largest scroll position, in pixels of the rows. */
export function maxTop(range: ScrollRange): number {
  return Math.max(0, rowsHeight(range) - range.viewHeight)
}

/** Converts a position of the scrolled element to one of the rows. */
export function topAt(range: ScrollRange, scrollTop: number): number {
  if (!isScaled(range)) return Math.max(0, Math.min(maxTop(range), scrollTop))
  const part = scrollTop / (canvasHeight(range) - range.viewHeight)
  return Math.max(0, Math.min(1, part)) * maxTop(range)
}

/** Converts a position of the rows to one of the scrolled element. */
export function scrollTopAt(range: ScrollRange, top: number): number {
  const bounded = Math.max(0, Math.min(maxTop(range), top))
  if (!isScaled(range)) return bounded
  return (bounded / maxTop(range)) * (canvasHeight(range) - range.viewHeight)
}

/** Returns the first and last row at least partly in view; `last` is before `first` if there are none. */
export function rowsInSight(range: ScrollRange, top: number): { readonly first: number; readonly last: number } {
  const first = Math.max(0, Math.floor(top / range.rowHeight))
  const last = Math.min(range.rows, Math.ceil((top + range.viewHeight) / range.rowHeight)) - 1
  return { first, last }
}

/** Returns the position nearest to `top` at which a row is fully in view, or in its middle. */
export function topShowing(range: ScrollRange, top: number, row: number, where: 'nearest' | 'middle'): number {
  const { rowHeight } = range
  const rowTop = row * rowHeight
  const above = rowTop + rowHeight - range.viewHeight
  const wanted =
    where === 'middle' ? rowTop - (range.viewHeight - rowHeight) / 2 : Math.min(rowTop, Math.max(above, top))
  return Math.max(0, Math.min(maxTop(range), Math.round(wanted)))
}
