import {
  timeDay,
  timeMonday,
  timeMonth,
  timeYear,
  utcDay,
  utcMonday,
  utcMonth,
  utcYear,
  type CountableTimeInterval,
  type TimeInterval,
} from 'd3-time'
import type { DateText } from '#shared/values/date-text.ts'
import { dayMs } from '#shared/values/local-day.ts'
import type { TimeRange } from './time-range.ts'

/** A mark on the axis with its label: at the mark, or at the range's edge if the period started earlier. */
export interface Tick {
  readonly at: number
  readonly label: string
}

/** The axis's two lines: small units (days, months) above larger ones (months, years). */
export interface Ticks {
  readonly minor: readonly Tick[]
  readonly major: readonly Tick[]
}

/** Periods that ticks stand for, in a time zone. */
interface Intervals {
  readonly day: TimeInterval
  readonly monday: TimeInterval
  readonly month: CountableTimeInterval
  readonly year: CountableTimeInterval
}

const local: Intervals = { day: timeDay, monday: timeMonday, month: timeMonth, year: timeYear }
const utc: Intervals = { day: utcDay, monday: utcMonday, month: utcMonth, year: utcYear }

interface Step {
  readonly interval: TimeInterval
  /** Average length, in days. */
  readonly days: number
  /** Room for a label, in pixels. */
  readonly room: number
  readonly words: Intl.DateTimeFormatOptions
  /** The larger unit; undefined for years. */
  readonly whole?: { readonly interval: TimeInterval; readonly words: Intl.DateTimeFormatOptions }
}

/** Returns the steps that ticks can have, the finest first. Weeks start on Monday (ISO 8601). */
function stepsOf({ day, monday, month, year }: Intervals): Step[] {
  const inMonths = {
    words: { day: 'numeric' },
    whole: { interval: month, words: { month: 'long', year: 'numeric' } },
  } as const
  const inYears = { words: { month: 'short' }, whole: { interval: year, words: { year: 'numeric' } } } as const
  return [
    { interval: day, days: 1, room: 20, ...inMonths },
    { interval: monday, days: 7, room: 22, ...inMonths },
    { interval: month, days: 30.4, room: 30, ...inYears },
    { interval: month.every(3) ?? month, days: 91.3, room: 30, ...inYears },
    ...[1, 2, 5, 10, 20, 50].map((count): Step => ({
      interval: year.every(count) ?? year,
      days: 365.25 * count,
      room: 36,
      words: { year: 'numeric' },
    })),
  ]
}

/**
 * Returns ticks for days, weeks, months, quarters or years: the finest whose labels fit. All are at midnight of the
 * person's time zone, so that a day of 23 or 25 hours moves nothing.
 * @param width the axis's, in pixels
 */
export function ticksOf(range: TimeRange, width: number, dates: DateText): Ticks {
  const length = (range.to - range.from) / dayMs
  const steps = stepsOf(dates.timeZone === 'UTC' ? utc : local)
  const step = steps.find(({ days, room }) => (length / days) * room <= width) ?? steps.at(-1)
  if (step === undefined) return { minor: [], major: [] }
  const { interval, words, whole } = step
  const minor = marks(interval, range, words, dates)
  if (whole === undefined) return { minor, major: [] }
  const from = whole.interval.floor(new Date(range.from)).getTime()
  const major = marks(whole.interval, { from, to: range.to }, whole.words, dates)
  return { minor, major: major.map(({ at, label }) => ({ at: Math.max(at, range.from), label })) }
}

function marks(
  interval: TimeInterval,
  { from, to }: TimeRange,
  words: Intl.DateTimeFormatOptions,
  dates: DateText,
): Tick[] {
  return interval
    .range(new Date(from), new Date(to))
    .map((date) => ({ at: date.getTime(), label: dates.parts(date, words) }))
}
