interface Options {
  readonly now: () => number
  /** Called once the computer seems to have slept. */
  readonly onWake: () => void
  /** How often the clock is looked at, milliseconds. */
  readonly every?: number
}

/** A clock that is this many looks ahead of the timer was not just a busy computer. */
const missedLooks = 6

/**
 * Notices by the clock that the computer slept, if the system does not report it: timers stand still then, and the clock does
 * not. It looks only while there is work.
 */
export class SuspendDetector {
  readonly #now: () => number
  readonly #onWake: () => void
  readonly #every: number
  #works = 0
  #timer: NodeJS.Timeout | undefined
  #lookedAt = 0

  constructor({ now, onWake, every = 5000 }: Options) {
    this.#now = now
    this.#onWake = onWake
    this.#every = every
  }

  /** Looks while this work is under way. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#works += 1
    if (this.#timer === undefined) {
      this.#lookedAt = this.#now()
      this.#timer = setInterval(() => this.#look(), this.#every).unref()
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

  #look(): void {
    const gap = this.#now() - this.#lookedAt
    this.#lookedAt = this.#now()
    if (gap > this.#every * missedLooks) this.#onWake()
  }
}
