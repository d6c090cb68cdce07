import { readDatetime } from '../../values/datetime-text.ts'
import { dayMs } from '../../values/local-day.ts'
import { readShownNumber } from '../../values/shown-number.ts'
import type { Period, ZoneClock } from '../../values/zone-clock.ts'
import type { FilterCondition } from '../list-filter.ts'

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u
const period = /^(?<year>\d{4})(?:-(?<month>0[1-9]|1[0-2]))?$/u

/** Periods that depend on when a filter is used, as suggested; “last 7d” and “last 24h” take any number. */
export const relativePeriods = [
  ...['today', 'yesterday', 'this week', 'last week', 'this month', 'last month', 'last 7d', 'last 24h'],
]
const relativePeriod =
  /^(?:(?<day>today|yesterday)|(?<which>this|last) (?<unit>week|month)|last (?<count>[1-9]\d{0,3})(?<step>[hd]))$/u

const [minuteMs, hourMs] = [60_000, 3_600_000]

/** Returns a relative period in its usual spelling, e.g. `last 7d` for `Last 7D`; undefined for any other text. */
export function relativePeriodOf(text: string): string | undefined {
  const words = text.trim().toLowerCase().replaceAll(/\s+/gu, ' ')
  return relativePeriod.test(words) ? words : undefined
}

/** By which clock and when a filter is used. */
export interface FilterClock {
  readonly zone: ZoneClock
  /** Milliseconds since the epoch. Hours and days up to now include the current minute. */
  readonly now: number
}

/**
 * Returns the period of a year, a month, a day or a relative period, such as `2024-01` or `last 7d`; undefined for any
 * other text.
 */
export function periodOf(text: string, { zone, now }: FilterClock): Period | undefined {
  const { day, which, unit, count, step } = relativePeriod.exec(text)?.groups ?? {}
  const minute = Math.floor(now / minuteMs) * minuteMs
  const wall = zone.wall(minute)
  if (day !== undefined) return zone.period('day', day === 'today' ? wall : wall - dayMs)
  if (unit === 'week' || unit === 'month') {
    const current = zone.period(unit, wall)
    return which === 'this' ? current : zone.period(unit, current.start.wall - 1)
  }
  if (count !== undefined) {
    const hoursAgo = minute - Number(count) * hourMs
    const start =
      step === 'h' ? { instant: hoursAgo, wall: zone.wall(hoursAgo) } : zone.momentOf(wall - Number(count) * dayMs)
    return { start, end: { instant: minute + minuteMs, wall: wall + minuteMs } }
  }
  const { first, last } = daysOfPeriod(text) ?? {}
  const [from, to] = [first, last].map((each) => each && readDatetime(each)?.seconds)
  if (typeof from !== 'number' || typeof to !== 'number') return undefined
  return { start: zone.momentOf(from * 1000), end: zone.momentOf(to * 1000 + dayMs) }
}

/** Returns whether a text is a JSON number. */
export function isNumberText(text: string): boolean {
  return jsonNumber.test(text)
}

/**
 * Returns the number that the window shows as this text, e.g. `1234.5` for `1,234.5` in English; undefined if there is
 * none, if the text as a JSON number is the same, or if the text has other digits, such as 007.
 */
export function separatedNumber(text: string, locale: string | undefined): string | undefined {
  const number = /^-?\p{Nd}.*\p{Nd}$/u.test(text) ? readShownNumber(text, locale) : undefined
  return number === text || number === undefined || digitsIn(number) !== digitsIn(text) ? undefined : number
}

function digitsIn(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0
}

/**
 * Returns whether a text is an existing date, or date and time: 2024-02-30 is not. Formats: see {@link readDatetime}.
 */
export function isDateText(text: string): boolean {
  return readDatetime(text)?.exists === true
}

/** Returns whether a text is a date without a time. */
export function isDayText(text: string): boolean {
  return isDateText(text) && readDatetime(text)?.precision === 'date'
}

/**
 * Returns the first and last day of a year, a month or a day such as 2024, 2024-01 or 2024-01-31; undefined for any
 * other text.
 */
export function daysOfPeriod(text: string): { readonly first: string; readonly last: string } | undefined {
  if (isDayText(text)) return { first: text, last: text }
  const { year, month } = period.exec(text)?.groups ?? {}
  if (year === undefined) return undefined
  const end = new Date(0)
  end.setUTCFullYear(Number(year), month === undefined ? 12 : Number(month), 0)
  return { first: `${year}-${month ?? '01'}-01`, last: end.toISOString().slice(0, 10) }
}

/** Returns whether a text is a year or a month, such as 2024 or 2024-01, which as a value may be a number or a text, too. */
export function isYearOrMonth(text: string): boolean {
  return period.test(text)
}

/**
 * Returns what is within a range: numbers, dates, or both if its bounds are whole years, such as 2024; nothing if its
 * bounds are neither all numbers nor all dates.
 */
export function rangeKinds({ from, to }: Extract<FilterCondition, { kind: 'range' }>): ('numbers' | 'dates')[] {
  const bounds = [from, to].flatMap((bound) => bound?.value ?? [])
  if (bounds.length === 0) return []
  const areDates = bounds.every(
    (bound) => isDateText(bound) || isYearOrMonth(bound) || relativePeriodOf(bound) !== undefined,
  )
  return [...(bounds.every(isNumberText) ? ['numbers' as const] : []), ...(areDates ? ['dates' as const] : [])]
}

/** A whole text that is meant as a date, existing or not. */
const dateLike = /^\d{4}([-/])\d{1,2}\1\d{1,2}(?:[T ][-+.:\dZ]*)?$/iu

/** Returns whether a text looks like a date that doesn't exist. */
export function isNoDate(text: string): boolean {
  return dateLike.test(text) && !isDateText(text)
}
