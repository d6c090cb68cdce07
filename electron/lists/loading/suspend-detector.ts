interface Options {
  readonly now: () => number
  /** Called when the computer seems to have slept. */
  readonly onWake: () => void
  /** How often the clock is checked, milliseconds. */
  readonly every?: number
}

/** A clock this many checks ahead of the timer means sleep, not just a busy computer. */
const missedChecks = 6

/**
 * Detects by the clock that the computer slept, if the system doesn't report it: timers stop during sleep, the clock
 * doesn't. Checks only while work is running.
 */
export class SuspendDetector {
  readonly #now: () => number
  readonly #onWake: () => void
  readonly #every: number
  #works = 0
  #timer: NodeJS.Timeout | undefined
  #checkedAt = 0

  constructor({ now, onWake, every = 5000 }: Options) {
    this.#now = now
    this.#onWake = onWake
    this.#every = every
  }

  /** Checks while this work is running. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#works += 1
    if (this.#timer === undefined) {
      this.#checkedAt = this.#now()
      this.#timer = setInterval(() => this.#check(), this.#every).unref()
    }
    try {
      return await work
    } finally {
      this.#works -= 1
      if (this.#works === 0) {
        clearInterval(this.#timer)
        this.#timer = undefined
      }
    }
  }

  #check(): void {
    const gap = this.#now() - this.#checkedAt
    this.#checkedAt = this.#now()
    if (gap > this.#every * missedChecks) this.#onWake()
  }
}
