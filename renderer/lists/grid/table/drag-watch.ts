/** How soon after one jump the next one comes while the scroll bar is dragged, milliseconds: two frames and a bit. */
export const dragGap = 40

/** How many such jumps make a drag. */
const minJumps = 3

/**
 * Tells a scroll bar that is dragged through a long list, where each frame is at quite another place, from single jumps.
 * In a drag no rows come in time for the frame they are for, and asking for them only takes the time of the next frame.
 */
export class ScrollDragDetector {
  #last = Number.NEGATIVE_INFINITY
  #inARow = 0

  /** The table is at another place. @param isJump none of the rows that were in sight are. @param now milliseconds */
  move(isJump: boolean, now: number): void {
    this.#inARow = isJump ? (now - this.#last <= dragGap ? this.#inARow + 1 : 1) : 0
    this.#last = now
  }

  isDragged(now: number): boolean {
    return this.#inARow >= minJumps && now - this.#last <= dragGap
  }
}
