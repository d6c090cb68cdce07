import { clockOf, dayMs } from '#shared/values/local-day.ts'

/** Maximum time between two checks, ms. */
const maxIntervalMs = 3_600_000

/** Pause before a failed check is repeated, ms. Another process may have been changing the data, or the disk was full. */
const retryMs = 60_000

interface Timers<Timer> {
  readonly set: (run: () => void, milliseconds: number) => Timer
  readonly clear: (timer: Timer) => void
}

interface Options<Timer> {
  /** Starts a check and handles its errors, with {@link NoticeSchedule.retry} if need be. */
  readonly check: () => void
  readonly now: () => number
  readonly timers: Timers<Timer>
  /** IANA name; defaults to the computer's time zone. */
  readonly timeZone?: string
}

/** Runs a check at start, every hour, at local midnight, and when the computer wakes up. */
export class NoticeSchedule<Timer> {
  readonly #options: Options<Timer>
  #timer: Timer | undefined
  #ended = false

  constructor(options: Options<Timer>) {
    this.#options = options
  }

  /** Runs the first check and starts the timer. */
  start(): void {
    this.#checkAndWait()
  }

  /** Runs a check and restarts the timer, because the clock or the time zone may have changed. */
  wake(): void {
    if (!this.#ended) this.#checkAndWait()
  }

  /** Repeats a check that failed in a minute. */
  retry(): void {
    if (!this.#ended) this.#wait(retryMs)
  }

  /** Stops for good. */
  end(): void {
    this.#ended = true
    this.#stopTimer()
  }

  #checkAndWait(): void {
    const { check, now, timeZone } = this.#options
    this.#stopTimer()
    check()
    const moment = now()
    this.#wait(Math.min(startOfNextDay(moment, timeZone) - moment, maxIntervalMs))
  }

  #wait(milliseconds: number): void {
    this.#stopTimer()
    this.#timer = this.#options.timers.set(() => this.#checkAndWait(), milliseconds)
  }

  #stopTimer(): void {
    if (this.#timer !== undefined) this.#options.timers.clear(this.#timer)
    this.#timer = undefined
  }
}

/**
 * Returns the start of the next local day, in milliseconds since the epoch. That is 01:00 if daylight saving time starts
 * at midnight.
 * @param timeZone IANA name; defaults to the computer's time zone, which may have changed
 */
export function startOfNextDay(now: number, timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone): number {
  const clock = clockOf(timeZone)
  return clock.instantOf((Math.floor(clock.wall(now) / dayMs) + 1) * dayMs)
}
