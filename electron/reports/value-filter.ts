import { ClavisError } from '../../shared/model/error.ts'
import type { FilterCondition } from '../../shared/model/list-filter.ts'
import { datetimeKey, isDatetime } from './datetime-text.ts'
import { quickNumber } from './exact-order.ts'
import { byte, isDigit } from './json-bytes.ts'
import { decodeString, utf8Text } from './json-string.ts'
import { numberKey } from './number-order.ts'

/** Whether the exact JSON bytes from `start` to `end` meet a condition. */
export type ValueTest = (bytes: Uint8Array, start: number, end: number) => boolean

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u
const wholeDate = /^\d{4}-\d\d-\d\d$/u

/** Milliseconds of a day are not needed: dates are compared by their keys, and a day ends where the next one begins. */
const day = 86_400

/**
 * The test of a condition. A record without the member is asked as JSON's null.
 * @throws `input-invalid` for a range whose bounds are neither two numbers nor two dates
 */
export function valueTest(condition: FilterCondition): ValueTest {
  switch (condition.kind) {
    case 'contains':
      return containsTest(condition.text)
    case 'equals':
      return equalsTest([condition.text])
    case 'one-of':
      return equalsTest(condition.texts)
    case 'empty':
      return isEmpty
    case 'range':
      return rangeTest(condition)
  }
}

function isEmpty(bytes: Uint8Array, start: number, end: number): boolean {
  return bytes[start] === byte.lowerN || (end - start === 2 && bytes[start] === byte.quote)
}

/** The value’s text, letter case aside; undefined for null, which has none. */
function foldedText(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (bytes[start] === byte.lowerN) return undefined
  return (bytes[start] === byte.quote ? decodeString(bytes, start, end) : utf8Text(bytes, start, end)).toLowerCase()
}

function containsTest(text: string): ValueTest {
  const needle = text.toLowerCase()
  return (bytes, start, end) => foldedText(bytes, start, end)?.includes(needle) ?? false
}

function equalsTest(texts: readonly string[]): ValueTest {
  const folded = new Set(texts.map((text) => text.toLowerCase()))
  const numbers = new Set(texts.filter((text) => jsonNumber.test(text)).map((text) => numberKey(text)))
  const instants = new Set(texts.flatMap((text) => datetimeKey(text) ?? []))
  return (bytes, start, end) => {
    const first = bytes[start] ?? 0
    if (first === byte.minus || isDigit(first))
      return numbers.size > 0 && numbers.has(numberKey(utf8Text(bytes, start, end)))
    if (instants.size > 0 && first === byte.quote && isDatetime(bytes, start + 1, end - 1))
      return instants.has(datetimeKey(decodeString(bytes, start, end)) ?? '')
    const text = foldedText(bytes, start, end)
    return text !== undefined && folded.has(text)
  }
}

type Range = Extract<FilterCondition, { kind: 'range' }>

function rangeTest(range: Range): ValueTest {
  const bounds = [range.from, range.to].flatMap((bound) => bound ?? [])
  if (bounds.length > 0 && bounds.every(({ value }) => jsonNumber.test(value))) return numberRangeTest(range)
  if (bounds.length > 0 && bounds.every(({ value }) => datetimeKey(value) !== undefined))
    return datetimeRangeTest(range)
  throw new ClavisError('input-invalid', 'The bounds of a range are neither numbers nor dates.', {
    hint: 'Give one or two numbers, or one or two dates like 2026-11-20 or 2026-11-20T08:00:00Z.',
  })
}

/** Text that is nothing but a number counts as one: many services send amounts so. */
function numberRangeTest({ from, to }: Range): ValueTest {
  const lowest = from && { key: numberKey(from.value), quick: quickText(from.value), inclusive: from.inclusive }
  const highest = to && { key: numberKey(to.value), quick: quickText(to.value), inclusive: to.inclusive }
  return (bytes, start, end) => {
    const isText = bytes[start] === byte.quote
    const [first, last] = isText ? [start + 1, end - 1] : [start, end]
    if (bytes[first] !== byte.minus && !isDigit(bytes[first] ?? 0)) return false
    const text = utf8Text(bytes, first, last)
    if (isText && !jsonNumber.test(text)) return false
    const quick = quickNumber(bytes, first, last)
    if (!Number.isNaN(quick) && !Number.isNaN(lowest?.quick ?? 0) && !Number.isNaN(highest?.quick ?? 0)) {
      if (lowest !== undefined && (lowest.inclusive ? quick < lowest.quick : quick <= lowest.quick)) return false
      return highest === undefined || (highest.inclusive ? quick <= highest.quick : quick < highest.quick)
    }
    const key = numberKey(text)
    if (lowest !== undefined && (lowest.inclusive ? key < lowest.key : key <= lowest.key)) return false
    return highest === undefined || (highest.inclusive ? key <= highest.key : key < highest.key)
  }
}

function quickText(text: string): number {
  const bytes = new TextEncoder().encode(text)
  return quickNumber(bytes, 0, bytes.length)
}

/** A bound without a time means the whole day: up to it is up to its end, after it is after its end. */
function datetimeRangeTest({ from, to }: Range): ValueTest {
  const least =
    from && (from.inclusive || !wholeDate.test(from.value) ? from : { value: dayAfter(from.value), inclusive: true })
  const most = to && (!to.inclusive || !wholeDate.test(to.value) ? to : { value: dayAfter(to.value), inclusive: false })
  const lowest = least && { key: datetimeKey(least.value) ?? '', inclusive: least.inclusive }
  const highest = most && { key: datetimeKey(most.value) ?? '', inclusive: most.inclusive }
  return (bytes, start, end) => {
    if (bytes[start] !== byte.quote || !isDatetime(bytes, start + 1, end - 1)) return false
    const key = datetimeKey(utf8Text(bytes, start + 1, end - 1)) ?? ''
    if (lowest !== undefined && (lowest.inclusive ? key < lowest.key : key <= lowest.key)) return false
    return highest === undefined || (highest.inclusive ? key <= highest.key : key < highest.key)
  }
}

function dayAfter(date: string): string {
  const next = new Date(0)
  next.setUTCFullYear(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8)))
  return new Date(next.getTime() + day * 1000).toISOString().slice(0, 10)
}
