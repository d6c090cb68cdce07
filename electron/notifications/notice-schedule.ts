/** An hour, milliseconds: the longest time between two looks. */
const hour = 3_600_000

interface Timers<Timer> {
  readonly set: (run: () => void, milliseconds: number) => Timer
  readonly clear: (timer: Timer) => void
}

interface Options<Timer> {
  /** Runs at each look; its failures are its own affair. */
  readonly look: () => void
  readonly now: () => number
  readonly timers: Timers<Timer>
  /** An IANA name; the computer's own unless given. */
  readonly timeZone?: string
}

/** Looks at start, every hour, at local midnight, and whenever it is told that the computer woke up. */
export class NoticeSchedule<Timer> {
  readonly #options: Options<Timer>
  #timer: Timer | undefined
  #ended = false

  constructor(options: Options<Timer>) {
    this.#options = options
  }

  start(): void {
    this.#lookAndWait()
  }

  /** The computer woke up, or its clock or zone may have changed: the timer that ran is worth nothing. */
  wake(): void {
    if (!this.#ended) this.#lookAndWait()
  }

  end(): void {
    this.#ended = true
    this.#stopTimer()
  }

  #lookAndWait(): void {
    const { look, now, timers, timeZone } = this.#options
    this.#stopTimer()
    look()
    const moment = now()
    const untilMidnight = startOfNextDay(moment, timeZone) - moment
    this.#timer = timers.set(() => this.#lookAndWait(), Math.min(hour, untilMidnight))
  }

  #stopTimer(): void {
    if (this.#timer !== undefined) this.#options.timers.clear(this.#timer)
    this.#timer = undefined
  }
}

/**
 * The first moment of the next local day, milliseconds since the epoch. Not always midnight, nor 24 hours away: where
 * the clock is put forward at midnight, the day begins at one.
 * @param timeZone an IANA name; the computer's own unless given
 */
export function startOfNextDay(now: number, timeZone?: string): number {
  const dates = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(timeZone === undefined ? {} : { timeZone }),
  })
  const today = dates.format(now)
  // The day is another one at `late`, and still the same at `early`: halved until they meet.
  let early = now
  let late = now + 27 * hour
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (dates.format(middle) === today) early = middle
    else late = middle
  }
  return late
}
