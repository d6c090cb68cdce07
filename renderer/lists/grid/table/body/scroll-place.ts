import { canvasHeight, isScaled, maxTop, rowHeight, scrollTopAt, topAt, type ScrollRange } from './scroll-range.ts'

/** The elements that are scrolled. */
export interface ScrolledElements {
  readonly scroller: HTMLElement
  /** What is in the scroller, as large as all rows are together, or as a browser can have it. */
  readonly canvas: HTMLElement
}

/** Further than any window is high, pixels. */
const farAway = 100_000

/** Where the table is scrolled to: exact to the pixel of a row, also where the scroll bar's pixels stand for many. */
export class VirtualScroll {
  readonly #elements: ScrolledElements
  readonly #onMove: () => void
  #range: ScrollRange = { rows: 0, viewHeight: 0 }
  #width = 0
  #top = 0
  /** Where the element was put; while it is there, the exact place holds. */
  #scrollTop = 0
  #takesWheel = false

  /** @param onMove the rows are at another place */
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

  /** Pixels of the rows. */
  get top(): number {
    return this.#top
  }

  /** Pixels. */
  get left(): number {
    return this.#elements.scroller.scrollLeft
  }

  /** Where a row is, pixels from the top of what is in sight. */
  yOf(row: number): number {
    const y = Math.round(row * rowHeight - this.#top)
    // One far away, which is drawn since it has the focus, is just out of sight.
    return Math.max(-farAway, Math.min(farAway, y))
  }

  /** Says how much there is to scroll; the rows in sight stay where they are. @param width of all columns, pixels */
  setSize(range: ScrollRange, width: number): void {
    const { canvas, scroller } = this.#elements
    const before = this.#range
    const hasOtherRows = before.rows !== range.rows || before.viewHeight !== range.viewHeight
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

  /** @param top pixels of the rows */
  goTo(top: number): void {
    const { scroller } = this.#elements
    this.#top = Math.max(0, Math.min(maxTop(this.#range), top))
    scroller.scrollTop = scrollTopAt(this.#range, this.#top)
    this.#scrollTop = scroller.scrollTop
    if (!isScaled(this.#range)) this.#top = topAt(this.#range, this.#scrollTop)
  }

  /** @param left pixels */
  goAcross(left: number): void {
    this.#elements.scroller.scrollLeft = left
  }

  readonly #follow = (): void => {
    const { scrollTop } = this.#elements.scroller
    if (scrollTop !== this.#scrollTop) {
      this.#scrollTop = scrollTop
      this.#top = topAt(this.#range, scrollTop)
    }
    this.#onMove()
  }

  /** Where the bar's pixels stand for many, the wheel still goes by those of the rows. */
  readonly #wheel = (event: WheelEvent): void => {
    // With Ctrl it makes the page larger, with Shift it goes across.
    if (event.ctrlKey || event.deltaY === 0 || event.shiftKey) return
    event.preventDefault()
    const unit =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE
        ? rowHeight
        : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
          ? this.#range.viewHeight
          : 1
    this.goTo(this.#top + event.deltaY * unit)
    if (event.deltaX !== 0) this.goAcross(this.left + event.deltaX)
    this.#onMove()
  }
}
