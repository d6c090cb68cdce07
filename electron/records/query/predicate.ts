import { ClavisError } from '#shared/errors.ts'
import {
  isYearOrMonth,
  periodOf,
  rangeKinds,
  relativePeriodOf,
  type FilterClock,
} from '#shared/lists/filter-line/filter-bounds.ts'
import type { FilterCondition } from '#shared/lists/list-filter.ts'
import type { Moment } from '#shared/values/zone-clock.ts'
import { byte, isDigit } from '../json/json-bytes.ts'
import { utf8Text, unescapedString } from '../json/json-string.ts'
import { foldedText, withoutCase } from '../values/case-folding.ts'
import { instantKey, newInstant, readInstant } from '../values/instant.ts'
import { compareNumbers, isTextOfNumber } from '../values/number-order.ts'
import { shortNumber } from '../values/short-decimal.ts'
import { equalsTest, momentOf, type ValueTest } from './equality-predicate.ts'

/**
 * Creates the test of a condition. A record without the field is tested as null. Dates without a zone, in the filter or in a
 * record, are of the clock's zone.
 * @throws `input-invalid` for a range whose bounds are neither numbers nor dates
 */
export function valueTest(condition: FilterCondition, clock: FilterClock): ValueTest {
  switch (condition.kind) {
    case 'contains':
      return containsTest(condition.text)
    case 'equals':
      return oneOfTest({ texts: [condition.text] }, clock)
    case 'one-of':
      return oneOfTest(condition, clock)
    case 'empty':
      return isEmpty
    case 'range':
      return rangeTest(condition, clock)
  }
}

function isEmpty(bytes: Uint8Array, start: number, end: number): boolean {
  return bytes[start] === byte.lowerN || (end - start === 2 && bytes[start] === byte.quote)
}

function containsTest(text: string): ValueTest {
  const needle = withoutCase(text)
  return (bytes, start, end) => foldedText(bytes, start, end)?.includes(needle) ?? false
}

/** A text that is a year or a month also means the dates in it; a period also means the same text, such as “today”. */
function oneOfTest(
  { texts, periods = [] }: Pick<Extract<FilterCondition, { kind: 'one-of' }>, 'texts' | 'periods'>,
  clock: FilterClock,
): ValueTest {
  const equals = equalsTest([...texts, ...periods], clock.zone)
  const isWithin = [...periods, ...texts.filter(isYearOrMonth)].map((period) => {
    if (periodOf(period, clock) === undefined) throw noBounds()
    const bound = { value: period, inclusive: true }
    return datetimeRangeTest({ kind: 'range', from: bound, to: bound }, clock)
  })
  return isWithin.reduce(eitherOf, equals)
}

function eitherOf(one: ValueTest, other: ValueTest): ValueTest {
  return (bytes, start, end) => one(bytes, start, end) || other(bytes, start, end)
}

type Range = Extract<FilterCondition, { kind: 'range' }>

/** Numbers are compared with bounds that are numbers, dates with those that are dates: 2024 is both. */
function rangeTest(range: Range, clock: FilterClock): ValueTest {
  const { from, to } = range
  if (from?.inclusive === true && to?.inclusive === true && from.value === to.value && relativePeriodOf(to.value))
    return oneOfTest({ texts: [], periods: [to.value] }, clock)
  const tests = rangeKinds(range).map((kind) =>
    kind === 'numbers' ? numberRangeTest(range) : datetimeRangeTest(range, clock),
  )
  if (tests.length === 0) throw noBounds()
  return tests.reduce(eitherOf)
}

function noBounds(): ClavisError {
  return new ClavisError('input-invalid', 'A range needs numbers or dates as bounds.', {
    hint: 'Use one or two numbers, or one or two dates like 2026-11-20 or 2026-11-20T08:00:00Z.',
  })
}

