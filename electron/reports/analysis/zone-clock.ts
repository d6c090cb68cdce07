import { ClavisError } from '../../../shared/model/error.ts'
import type { TimeUnit } from '../../../shared/model/list-analysis.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Zones change their offset from UTC at such moments, at most once a day. */
const slot = 15 * minute

/** Days whose offsets are remembered. */
const mostRemembered = 50_000

/** Where time is cut into minutes, hours, days and so on: a zone's clock and calendar. Instants are in milliseconds. */
export class ZoneClock {
  readonly #format: Intl.DateTimeFormat | undefined
  readonly #offsets = new Map<number, number>()

  /**
   * @param timeZone as the IANA database names it; `UTC` costs nothing
   * @throws `input-invalid`
   */
  constructor(timeZone: string) {
    this.#format = timeZone === 'UTC' ? undefined : formatOf(timeZone)
  }

  /** What a clock in the zone shows, as if it were an instant of UTC. */
  wall(instant: number): number {
    return instant + this.#offset(instant)
  }

  #offset(instant: number): number {
    if (this.#format === undefined) return 0
    const date = Math.floor(instant / day)
    let offset = this.#offsets.get(date)
    if (offset === undefined) {
      const atStart = this.#ask(date * day)
      // NaN: it changes on that day.
      offset = atStart === this.#ask(date * day + day) ? atStart : NaN
      this.#remember(date, offset)
    }
    if (!Number.isNaN(offset)) return offset
    // Days and slots share the memory: slots are beside the days' numbers.
    const part = 0.5 + Math.floor(instant / slot)
    const known = this.#offsets.get(part)
    if (known !== undefined) return known
    const asked = this.#ask(instant)
    this.#remember(part, asked)
    return asked
  }

  #remember(at: number, offset: number): void {
    if (this.#offsets.size >= mostRemembered) this.#offsets.clear()
    this.#offsets.set(at, offset)
  }

  #ask(instant: number): number {
    const name = this.#format?.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const parts = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/u.exec(name.replace('\u2212', '-'))
    if (parts === null) return 0
    const [, sign, hours, minutes, seconds = '0'] = parts
    return (sign === '-' ? -1 : 1) * (Number(hours) * hour + Number(minutes) * minute + Number(seconds) * 1000)
  }

  /** The first instant at which the clock shows this, or more where it skips it. */
  instantOf(wall: number): number {
    // A day before and a day after the offsets around a change are the two that may hold.
    const candidates = [this.#offset(wall - day), this.#offset(wall + day)].map((offset) => wall - offset)
    const shown = candidates.filter((instant) => this.wall(instant) === wall)
    if (shown.length > 0) return Math.min(...shown)
    // Skipped: the first quarter of an hour after the change shows more.
    let instant = Math.floor(Math.min(...candidates) / slot) * slot
    while (this.wall(instant) < wall) instant += slot
    return instant
  }

  /** When the unit's stretch began that an instant is in. */
  startOf(unit: TimeUnit, instant: number): number {
    const wall = this.wall(instant)
    const length = unit === 'minute' ? minute : unit === 'hour' ? hour : undefined
    // An hour that comes twice when clocks are put back is two.
    if (length !== undefined) return instant - (((wall % length) + length) % length)
    return this.instantOf(startOfWall(unit, wall))
  }

  /** When the stretch after the one begins that began at `start`. */
  nextStart(unit: TimeUnit, start: number): number {
    if (unit === 'minute') return start + minute
    // Where clocks are put forward by half an hour, the next full hour is not an hour away.
    if (unit === 'hour')
      return [hour, hour * 1.5].map((step) => this.startOf(unit, start + step)).find((at) => at > start) ?? start + hour
    return this.instantOf(afterWall(unit, startOfWall(unit, this.wall(start))))
  }

  /** The day of the week (Monday is 1) and the hour that the zone's clock shows. */
  weekHour(instant: number): { readonly weekday: number; readonly hour: number } {
    const wall = this.wall(instant)
    return { weekday: weekdayOf(wall), hour: Math.floor((((wall % day) + day) % day) / hour) }
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ClavisError('input-invalid', `There is no time zone “${timeZone}”.`, {
      hint: 'Name it as the IANA database does, such as Europe/Berlin.',
      cause: error,
    })
  }
}

/** Monday is 1. 1970-01-01 was a Thursday. */
function weekdayOf(wall: number): number {
  return ((((Math.floor(wall / day) + 3) % 7) + 7) % 7) + 1
}

function startOfWall(unit: TimeUnit, wall: number): number {
  const date = Math.floor(wall / day) * day
  if (unit === 'day') return date
  if (unit === 'week') return date - (weekdayOf(wall) - 1) * day
  const at = new Date(wall)
  const month = at.getUTCMonth()
  return firstOf(at.getUTCFullYear(), unit === 'month' ? month : unit === 'quarter' ? month - (month % 3) : 0)
}

function afterWall(unit: TimeUnit, start: number): number {
  if (unit === 'day') return start + day
  if (unit === 'week') return start + 7 * day
  const at = new Date(start)
  return firstOf(at.getUTCFullYear(), at.getUTCMonth() + (unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12))
}

function firstOf(year: number, month: number): number {
  // `Date.UTC` takes the years 0 to 99 for those of the last century.
  return new Date(0).setUTCFullYear(year, month, 1)
}
