import type { OpeningTimes } from './connection-opening.ts'

/** When a request went out, and over what. */
export class Departure {
  /** By `performance.now()`. */
  readonly at = performance.now()
  /** How long its connection took to open; undefined where one was reused. */
  readonly opening: OpeningTimes | undefined

  constructor(opening: OpeningTimes | undefined) {
    this.opening = opening
  }
}
