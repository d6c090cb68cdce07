import { timeDay, timeMonday, timeMonth, timeYear, type TimeInterval } from 'd3-time'
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

const inMonths = {
  words: { day: 'numeric' },
  whole: { interval: timeMonth, words: { month: 'long', year: 'numeric' } },
} as const
const inYears = { words: { month: 'short' }, whole: { interval: timeYear, words: { year: 'numeric' } } } as const

const maxStep = yearStep(50)
const steps: readonly Step[] = [
  { interval: timeDay, days: 1, room: 20, ...inMonths },
  // Starting on Monday (ISO 8601).
  { interval: timeMonday, days: 7, room: 22, ...inMonths },
  { interval: timeMonth, days: 30.4, room: 30, ...inYears },
  { interval: timeMonth.every(3) ?? timeMonth, days: 91.3, room: 30, ...inYears },
  ...[1, 2, 5, 10, 20].map(yearStep),
  maxStep,
]

function yearStep(count: number): Step {
  return { interval: timeYear.every(count) ?? timeYear, days: 365.25 * count, room: 36, words: { year: 'numeric' } }
}

const day = 86_400_000

/**
 * Returns ticks for days, weeks, months, quarters or years: the finest whose labels fit. All are at local midnight, so
 * that a day of 23 or 25 hours moves nothing.
 * @param width the axis's, in pixels
 * @param locale a BCP 47 tag; the person's own by default
 */
export function ticksOf(range: TimeRange, width: number, locale?: string): Ticks {
  const length = (range.to - range.from) / day
  const { interval, words, whole } = steps.find(({ days, room }) => (length / days) * room <= width) ?? maxStep
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
