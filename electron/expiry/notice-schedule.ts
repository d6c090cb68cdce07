/** Maximum time between two checks, ms. */
const maxIntervalMs = 3_600_000

/** More than the longest local day: clocks are set back by an hour, in history by two. */
const longestDayMs = 27 * 3_600_000

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
    this.#wait(startOfNextDay(moment, timeZone, maxIntervalMs) - moment)
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
 * @param timeZone IANA name; defaults to the computer's time zone
 * @param within milliseconds from now: if the next day starts later, their end is returned
 */
export function startOfNextDay(now: number, timeZone?: string, within: number = longestDayMs): number {
  const dates = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(timeZone === undefined ? {} : { timeZone }),
  })
  const today = dates.format(now)
  // Binary search: `early` is still today, `late` is not.
  let early = now
  let late = now + within
  if (dates.format(late) === today) return late
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (dates.format(middle) === today) early = middle
    else late = middle
  }
  return late
}
