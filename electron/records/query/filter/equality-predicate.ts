import { Buffer } from 'node:buffer'
import { isNumberText } from '../../../../shared/model/filter-line/filter-bounds.ts'
import { foldedText } from '../../values/folded-text.ts'
import { instantKey, newInstant, readInstant, type Instant } from '../../values/instant.ts'
import { byte, isDigit } from '../../json/json-bytes.ts'
import { utf8Text } from '../../json/json-string.ts'
import { withoutCase } from '../../values/letter-case.ts'
import { someItem } from '../../json/array-elements.ts'
import { numberKey } from '../../values/number-order.ts'
import { isTextOfNumber } from '../../values/number-text.ts'
import { unescapedString } from '../../json/unescaped-string.ts'
import { digitsHash, smallLettersHash } from '../../columns/value-hash.ts'
import type { ValueTest } from './value-test.ts'

/**
 * The test for equality with one of some texts: numbers, and text that is one, by all their digits, dates by their instant, other
 * text with letter case ignored. A list equals what is written as it is, and what one of its items equals.
 */
export function equalsTest(texts: readonly string[]): ValueTest {
  const isNumber = numberTest(texts.filter((text) => isNumberText(text)))
  const isInstant = instantTest(texts)
  const isText = textTest(texts)
  const instant = newInstant()
  const isEqual: ValueTest = (bytes, start, end) => {
    const first = bytes[start] ?? 0
    if (first === byte.minus || isDigit(first)) return isNumber?.(bytes, start, end) ?? false
    if (isNumber !== undefined && isTextOfNumber(bytes, start, end)) return isNumber(bytes, start + 1, end - 1)
    if (isInstant !== undefined && first === byte.quote && readInstant(bytes, start + 1, end - 1, instant))
      return isInstant(instant)
    if (isNumber !== undefined || isInstant !== undefined) {
      const unescaped = unescapedString(bytes, start, end)
      if (unescaped !== undefined) return isEqual(unescaped, 0, unescaped.length)
    }
    return isText(bytes, start, end)
  }
  return (bytes, start, end) => {
    if (isEqual(bytes, start, end)) return true
    const isList = bytes[start] === byte.openBracket
    return isList && someItem(bytes, start, end, (itemStart, itemEnd) => isEqual(bytes, itemStart, itemEnd))
  }
}

// Each of these is asked of every different value of a column. Few are equal, so that a key is made only of what may be.

function numberTest(numbers: readonly string[]): ValueTest | undefined {
  if (numbers.length === 0) return undefined
  const keys = new Set(numbers.map((text) => numberKey(text)))
  const hashes = new Set(numbers.map((text) => digitsHash(Buffer.from(text), 0, text.length)))
  return (bytes, start, end) =>
    hashes.has(digitsHash(bytes, start, end)) && keys.has(numberKey(utf8Text(bytes, start, end)))
}

function instantTest(texts: readonly string[]): ((instant: Instant) => boolean) | undefined {
  const dates = texts
    .map((text) => ({ bytes: Buffer.from(text), instant: newInstant() }))
    .filter(({ bytes, instant }) => readInstant(bytes, 0, bytes.length, instant))
  if (dates.length === 0) return undefined
  const milliseconds = new Set(dates.map(({ instant }) => instant.ms))
  const keys = new Set(dates.map(({ instant }) => instantKey(instant)))
  return (instant) => milliseconds.has(instant.ms) && keys.has(instantKey(instant))
}

function textTest(texts: readonly string[]): ValueTest {
  const folded = new Set(texts.map((text) => withoutCase(text)))
  const hashes = new Set(
    Array.from(folded, (text) => Buffer.from(text)).map((bytes) => smallLettersHash(bytes, 0, bytes.length)),
  )
  return (bytes, start, end) => {
    const quotes = bytes[start] === byte.quote ? 1 : 0
    const hash = smallLettersHash(bytes, start + quotes, end - quotes)
    if (hash !== undefined && !hashes.has(hash)) return false
    const text = foldedText(bytes, start, end)
    return text !== undefined && folded.has(text)
  }
}
