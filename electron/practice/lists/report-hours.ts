import { share } from './chance.ts'
import { hourMs, reportRate } from './report-rhythm.ts'

/** About how far the reports reach back, hours. */
const reach = 180 * 24

/** How long withdrawn reports stay in the list, hours. */
const withdrawnAfter = 72

/** Which report it is: number `index` of those created in `hour` (since the epoch, UTC), which are `created`. */
export interface ReportPlace {
  readonly hour: number
  readonly index: number
  readonly created: number
  readonly isWithdrawn: boolean
}

/**
 * Says which reports exist at a moment: the newest `count`. Each hour creates the same ones, whatever the moment, so
 * that a later moment has new ones, lacks the oldest, and lacks those that were withdrawn meanwhile.
 */
export class ReportHours {
  readonly #count: number
  readonly #lastHour: number
  /** Number of reports in the newest hour, in the newest two, and so on. */
  readonly #ends: number[] = []

  /** @param moment a full hour, milliseconds since the epoch */
  constructor(count: number, moment: number) {
    this.#count = count
    this.#lastHour = Math.floor(moment / hourMs) - 1
    for (let total = 0; total < count; this.#ends.push(total)) {
      const hour = this.#lastHour - this.#ends.length
      total += createdIn(hour, count) - (this.#isCleared(hour) ? withdrawnIn(hour, count) : 0)
    }
  }

  /** Returns a report's place. @param position in the list, newest first */
  at(position: number): ReportPlace {
    let low = 0
    for (let high = this.#ends.length - 1; low < high;) {
      const middle = (low + high) >>> 1
      if ((this.#ends[middle] ?? 0) > position) high = middle
      else low = middle + 1
    }
    const hour = this.#lastHour - low
    const created = createdIn(hour, this.#count)
    const withdrawn = withdrawnIn(hour, this.#count)
    const present = this.#isCleared(hour) ? created - withdrawn : created
    const index = present - 1 - (position - (this.#ends[low - 1] ?? 0))
    return { hour, index, created, isWithdrawn: index >= created - withdrawn }
  }

  #isCleared(hour: number): boolean {
    return this.#lastHour - hour >= withdrawnAfter
  }
}

function createdIn(hour: number, count: number): number {
  return Math.floor((count / reach) * reportRate(hour) + share(hour, 11))
}

/** Returns how many of an hour's reports are withdrawn: its last ones. */
function withdrawnIn(hour: number, count: number): number {
  return Math.floor(createdIn(hour, count) * 0.02 + share(hour, 12) * 0.99)
}
