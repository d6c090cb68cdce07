import { readDatetime } from '../values/datetime-text.ts'
import type { FilterCondition } from '../query/list-filter.ts'
import { readShownNumber } from '../values/shown-number.ts'

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u
const period = /^(?<year>\d{4})(?:-(?<month>0[1-9]|1[0-2]))?$/u

/** Returns whether a text is a JSON number. */
export function isNumberText(text: string): boolean {
  return jsonNumber.test(text)
}

/**
 * Returns the number that the window shows as this text; undefined if there is none, or if the text as a JSON number is
 * the same.
 */
export function separatedNumber(text: string, locale: string | undefined): string | undefined {
  const number = readShownNumber(text, locale)
  return number === text ? undefined : number
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

/** Returns the type of a range; undefined if its bounds are neither all numbers nor all dates. */
export function rangeKind({ from, to }: Extract<FilterCondition, { kind: 'range' }>): 'numbers' | 'dates' | undefined {
  const bounds = [from, to].flatMap((bound) => bound?.value ?? [])
  if (bounds.length === 0) return undefined
  if (bounds.every(isNumberText)) return 'numbers'
  return bounds.every(isDateText) ? 'dates' : undefined
}

/** Text that is meant as a date, existing or not. */
const dateLike = /^\d{4}(?:[-/]\d|$)/u

/** Returns whether a text looks like a date that doesn't exist. */
export function isNoDate(text: string): boolean {
  return dateLike.test(text) && !isDateText(text)
}
