import { defaultRowHeight } from '../../model/row-density.ts'
import { canvasHeight, isScaled, maxTop, scrollTopAt, topAt, type ScrollRange } from './scroll-range.ts'

export interface ScrolledElements {
  readonly scroller: HTMLElement
  /** The scroller's content: as tall as all rows, or as tall as a browser allows. */
  readonly canvas: HTMLElement
}

/** Farther than any window is tall, in pixels. */
const farAway = 100_000

/** The table's scroll position: exact to a row's pixel, even if a pixel of the scroll bar stands for many. */
export class VirtualScroll {
  readonly #elements: ScrolledElements
  readonly #onMove: () => void
  #range: ScrollRange = { rows: 0, viewHeight: 0, rowHeight: defaultRowHeight, pixelRatio: 1 }
  #width = 0
  #top = 0
  /** The last set position; while it holds, the exact one is valid. */
  #scrollTop = 0
  #takesWheel = false

  /** @param onMove the rows have moved */
  constructor(elements: ScrolledElements, onMove: () => void) {
    this.#elements = elements
    this.#onMove = onMove
    elements.scroller.addEventListener('scroll', this.#follow, { passive: true })
  }

  end(): void {
    this.#elements.scroller.removeEventListener('scroll', this.#follow)
    this.#elements.scroller.removeEventListener('wheel', this.#wheel)
  }

  get range(): ScrollRange {
    return this.#range
  }

  get top(): number {
    return this.#top
  }

  get left(): number {
    return this.#elements.scroller.scrollLeft
  }

  /** Where a row is, in pixels from the top of the view. */
  yOf(row: number): number {
    const y = Math.round(row * this.#range.rowHeight - this.#top)
    // A distant row, drawn because it has the focus, is placed just outside the view.
    return Math.max(-farAway, Math.min(farAway, y))
  }

  /** Sets the size to scroll; the visible rows stay. @param width of all columns, in pixels */
  setSize(range: ScrollRange, width: number): void {
    const { canvas, scroller } = this.#elements
    const before = this.#range
    const hasOtherRows =
      before.rows !== range.rows ||
      before.viewHeight !== range.viewHeight ||
      before.rowHeight !== range.rowHeight ||
      before.pixelRatio !== range.pixelRatio
    if (!hasOtherRows && width === this.#width) return
    this.#range = range
    this.#width = width
    canvas.style.height = `${canvasHeight(range)}px`
    canvas.style.width = `${width}px`
    if (isScaled(range) !== this.#takesWheel) {
      this.#takesWheel = !this.#takesWheel
      if (this.#takesWheel) scroller.addEventListener('wheel', this.#wheel, { passive: false })
      else scroller.removeEventListener('wheel', this.#wheel)
    }
    if (hasOtherRows && (isScaled(range) || isScaled(before) || this.#top > maxTop(range))) this.goTo(this.#top)
  }

  goTo(top: number): void {
    const { scroller } = this.#elements
    this.#top = Math.max(0, Math.min(maxTop(this.#range), top))
    scroller.scrollTop = scrollTopAt(this.#range, this.#top)
    this.#scrollTop = scroller.scrollTop
    if (!isScaled(this.#range)) this.#top = topAt(this.#range, this.#scrollTop)
  }

  goAcross(left: number): void {
    this.#elements.scroller.scrollLeft = left
  }

  readonly #follow = (): void => {
    // Zooming in cuts the canvas off and moves the scroll bar; the table measures it again next.
    if (devicePixelRatio !== this.#range.pixelRatio) return
    const { scrollTop } = this.#elements.scroller
    if (scrollTop !== this.#scrollTop) {
      this.#scrollTop = scrollTop
      this.#top = topAt(this.#range, scrollTop)
    }
    this.#onMove()
  }

  /** The wheel scrolls by pixels of the rows, even if those of the scroll bar stand for many. */
  readonly #wheel = (event: WheelEvent): void => {
    // Ctrl zooms, Shift scrolls horizontally.
    if (event.ctrlKey || event.deltaY === 0 || event.shiftKey) return
    event.preventDefault()
    const unit =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE
        ? this.#range.rowHeight
        : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
          ? this.#range.viewHeight
          : 1
    this.goTo(this.#top + event.deltaY * unit)
    if (event.deltaX !== 0) this.goAcross(this.left + event.deltaX)
    this.#onMove()
  }
}
