import { Buffer } from 'node:buffer'
import type { SearchWord } from '#shared/lists/list-filter.ts'
import { byte } from '../json/json-bytes.ts'
import { decodeEscapes, utf8Text } from '../json/json-string.ts'
import { isInValue, valueTexts } from '../json/leaf-texts.ts'
import type { PageRecords } from '../storage/record-file.ts'
import { withoutCase } from '../values/case-folding.ts'
import { wordPattern } from './word-pattern.ts'

/** Bytes of records that are searched at once: V8 takes much longer to make longer strings. */
const maxRunLength = 64 * 1024

/** Stands for a quote within text, because those around it have a meaning. Hardly any text has this noncharacter. */
const innerQuote = '\uffff'

/** A word to search for. */
interface Needle {
  /** In lower case; one of them is enough. */
  readonly texts: readonly string[]
  readonly excludes: boolean
  /** Matches where a page may have the word. */
  readonly pattern: RegExp
  readonly patternWithoutEscapes: RegExp
}

/**
 * Searches the values of records for words, case-insensitively, escapes decoded. Only records in whose bytes a word's
 * pattern matches are read.
 */
export class RecordSearch {
  /** Required words first, of them the longest, because it is usually the rarest. */
  readonly #needles: readonly Needle[]

  constructor(words: readonly SearchWord[]) {
    this.#needles = words
      .map(needleOf)
      .toSorted((one, other) => Number(one.excludes) - Number(other.excludes) || lengthOf(other) - lengthOf(one))
  }

  /** Returns for each record of a page whether it has all required words and no excluded one: 1 or 0. */
  find(page: PageRecords): Uint8Array {
    const { starts, lengths, count } = page
    const wanted = new Uint8Array(count).fill(1)
    const endOf = (record: number): number => (starts[record] ?? 0) + (lengths[record] ?? 0)
    for (let first = 0; first < count;) {
      let after = first + 1
      while (after < count && endOf(after) - (starts[first] ?? 0) <= maxRunLength) after += 1
      this.#findInRun(page, first, after, wanted)
      first = after
    }
    return wanted
  }

  /** Sets `wanted` to 0 for those records from `first` up to `after` that are not wanted. */
  #findInRun({ body, starts, lengths }: PageRecords, first: number, after: number, wanted: Uint8Array): void {
    const offset = starts[first] ?? 0
    const length = (starts[after - 1] ?? 0) + (lengths[after - 1] ?? 0) - offset
    const bytes = Buffer.from(body.buffer, body.byteOffset + offset, length)
    const run = bytes.toString('latin1')
    const hasEscapes = bytes.includes(byte.backslash)
    const texts = new Map<number, RecordText>()
    for (const { texts: wordTexts, excludes, pattern, patternWithoutEscapes } of this.#needles) {
      const matches = new Matches(hasEscapes ? pattern : patternWithoutEscapes, run)
      for (let record = first; record < after; record += 1) {
        if (wanted[record] === 0) continue
        const start = (starts[record] ?? 0) - offset
        const end = start + (lengths[record] ?? 0)
        let holds = matches.from(start) < end
        if (holds) {
          const read = texts.get(record) ?? new RecordText(bytes.subarray(start, end))
          texts.set(record, read)
          holds = wordTexts.some((text) => read.holds(text))
        }
        if (holds === excludes) wanted[record] = 0
      }
    }
  }
}

/** The matches of a pattern in a text, looked for one after the other. */
class Matches {
  readonly #pattern: RegExp
  readonly #text: string
  #next = -1

  constructor(pattern: RegExp, text: string) {
    this.#pattern = pattern
    this.#text = text
  }

  /** Returns the position of the first match from `start` on, which must not decrease; `Infinity` if there is none. */
  from(start: number): number {
    if (this.#next < start) {
      this.#pattern.lastIndex = start
      this.#next = this.#pattern.exec(this.#text)?.index ?? Infinity
    }
    return this.#next
  }
}

/** A record's text, read as far as needed. */
class RecordText {
  readonly #json: Uint8Array
  /** All of it in lower case, names included, escapes decoded, with {@link innerQuote}; undefined if that is ambiguous. */
  readonly #folded: string | undefined
  /** The values' texts in lower case, once needed. */
  #values: readonly string[] | undefined

  constructor(bytes: Uint8Array) {
    this.#json = bytes
    const json = utf8Text(bytes)
    const isAmbiguous = json.includes(innerQuote) || (json.includes('\\') && /\\uffff/iu.test(json))
    this.#folded = isAmbiguous ? undefined : withoutCase(decodeEscapes(json, innerQuote))
  }

  /** Returns whether a value contains a text in lower case. */
  holds(text: string): boolean {
    if (this.#folded !== undefined)
      return !text.includes(innerQuote) && isInValue(this.#folded, text.replaceAll('"', innerQuote))
    this.#values ??= valueTexts(this.#json).map((value) => withoutCase(value))
    return this.#values.some((value) => value.includes(text))
  }
}

function needleOf({ text, excludes, number }: SearchWord): Needle {
  const texts = [text, ...(number === undefined ? [] : [number])].map((each) => withoutCase(each))
  return { texts, excludes, pattern: patternOf(texts, true), patternWithoutEscapes: patternOf(texts, false) }
}

function patternOf(texts: readonly string[], hasEscapes: boolean): RegExp {
  const patterns = texts.map((text) => wordPattern(text, hasEscapes))
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'gu')
}

function lengthOf({ texts }: Needle): number {
  return Math.min(...texts.map(({ length }) => length))
}
