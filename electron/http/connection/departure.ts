import type { OpeningTimes } from './connection-opening.ts'

/** When a request was sent, and over which connection. */
export class Departure {
  /** In `performance.now()` time. */
  readonly at = performance.now()
  /** How long its connection took to open; undefined if an open one was reused. */
  readonly opening: OpeningTimes | undefined

  constructor(opening: OpeningTimes | undefined) {
    this.opening = opening
  }
}
