import { isFocusLost } from '../../../platform/focus-lost.ts'
import type { RangeBounds } from '../cell-range.ts'
import type { CellPosition } from '../cell-steps.ts'
import {
  columnsInSight,
  placeColumns,
  scrollLeftShowing,
  type ColumnPlaces,
  type PlacedColumn,
} from '../column-places.ts'
import { ScrollDragDetector, dragGap } from '../drag-watch.ts'
import { cellOf, type RecordRow } from '../record-columns.ts'
import type { DrawnRow } from './drawn-row.ts'
import { DrawnRows } from './drawn-rows.ts'
import { VirtualScroll, type ScrolledElements } from './scroll-place.ts'
import { rowsInSight, topShowing } from './scroll-range.ts'

export interface TableElements extends ScrolledElements {
  /** Around header and rows: holds what both need to know about scrolling. */
  readonly frame: HTMLElement
  /** Holds the rows; as wide as the view. */
  readonly holder: HTMLElement
}

export interface TableSource {
  readonly rowAt: (row: number) => RecordRow | undefined
  /** The number of a row's record in the query, from 0; undefined if it is the row of a group. */
  readonly numberOf: (row: number) => number | undefined
  /** How many levels of groups are around the records. */
  readonly depth: () => number
  readonly isSelected: (position: number) => boolean
  /** The selected range of cells; undefined if there is none. */
  readonly range: () => RangeBounds | undefined
  /** These rows are in view or soon will be; inclusive. */
  readonly onWanted: (first: number, last: number) => void
  readonly onLastInSight: (row: number) => void
  readonly onRowCount: (rows: number) => void
  readonly onColumns: (columns: readonly PlacedColumn[]) => void
  /** @param width of the view, in pixels */
  readonly onWidth: (width: number) => void
}

export interface TableCell {
  readonly row: number
  readonly path: string
  /** Undefined if it isn't loaded yet. */
  readonly record: RecordRow | undefined
  readonly element: HTMLElement
}

export interface TableRow extends Omit<TableCell, 'path' | 'element'> {
  /** Whether it is the row's number. */
  readonly isNumber: boolean
}

/** Rows requested ahead in the direction of scrolling. */
const rowsAhead = 20

/** How long rows may take after a jump before placeholders are drawn, in milliseconds: a frame and a half. */
const redrawDelay = 24

/**
 * The table's rows, of which only the visible ones are drawn. Holds scroll position, columns and focus; the owner loads
 * the rows.
 */
export class TableBody {
  readonly #elements: TableElements
  readonly #source: TableSource
  readonly #scroll: VirtualScroll
  readonly #rows: DrawnRows
  readonly #resizing: ResizeObserver
  #places: ColumnPlaces = placeColumns([], 0)
  #columns: readonly PlacedColumn[] = []
  #knowsRows = false
  #viewWidth = 0
  #scrollLeft = Number.NaN
  /** The cell that has the focus, or had it last. */
  #current: { row: number; path: string } | undefined
  #hasFocus = false
  readonly #drag = new ScrollDragDetector()
  #dragEnd: ReturnType<typeof setTimeout> | undefined
  #late: ReturnType<typeof setTimeout> | undefined
  #lastTop = 0
  #lastInSight = -1
  /** Negative when scrolling up. */
  #askedAhead = 0
  /** Whether the header, not a cell, is reached by Tab. */
  #isHeaderCurrent = false
  #tabStop: HTMLElement | undefined
  /** Runs once a column's cells are loaded. */
  #awaited: { readonly path: string; readonly act: () => void } | undefined

  constructor(elements: TableElements, source: TableSource) {
    this.#elements = elements
    this.#source = source
    this.#scroll = new VirtualScroll(elements, () => this.#follow())
    this.#rows = new DrawnRows(elements.holder)
    this.#resizing = new ResizeObserver(() => this.#measure())
    this.#resizing.observe(elements.scroller)
    // On another screen or zoomed, its size can stay the same in pixels of the page.
    this.#resizing.observe(elements.frame, { box: 'device-pixel-content-box' })
    this.#measure()
  }

