import { timeDay, timeMonday, timeMonth, timeYear, type TimeInterval } from 'd3-time'
import type { TimeRange } from './time-range.ts'

/** A mark on the axis, and where its word stands: at the mark, or at the range's edge where the period began before. */
export interface Tick {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly label: string
}

/** The axis's two lines: parts (days, months) above what they are part of (months, years). */
export interface Ticks {
  readonly minor: readonly Tick[]
  readonly major: readonly Tick[]
}

interface Step {
  readonly interval: TimeInterval
  /** About how long one is, in days. */
  readonly days: number
  /** Room that its word takes, in pixels. */
  readonly room: number
  readonly words: Intl.DateTimeFormatOptions
  /** What it is part of; undefined for years. */
  readonly whole?: { readonly interval: TimeInterval; readonly words: Intl.DateTimeFormatOptions }
}

const inMonths = {
  words: { day: 'numeric' },
  whole: { interval: timeMonth, words: { month: 'long', year: 'numeric' } },
} as const
const inYears = { words: { month: 'short' }, whole: { interval: timeYear, words: { year: 'numeric' } } } as const

const longest = yearStep(50)
const steps: readonly Step[] = [
  { interval: timeDay, days: 1, room: 20, ...inMonths },
  // From Monday on (ISO 8601).
  { interval: timeMonday, days: 7, room: 22, ...inMonths },
  { interval: timeMonth, days: 30.4, room: 30, ...inYears },
  { interval: timeMonth.every(3) ?? timeMonth, days: 91.3, room: 30, ...inYears },
  ...[1, 2, 5, 10, 20].map(yearStep),
  longest,
]

function yearStep(count: number): Step {
  return { interval: timeYear.every(count) ?? timeYear, days: 365.25 * count, room: 36, words: { year: 'numeric' } }
}

const day = 86_400_000

/**
 * Days, weeks, months, quarters or years: the finest whose words have room. All begin at the person's own midnight, so
 * that a day of 23 or 25 hours moves nothing.
 * @param width the axis's, in pixels
 * @param locale a BCP 47 tag; the person's own unless given
 */
export function ticksOf(range: TimeRange, width: number, locale?: string): Ticks {
  const length = (range.to - range.from) / day
  const { interval, words, whole } = steps.find(({ days, room }) => (length / days) * room <= width) ?? longest
  const minor = marks(interval, range, words, locale)
  if (whole === undefined) return { minor, major: [] }
  const from = whole.interval.floor(new Date(range.from)).getTime()
  const major = marks(whole.interval, { from, to: range.to }, whole.words, locale)
  return { minor, major: major.map(({ at, label }) => ({ at: Math.max(at, range.from), label })) }
}

function marks(
  interval: TimeInterval,
  { from, to }: TimeRange,
  words: Intl.DateTimeFormatOptions,
  locale: string | undefined,
): Tick[] {
  const format = new Intl.DateTimeFormat(locale, words)
  return interval
    .range(new Date(from), new Date(to))
    .map((date) => ({ at: date.getTime(), label: format.format(date) }))
}
