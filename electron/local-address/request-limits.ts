import { refused } from './request-checks.ts'

export interface Limits {
  /** Requests that are worked on at the same time. */
  readonly atOnce: number
  readonly perMinute: number
}

/** Far more than a program needs that works through lists, and less than one that calls in an endless loop. */
export const standardLimits: Limits = { atOnce: 64, perMinute: 6000 }

const seconds = 60

/** Counts the requests of a local address, and refuses those over its limits. */
export class RequestLimits {
  readonly #limits: Limits
  readonly #now: () => number
  /** Requests in each of the last 60 seconds, at the second's place. */
  readonly #counts = new Uint32Array(seconds)
  #second: number
  #underWay = 0

  /** @param now milliseconds since the epoch */
  constructor(limits: Limits, now: () => number) {
    this.#limits = limits
    this.#now = now
    this.#second = Math.floor(now() / 1000)
  }

  /** Number of requests in the last minute, refused ones included. */
  get lastMinute(): number {
    this.#advance()
    return this.#counts.reduce((sum, count) => sum + count, 0)
  }

  /** Begins a request. @returns what ends it @throws `local-limit-exceeded` */
  begin(): () => void {
    const before = this.lastMinute
    const place = this.#second % seconds
    this.#counts[place] = (this.#counts[place] ?? 0) + 1
    const { atOnce, perMinute } = this.#limits
    if (before >= perMinute)
      throw refused(
        429,
        'local-limit-exceeded',
        `This local address takes ${perMinute} requests a minute.`,
        'Wait a minute, then send fewer.',
      )
    if (this.#underWay >= atOnce)
      throw refused(
        429,
        'local-limit-exceeded',
        `This local address takes ${atOnce} requests at the same time.`,
        'Wait for responses before you send more.',
      )
    this.#underWay += 1
    return () => (this.#underWay -= 1)
  }

  /** Clears the seconds that have passed since the last request. */
  #advance(): void {
    const second = Math.floor(this.#now() / 1000)
    const passed = Math.min(seconds, second - this.#second)
    // If the clock was set back, counting starts again.
    if (passed < 0) this.#counts.fill(0)
    for (let each = 1; each <= passed; each += 1) this.#counts[(this.#second + each) % seconds] = 0
    this.#second = second
  }
}