  end(): void {
    this.#resizing.disconnect()
    clearTimeout(this.#dragEnd)
    clearTimeout(this.#late)
    this.#scroll.end()
    this.#rows.end()
  }

  get rowCount(): number {
    return this.#scroll.range.rows
  }

  get places(): ColumnPlaces {
    return this.#places
  }

  get viewWidth(): number {
    return this.#viewWidth
  }

  get scrollLeft(): number {
    return this.#scroll.left
  }

  get pageRows(): number {
    const { viewHeight, rowHeight } = this.#scroll.range
    return Math.max(1, Math.floor(viewHeight / rowHeight) - 1)
  }

  get firstRow(): number {
    return Math.max(0, Math.min(this.rowCount - 1, Math.ceil(this.#scroll.top / this.#scroll.range.rowHeight)))
  }

  /** The last row at least partly in view; -1 if there is none. */
  get lastRow(): number {
    return rowsInSight(this.#scroll.range, this.#scroll.top).last
  }

  get current(): { readonly row: number; readonly path: string } | undefined {
    return this.#current
  }

  /** Whether a cell has the focus, or lost it by being removed. */
  get hasFocus(): boolean {
    return this.#hasFocus
  }

  /** Sets the number of rows; before that none is requested. */
  setRowCount(rows: number): void {
    this.#knowsRows = true
    if (rows === this.rowCount) return
    this.#source.onRowCount(rows)
    this.#scroll.setSize({ ...this.#scroll.range, rows }, this.#wholeWidth())
    this.draw()
    const lastRow = rows - 1
    if (this.#hasFocus && this.#current !== undefined && this.#current.row > lastRow && lastRow >= 0)
      this.focusCell(lastRow, this.#current.path)
  }

  /** Sets the height of a row, in pixels; the first row in view stays. */
  setRowHeight(rowHeight: number): void {
    const { range, top } = this.#scroll
    if (range.rowHeight === rowHeight) return
    this.#elements.frame.style.setProperty('--row-height', `${rowHeight}px`)
    this.#scroll.setSize({ ...range, rowHeight }, this.#wholeWidth())
    this.#scroll.goTo((top / range.rowHeight) * rowHeight)
    this.draw()
  }

  setPlaces(places: ColumnPlaces): void {
    const path = this.#current?.path
    this.#places = places
    this.#columns = []
    this.#scroll.setSize(this.#scroll.range, this.#wholeWidth())
    if (this.#current !== undefined && path !== undefined && !places.byPath.has(path)) {
      const [first] = places.all
      this.#current = first === undefined ? undefined : { row: this.#current.row, path: first.column.path }
    }
    this.draw()
    // A cell that moved within its row has lost it.
    if (this.#hasFocus && this.#current !== undefined && isFocusLost())
      this.focusCell(this.#current.row, this.#current.path)
  }

  /** Draws what is in view, touching only what changed. */
  draw(): void {
    clearTimeout(this.#late)
    const { range, left } = this.#scroll
    const { first, last } = this.#wantRows()
    if (left !== this.#scrollLeft) {
      this.#scrollLeft = left
      this.#elements.frame.style.setProperty('--scroll-left', `${left}px`)
    }
    this.#seeColumns(left)
    const focused = this.#hasFocus ? this.#current?.row : undefined
    this.#rows.draw({
      first,
      last,
      kept: focused !== undefined && focused < range.rows ? focused : undefined,
      columns: this.#columns,
      places: this.#places,
      yOf: (row) => this.#scroll.yOf(row),
      rowAt: this.#source.rowAt,
      numberOf: this.#source.numberOf,
      depth: this.#source.depth(),
      isSelected: this.#source.isSelected,
      range: this.#source.range(),
    })
    this.#setTabStop(first)
    this.#actOnCells(first, last)
  }

  #actOnCells(first: number, last: number): void {
    if (this.#awaited === undefined) return
    const { path, act } = this.#awaited
    for (let row = first; row <= last; row += 1) {
      const record = this.#source.rowAt(row)
      if (record === undefined || cellOf(record, path) === undefined) return
    }
    this.#awaited = undefined
    act()
  }

  /**
   * Draws the scrolled view. After a single jump the rows mostly arrive before the next frame, and placeholders would
   * only delay them.
   */
  #follow(): void {
    const { first, last, isJump } = this.#wantRows()
    let isThere = true
    for (let row = first; isThere && row <= last; row += 1) isThere = this.#source.rowAt(row) !== undefined
    if (!isJump || isThere || this.#drag.isDragged(performance.now())) this.draw()
    else {
      clearTimeout(this.#late)
      this.#late = setTimeout(() => this.draw(), redrawDelay)
    }
  }

  /** Reports which rows are in view or soon will be. */
  #wantRows(): { readonly first: number; readonly last: number; readonly isJump: boolean } {
    const { range, top } = this.#scroll
    const { first, last } = rowsInSight(range, top)
    // While scrolling, the next rows are wanted too; after a jump, only the visible ones, as fast as possible.
    const way = top - this.#lastTop
    const isJump = Math.abs(way) >= range.viewHeight
    const now = performance.now()
    if (way !== 0) {
      this.#askedAhead = isJump ? 0 : Math.sign(way) * rowsAhead
      this.#drag.move(isJump, now)
    }
    this.#lastTop = top
    clearTimeout(this.#dragEnd)
    if (this.#drag.isDragged(now)) this.#dragEnd = setTimeout(() => this.draw(), dragGap)
    else if (this.#knowsRows)
      this.#source.onWanted(
        Math.max(0, first + Math.min(0, this.#askedAhead)),
        // Of a query without rows the first is requested, to notice when there are some.
        Math.max(0, Math.min(range.rows - 1, last + Math.max(0, this.#askedAhead))),
      )
    if (last !== this.#lastInSight) {
      this.#lastInSight = last
      this.#source.onLastInSight(last)
    }
    return { first, last, isJump }
  }

  goToTop(): void {
    this.#scroll.goTo(0)
    this.draw()
  }

  showRow(row: number, where: 'nearest' | 'middle' = 'nearest'): void {
    const { range, top } = this.#scroll
    const wanted = topShowing(range, top, row, where)
    if (wanted !== top) this.#scroll.goTo(wanted)
    this.draw()
  }

  /** @param left scroll position of the unpinned columns, in pixels */
  goAcross(left: number): void {
    this.#scroll.goAcross(left)
    this.draw()
  }

  /**
   * Scrolls a column into view.
   * @param act runs once its visible cells are loaded: of hundreds of columns only the visible ones are
   */
  showColumn(path: string, act?: () => void): void {
    if (act !== undefined) this.#awaited = { path, act }
    else if (this.#awaited?.path !== path) this.#awaited = undefined
    const left = scrollLeftShowing(this.#places, path, this.scrollLeft, this.#viewWidth)
    if (left !== this.scrollLeft || act !== undefined) this.goAcross(left)
  }

  /** Scrolls a cell into view and focuses it. */
  focusCell(row: number, path: string, where: 'nearest' | 'middle' = 'nearest'): void {
    if (row < 0 || row >= this.rowCount || !this.#places.byPath.has(path)) return
    this.#current = { row, path }
    this.#isHeaderCurrent = false
    this.showColumn(path)
    this.showRow(row, where)
    this.#rows.at(row)?.cellElement(path)?.focus({ preventScroll: true })
  }

  /** Focuses the cell that had the focus last, or the first one. */
  focusCurrent(row = this.#current?.row ?? 0, where: 'nearest' | 'middle' = 'nearest'): void {
    const path = this.#current?.path ?? this.#places.all[0]?.column.path
    // The query may have fewer rows than before.
    if (path !== undefined) this.focusCell(Math.min(row, Math.max(0, this.rowCount - 1)), path, where)
  }

  placeOf({ row, path }: { readonly row: number; readonly path: string }): CellPosition {
    return { row, column: this.#places.byPath.get(path)?.index ?? 0 }
  }

  cellAround(element: EventTarget | null): TableCell | undefined {
    const cell = element instanceof Element ? element.closest<HTMLElement>('[role="gridcell"]') : null
    const row = cell === null ? undefined : this.#rows.around(cell)
    const path = cell === null ? undefined : row?.pathOf(cell)
    if (cell === null || row === undefined || path === undefined) return undefined
    return { row: row.index, path, record: row.record, element: cell }
  }

  rowAround(element: EventTarget | null): TableRow | undefined {
    const row = element instanceof Element ? this.#rows.around(element) : undefined
    return row && { row: row.index, record: row.record, isNumber: row.isNumber(element) }
  }

  cellElements(path: string): HTMLElement[] {
    return Array.from(this.#rows.all(), (row: DrawnRow) => row.cellElement(path)).filter((cell) => cell !== undefined)
  }

  takeFocus(cell: TableCell): void {
    this.#hasFocus = true
    this.#isHeaderCurrent = false
    this.#current = { row: cell.row, path: cell.path }
    this.#setTabStop(this.firstRow)
  }

  leaveFocus(): void {
    this.#hasFocus = false
  }

  /** Makes Tab reach the header until a cell has the focus again. */
  leaveToHeader(): void {
    this.#isHeaderCurrent = true
    this.#setTabStop(this.firstRow)
  }

  #wholeWidth(): number {
    const { left, free, right } = this.#places.width
    return left + free + right
  }

  #measure(): void {
    const { clientWidth, clientHeight } = this.#elements.scroller
    const { range } = this.#scroll
    const isSame =
      clientWidth === this.#viewWidth && clientHeight === range.viewHeight && devicePixelRatio === range.pixelRatio
    if (isSame) return
    const hasOtherWidth = clientWidth !== this.#viewWidth
    this.#viewWidth = clientWidth
    this.#elements.frame.style.setProperty('--view-width', `${clientWidth}px`)
    this.#elements.frame.style.setProperty('--view-height', `${clientHeight}px`)
    this.#scroll.setSize({ ...range, viewHeight: clientHeight, pixelRatio: devicePixelRatio }, this.#wholeWidth())
    this.draw()
    if (hasOtherWidth) this.#source.onWidth(clientWidth)
  }

  #seeColumns(left: number): void {
    const inSight = columnsInSight(this.#places, left, this.#viewWidth)
    const focused =
      this.#hasFocus && this.#current !== undefined ? this.#places.byPath.get(this.#current.path) : undefined
    const columns =
      focused === undefined || inSight.includes(focused)
        ? inSight
        : [...inSight, focused].sort((one, other) => one.index - other.index)
    const isSame =
      columns.length === this.#columns.length && columns.every((each, order) => each === this.#columns[order])
    if (isSame) return
    this.#columns = columns
    this.#source.onColumns(columns)
  }

  /** Makes one cell reachable by Tab: the last focused one, or the first in view. */
  #setTabStop(firstRow: number): void {
    const current = this.#current
    const row = (current && this.#rows.at(current.row)) ?? this.#rows.at(firstRow)
    const path = current?.path ?? ''
    const stop = this.#isHeaderCurrent
      ? undefined
      : (row?.cellElement(path) ?? row?.cellElement(this.#columns[0]?.column.path ?? ''))
    if (stop === this.#tabStop) return
    if (this.#tabStop !== undefined) this.#tabStop.tabIndex = -1
    if (stop !== undefined) stop.tabIndex = 0
    this.#tabStop = stop
  }
}
