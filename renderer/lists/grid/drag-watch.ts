/** Maximum time between two jumps of a dragged scroll bar, in milliseconds: a little over two frames. */
export const dragGap = 40

/** Number of such jumps that make a drag. */
const minJumps = 3

/**
 * Tells dragging the scroll bar through a long list from single jumps. During a drag no rows arrive in time for their
 * frame, and requesting them only slows down the next one.
 */
export class ScrollDragDetector {
  #last = Number.NEGATIVE_INFINITY
  #inARow = 0

  /** The table has moved. @param isJump no row stayed in view @param now in milliseconds */
  move(isJump: boolean, now: number): void {
    this.#inARow = isJump ? (now - this.#last <= dragGap ? this.#inARow + 1 : 1) : 0
    this.#last = now
  }

  isDragged(now: number): boolean {
    return this.#inARow >= minJumps && now - this.#last <= dragGap
  }
}
