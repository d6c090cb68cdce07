const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const maxCachedDays = 50_000

type CalendarUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'
type TimeUnit = 'minute' | 'hour' | CalendarUnit

/** A moment in milliseconds: `instant` for dates with a zone; `wall`, what the clock shows, for dates without one. */
export interface Moment {
  readonly instant: number
  readonly wall: number
}

/** From `start` up to, but without, `end`. */
export interface Period {
  readonly start: Moment
  readonly end: Moment
}

/** The instant at which a zone's offset from UTC changes, and the offsets before and after. */
interface OffsetChange {
  readonly at: number
  readonly before: number
  readonly after: number
}

/** Splits time into minutes, hours, days and so on, by a zone's clock and calendar. Instants are in milliseconds. */
export class ZoneClock {
  readonly #format: Intl.DateTimeFormat | undefined
  /** By days: their offset, or how it changes. */
  readonly #offsets = new Map<number, number | OffsetChange>()

  /**
   * @param timeZone as the IANA database names it; `UTC` costs nothing
   * @throws RangeError for an unknown time zone
   */
  constructor(timeZone: string) {
    this.#format =
      timeZone === 'UTC' ? undefined : new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  }

  /** What a clock in the zone shows, as if it were an instant of UTC. */
  wall(instant: number): number {
    return instant + this.#offset(instant)
  }

  #offset(instant: number): number {
    if (this.#format === undefined) return 0
    const date = Math.floor(instant / day)
    let known = this.#offsets.get(date)
    if (known === undefined) {
      known = this.#askOfDay(date * day)
      if (this.#offsets.size >= maxCachedDays) this.#offsets.clear()
      this.#offsets.set(date, known)
    }
    if (typeof known === 'number') return known
    return instant < known.at ? known.before : known.after
  }

  /** Returns the offset of the day that starts at `start` in UTC; zones change theirs at most once a day. */
  #askOfDay(start: number): number | OffsetChange {
    const before = this.#ask(start)
    const after = this.#ask(start + day)
    if (before === after) return before
    return { at: firstSecond(start, start + day, (instant) => this.#ask(instant) !== before), before, after }
  }

  #ask(instant: number): number {
    const name = this.#format?.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const parts = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/u.exec(name.replace('\u2212', '-'))
    if (parts === null) return 0
    const [, sign, hours, minutes, seconds = '0'] = parts
    return (sign === '-' ? -1 : 1) * (Number(hours) * hour + Number(minutes) * minute + Number(seconds) * 1000)
  }

  /** Returns the first instant at which the clock shows this time, or a later one if it skips it. */
  instantOf(wall: number): number {
    // The offsets a day before and a day after are the two candidates.
    const candidates = [this.#offset(wall - day), this.#offset(wall + day)].map((offset) => wall - offset)
    const shown = candidates.filter((instant) => this.wall(instant) === wall)
    if (shown.length > 0) return Math.min(...shown)
    // Skipped: at the change the clock shows more at once.
    return firstSecond(Math.min(...candidates), Math.max(...candidates), (instant) => this.wall(instant) >= wall)
  }

  /** Returns the moment at which the clock shows this time. */
  momentOf(wall: number): Moment {
    return { instant: this.instantOf(wall), wall }
  }

  /** Returns the day, week, month and so on in which the clock shows this time. */
  period(unit: CalendarUnit, wall: number): Period {
    const start = startOfWall(unit, wall)
    return { start: this.momentOf(start), end: this.momentOf(afterWall(unit, start)) }
  }

  /** Returns the start of the unit that contains an instant. */
  startOf(unit: TimeUnit, instant: number): number {
    const wall = this.wall(instant)
    if (unit === 'minute' || unit === 'hour') {
      const length = unit === 'minute' ? minute : hour
      const start = instant - (((wall % length) + length) % length)
      // An hour that occurs twice is two, and an hour in which the clock changes is split there.
      return this.#offset(start) === wall - instant
        ? start
        : firstSecond(start, instant, (each) => this.#offset(each) === this.#offset(instant))
    }
    const wallStart = startOfWall(unit, wall)
    const start = this.instantOf(wallStart)
    if (instant - start === wall - wallStart) return start
    const end = this.instantOf(afterWall(unit, wallStart))
    // Clocks set back over midnight repeat the evening after the next day has started.
    return instant < end ? start : end
  }

  /** Returns the start of the unit after the one that started at `start`. */
  nextStart(unit: TimeUnit, start: number): number {
    if (unit === 'minute' || unit === 'hour') {
      const length = unit === 'minute' ? minute : hour
      const next = start + length - (((this.wall(start) % length) + length) % length)
      const last = this.startOf(unit, next - 1)
      // If the clock changes within it, it ends there.
      return last > start ? last : next
    }
    return this.instantOf(afterWall(unit, startOfWall(unit, this.wall(start))))
  }
}

/** Returns the first second after `from` and up to `to` at which a condition holds that holds from some moment on. */
function firstSecond(from: number, to: number, holds: (instant: number) => boolean): number {
  let before = Math.floor(from / 1000)
  let last = Math.ceil(to / 1000)
  while (last - before > 1) {
    const middle = Math.floor((before + last) / 2)
    if (holds(middle * 1000)) last = middle
    else before = middle
  }
  return last * 1000
}

/** Monday is 1. 1970-01-01 was a Thursday. */
function weekdayOf(wall: number): number {
  return ((((Math.floor(wall / day) + 3) % 7) + 7) % 7) + 1
}

function startOfWall(unit: CalendarUnit, wall: number): number {
  const date = Math.floor(wall / day) * day
  if (unit === 'day') return date
  if (unit === 'week') return date - (weekdayOf(wall) - 1) * day
  const at = new Date(wall)
  const month = at.getUTCMonth()
  return firstOf(at.getUTCFullYear(), unit === 'month' ? month : unit === 'quarter' ? month - (month % 3) : 0)
}

function afterWall(unit: CalendarUnit, start: number): number {
  if (unit === 'day') return start + day
  if (unit === 'week') return start + 7 * day
  const at = new Date(start)
  return firstOf(at.getUTCFullYear(), at.getUTCMonth() + (unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12))
}

function firstOf(year: number, month: number): number {
  // `Date.UTC` takes the years 0 to 99 for those of the last century.
  return new Date(0).setUTCFullYear(year, month, 1)
}