function numberRangeTest({ from, to }: Range): ValueTest {
  const lowest = from && { ...numberBound(from.value), inclusive: from.inclusive }
  const highest = to && { ...numberBound(to.value), inclusive: to.inclusive }
  const isQuick = !Number.isNaN(lowest?.quick ?? 0) && !Number.isNaN(highest?.quick ?? 0)
  const isInRange: ValueTest = (bytes, start, end) => {
    const isText = isTextOfNumber(bytes, start, end)
    const [first, last] = isText ? [start + 1, end - 1] : [start, end]
    if (bytes[first] !== byte.minus && !isDigit(bytes[first] ?? 0)) {
      const unescaped = unescapedString(bytes, start, end)
      return unescaped !== undefined && isInRange(unescaped, 0, unescaped.length)
    }
    const quick = isQuick ? shortNumber(bytes, first, last) : Number.NaN
    if (!Number.isNaN(quick))
      return isWithin(quick, lowest && at(lowest.quick, lowest), highest && at(highest.quick, highest))
    const text = utf8Text(bytes, first, last)
    if (lowest !== undefined && !isAbove(compareNumbers(text, lowest.text), lowest)) return false
    return highest === undefined || isAbove(compareNumbers(highest.text, text), highest)
  }
  return isInRange
}

/** @param distance from a bound, in the direction of the range */
function isAbove(distance: number, { inclusive }: { readonly inclusive: boolean }): boolean {
  return inclusive ? distance >= 0 : distance > 0
}

interface Bound<T> {
  readonly value: T
  readonly inclusive: boolean
}

function at<T>(value: T, { inclusive }: { readonly inclusive: boolean }): Bound<T> {
  return { value, inclusive }
}

function isWithin<T extends number | string>(
  value: T,
  lowest: Bound<T> | undefined,
  highest: Bound<T> | undefined,
): boolean {
  if (lowest !== undefined && (lowest.inclusive ? value < lowest.value : value <= lowest.value)) return false
  return highest === undefined || (highest.inclusive ? value <= highest.value : value < highest.value)
}

function numberBound(text: string): { readonly text: string; readonly quick: number } {
  const bytes = new TextEncoder().encode(text)
  return { text, quick: shortNumber(bytes, 0, bytes.length) }
}

/** A bound that is a period means all of it: “up to” includes the day, “after” starts with the next. */
function datetimeRangeTest({ from, to }: Range, clock: FilterClock): ValueTest {
  const lowest = from && datetimeBound(from, 'from', clock)
  const highest = to && datetimeBound(to, 'to', clock)
  const instant = newInstant()
  const isInRange: ValueTest = (bytes, start, end) => {
    if (bytes[start] !== byte.quote) return false
    if (!readInstant(bytes, start + 1, end - 1, instant)) {
      const unescaped = unescapedString(bytes, start, end)
      return unescaped !== undefined && isInRange(unescaped, 0, unescaped.length)
    }
    const { ms } = instant
    const side = instant.precision === 'instant' ? 'instant' : 'wall'
    const low = lowest?.[side]
    const high = highest?.[side]
    // Only within the bounds' own milliseconds do finer parts count.
    if (low !== undefined && ms < low.ms) return false
    if (high !== undefined && ms > high.ms) return false
    if (ms !== low?.ms && ms !== high?.ms) return true
    return isWithin(instantKey(instant), low && at(low.key, low), high && at(high.key, high))
  }
  return isInRange
}

interface DatetimeBound {
  readonly key: string
  readonly ms: number
  readonly inclusive: boolean
}

/** Returns the bound for dates with a zone, and for those without one. */
function datetimeBound(
  { value, inclusive }: Bound<string>,
  side: 'from' | 'to',
  clock: FilterClock,
): Record<keyof Moment, DatetimeBound> {
  const written = newInstant()
  const period = periodOf(value, clock)
  if (period === undefined) {
    const bytes = new TextEncoder().encode(value)
    readInstant(bytes, 0, bytes.length, written)
  }
  const { instant, wall } =
    period === undefined ? momentOf(written, clock.zone) : (side === 'from') === inclusive ? period.start : period.end
  // The end of a period is the start of the next, which isn't part of it.
  const boundAt = (ms: number): DatetimeBound => ({
    key: instantKey({ ...written, ms }),
    ms,
    inclusive: period === undefined ? inclusive : side === 'from',
  })
  return { instant: boundAt(instant), wall: boundAt(wall) }
}
