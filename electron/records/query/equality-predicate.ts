import { Buffer } from 'node:buffer'
import { isNumberText } from '#shared/lists/filter-line/filter-bounds.ts'
import type { Moment, ZoneClock } from '#shared/values/zone-clock.ts'
import { byte, isDigit } from '../json/json-bytes.ts'
import { someItem } from '../json/json-reader.ts'
import { unescapedString } from '../json/json-string.ts'
import { foldedText, withoutCase } from '../values/case-folding.ts'
import { instantKey, newInstant, readInstant, type Instant } from '../values/instant.ts'
import { NumberLookup } from '../values/number-lookup.ts'

/**
 * Creates the test for equality with some texts: numbers by all digits; dates by instant; other text, also that of a
 * number, case-insensitively. An array equals its text as written, and what one of its items equals.
 * @param zone of dates without one
 */
export function equalsTest(texts: readonly string[], zone: ZoneClock): ValueTest {
  const numbers = new NumberLookup(texts.filter((text) => isNumberText(text)))
  const isInstant = instantTest(texts, zone)
  const isText = textTest(texts)
  const instant = newInstant()
  const isEqual: ValueTest = (bytes, start, end) => {
    const first = bytes[start] ?? 0
    if (first === byte.minus || isDigit(first)) return numbers.at(bytes, start, end) !== undefined
    if (isInstant !== undefined && first === byte.quote) {
      if (readInstant(bytes, start + 1, end - 1, instant)) return isInstant(instant)
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

function instantTest(texts: readonly string[], zone: ZoneClock): ((instant: Instant) => boolean) | undefined {
  const dates = texts
    .map((text) => ({ bytes: Buffer.from(text), instant: newInstant() }))
    .filter(({ bytes, instant }) => readInstant(bytes, 0, bytes.length, instant))
  if (dates.length === 0) return undefined
  const valuesOf = (side: keyof Moment): { milliseconds: Set<number>; keys: Set<string> } => {
    const instants = dates.map(({ instant }) => ({ ...instant, ms: momentOf(instant, zone)[side] }))
    return { milliseconds: new Set(instants.map(({ ms }) => ms)), keys: new Set(instants.map(instantKey)) }
  }
  const [instants, walls] = [valuesOf('instant'), valuesOf('wall')]
  return (instant) => {
    const { milliseconds, keys } = instant.precision === 'instant' ? instants : walls
    return milliseconds.has(instant.ms) && keys.has(instantKey(instant))
  }
}

/** Returns the moment of a date; without a zone it is of the clock's. */
export function momentOf({ ms, precision }: Instant, zone: ZoneClock): Moment {
  return precision === 'instant' ? { instant: ms, wall: zone.wall(ms) } : zone.momentOf(ms)
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

/**
 * Hashes the ASCII text from `start` to `end` in lower case; undefined if it is not ASCII or has escapes. Few values of
 * a column equal the wanted ones, so few texts must be built.
 */
function smallLettersHash(bytes: Uint8Array, start: number, end: number): number | undefined {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at += 1) {
    const sign = bytes[at] ?? 0
    if (sign >= 0x80 || sign === byte.backslash) return undefined
    hash = Math.imul(hash ^ (sign >= 0x41 && sign <= 0x5a ? sign + 0x20 : sign), 0x01000193)
  }
  return hash
}

/** Whether the exact JSON bytes from `start` to `end` meet a condition. */
export type ValueTest = (bytes: Uint8Array, start: number, end: number) => boolean
