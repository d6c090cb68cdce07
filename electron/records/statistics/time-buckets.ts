import type { Clock } from '#shared/lists/list-analysis.ts'
import type { TimeUnit } from '#shared/lists/list.ts'
import type { ZoneClock } from '#shared/values/zone-clock.ts'
import { ChosenClock } from '../query/chosen-clock.ts'
import type { Instant } from '../values/instant.ts'

/** What is collected for each bucket. */
export interface Gathered<T> {
  readonly make: () => T
  /** Takes into the first what the second has gathered. */
  readonly merge: (into: T, from: T) => void
}

/** A bucket from `start` up to, but without, `end`, milliseconds; `value` is undefined if it has no records. */
export interface Bucket<T> {
  readonly start: number
  readonly end: number
  readonly value: T | undefined
}

export interface Buckets<T> {
  readonly clock: Clock
  readonly unit: TimeUnit
  readonly gapsLeftOut: boolean
  readonly buckets: readonly Bucket<T>[]
}

/** Units that consist of whole ones of the unit before; weeks don't. */
const levels = ['minute', 'hour', 'day', 'month'] as const

const minute = 60_000

/** With more buckets than this, they are joined to longer ones. */
const maxFineBuckets = 4096
/** Maximum number of returned buckets. */
const maxBuckets = 2000

const units: readonly TimeUnit[] = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']

/**
 * Groups by time without knowing the range in advance: by minutes at first, by hours, days or months if there are too
 * many.
 */
export class TimeBuckets<T> {
  readonly #gathered: Gathered<T>
  readonly #clock: ChosenClock
  #level = 0
  #buckets = new Map<number, T>()
  /** The last bucket: records often come in the order of their dates. */
  #lastStart = NaN
  #lastEnd = NaN
  #last: T | undefined

  /** @throws `input-invalid` for an unknown time zone */
  constructor(timeZone: string, gathered: Gathered<T>) {
    this.#clock = new ChosenClock(timeZone)
    this.#gathered = gathered
  }

  /** Returns what is collected for the bucket of an instant. */
  at(instant: Pick<Instant, 'ms' | 'precision'>): T {
    const ms = this.#clock.at(instant)
    if (ms >= this.#lastStart && ms < this.#lastEnd && this.#last !== undefined) return this.#last
    const { zoneClock } = this.#clock.choose(instant)
    const unit = this.#unit()
    const start = zoneClock.startOf(unit, ms)
    let value = this.#buckets.get(start)
    if (value === undefined) {
      if (this.#buckets.size >= maxFineBuckets && this.#level < levels.length - 1) {
        this.#join(zoneClock)
        return this.at(instant)
      }
      value = this.#gathered.make()
      this.#buckets.set(start, value)
    }
    this.#lastStart = start
    // Whole minutes of UTC differ from the clock's only if it is ahead by seconds.
    const isMinute = (unit === 'minute' || unit === 'hour') && start % minute === 0
    this.#lastEnd = isMinute ? start + minute : zoneClock.nextStart(unit === 'hour' ? 'minute' : unit, start)
    this.#last = value
    return value
  }

  #unit(): TimeUnit {
    return levels[this.#level] ?? 'month'
  }

  #join(clock: ZoneClock): void {
    this.#level += 1
    this.#buckets = this.#joined(clock, this.#unit())
    this.#last = undefined
  }

  #joined(clock: ZoneClock, unit: TimeUnit): Map<number, T> {
    const joined = new Map<number, T>()
    for (const [at, value] of this.#buckets) {
      const start = clock.startOf(unit, at)
      let into = joined.get(start)
      if (into === undefined) {
        into = this.#gathered.make()
        joined.set(start, into)
      }
      this.#gathered.merge(into, value)
    }
    return joined
  }

  /**
   * Returns all buckets from the first to the last, including empty ones.
   * @param wanted `automatic` takes the shortest unit that needs at most `readable` buckets
   */
  result(wanted: TimeUnit | 'automatic', readable: number): Buckets<T> | undefined {
    if (this.#clock.chosen === undefined) return undefined
    const { clock, zoneClock } = this.#clock.chosen
    const instants = [...this.#buckets.keys()]
    const first = instants.reduce((least, at) => Math.min(least, at), Infinity)
    const last = instants.reduce((most, at) => Math.max(most, at), -Infinity)
    const fits = (unit: TimeUnit, most: number): boolean =>
      units.indexOf(unit) >= units.indexOf(this.#unit()) && countAtMost(zoneClock, unit, first, last, most) <= most
    const unit =
      wanted !== 'automatic' && fits(wanted, maxBuckets)
        ? wanted
        : (units
            .slice(wanted === 'automatic' ? 0 : units.indexOf(wanted))
            .find((each) => fits(each, wanted === 'automatic' ? readable : maxBuckets)) ?? 'year')
    const joined = this.#joined(zoneClock, unit)
    const gapsLeftOut = countAtMost(zoneClock, unit, first, last, maxBuckets) > maxBuckets
    const starts = gapsLeftOut
      ? [...joined.keys()].toSorted((one, other) => one - other)
      : startsBetween(zoneClock, unit, first, last)
    const buckets = starts.map((start) => ({ start, end: zoneClock.nextStart(unit, start), value: joined.get(start) }))
    return { clock, unit, gapsLeftOut, buckets }
  }
}

function startsBetween(clock: ZoneClock, unit: TimeUnit, first: number, last: number): number[] {
  const starts: number[] = []
  for (let start = clock.startOf(unit, first); start <= last; start = clock.nextStart(unit, start)) starts.push(start)
  return starts
}

/** Counts the buckets from the first to the last, up to `most`. */
function countAtMost(clock: ZoneClock, unit: TimeUnit, first: number, last: number, most: number): number {
  let count = 0
  for (let start = clock.startOf(unit, first); start <= last && count <= most; start = clock.nextStart(unit, start))
    count += 1
  return count
}

/** Formats an instant as a filter bound: without a zone if dates are taken as written. */
export function boundText(at: number, clock: Clock, unit: TimeUnit): string {
  const text = isoText(at)
  if (clock.kind === 'zone') return text.replace('.000Z', 'Z')
  // Without its time the end of the last day would be its start.
  const hasTime = unit === 'minute' || unit === 'hour' || text === lastMoment
  return hasTime ? text.slice(0, 16) : text.slice(0, 10)
}

/** The end of the last day that a date can be written with. */
const lastMoment = '9999-12-31T24:00:00.000Z'

/** Bounds beyond the years that a date can be written with are the last and the first moment within. */
function isoText(at: number): string {
  const text = new Date(at).toISOString()
  if (text.startsWith('+')) return lastMoment
  return text.startsWith('-') ? '0000-01-01T00:00:00.000Z' : text
}
