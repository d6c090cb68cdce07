import { Buffer } from 'node:buffer'
import type { SearchWord } from '../../shared/model/list-search.ts'
import { AsciiSearch, type AsciiSearchCode } from './ascii-search.ts'
import { byte } from './json-bytes.ts'
import { turnsAscii } from './json-reader.ts'
import { decodeEscapes, utf8Text } from './json-string.ts'
import { recordWriting } from './page-reader.ts'
import type { PageMemory, PageRecords } from './record-file.ts'
import { isInValue, valueTexts } from './value-texts.ts'

/** Bytes of the longest escape besides its last one: so far before a place it may begin that reaches to it. */
const escapeReach = 5

/** A word as it is looked for. */
interface Needle {
  /** In lower case. */
  readonly text: string
  readonly excludes: boolean
  readonly isAscii: boolean
  /** Whether it can only occur where a record has escapes. */
  readonly takesEscapes: boolean
  /** Whether a part of it may be written as an escape that does not hide other ASCII. */
  readonly mayBeEscaped: boolean
  /** Its longest part that is ASCII, empty where it has none. */
  readonly part: string
}

/**
 * Looks for words in the values of records, letter case aside, escapes decoded. What is plain is looked for in the bytes:
 * one word in those of a whole page at once, the others in the records that hold it. Only records with escapes or other
 * characters are read one by one, and most of those only where they hold the ASCII part of each word.
 */
export class RecordSearch {
  /** Pages must be read into it to be looked through. */
  readonly memory: PageMemory
  /** Those that must occur first, the longest of them first: it is the rarest as a rule. */
  readonly #needles: readonly Needle[]
  readonly #ascii: AsciiSearch
  /** Which characters beyond ASCII may stand for letters of the words. */
  readonly #misleading: readonly Buffer[]
  readonly #mayBeEscaped: boolean
  readonly #hasQuotesInNames: boolean

  /**
   * @param hasQuotesInNames whether names of members have quotes in them: then quotes do not tell where the values are in
   *   any record, for a name that is known from an earlier one does not count for how a record is written
   */
  constructor(words: readonly SearchWord[], code: AsciiSearchCode, hasQuotesInNames: boolean) {
    const needles = words
      .map(needleOf)
      .toSorted((one, other) => Number(one.excludes) - Number(other.excludes) || other.part.length - one.part.length)
    const ascii = new AsciiSearch(
      needles.map(({ part }) => part),
      code,
    )
    this.#needles = needles
    this.#ascii = ascii
    this.#misleading = turnsAscii
      .filter(({ letter }) => needles.some(({ text }) => text.includes(letter)))
      .map(({ character }) => Buffer.from(character))
    this.#mayBeEscaped = needles.some(({ mayBeEscaped }) => mayBeEscaped)
    this.#hasQuotesInNames = hasQuotesInNames
    this.memory = { take: (size) => ascii.room(size) }
  }

  /** Answers for each record of a page in {@link memory} whether it has all words that it must and no other: 1 or 0. */
  find({ body, starts, lengths, writings, count }: PageRecords): Uint8Array {
    const found = new Uint8Array(count)
    const isMisleading = this.#isMisleading(body, writings)
    const rarest = this.#rarestPart()
    let next = -1
    for (let record = 0; record < count; record += 1) {
      const writing = writings[record] ?? recordWriting.escaped
      const start = starts[record] ?? 0
      const end = start + (lengths[record] ?? 0)
      if (this.#mustBeRead(writing, isMisleading)) {
        if (this.#isWanted(new RecordText(body, start, end))) found[record] = 1
        continue
      }
      if (rarest > 0) {
        if (next < start) next = this.#ascii.find(body, start, body.length, 0)
        if (next + rarest > end) continue
      }
      if (this.#isWantedByBytes(body, start, end, writing)) found[record] = 1
    }
    return found
  }

  /** Whether a record's bytes do not tell what ASCII of the words its values lack. */
  #mustBeRead(writing: number, isMisleading: boolean): boolean {
    if (this.#hasQuotesInNames) return true
    switch (writing) {
      case recordWriting.plain:
        return false
      case recordWriting.unicode:
        return isMisleading
      case recordWriting.openlyEscaped:
        return isMisleading || this.#mayBeEscaped
      default:
        return true
    }
  }

  /** Length of the text that each record must hold which is not read by itself; 0 where there is none. */
  #rarestPart(): number {
    const [first] = this.#needles
    return first === undefined || first.excludes ? 0 : first.part.length
  }

  #isMisleading(body: Uint8Array, writings: Uint8Array): boolean {
    if (this.#misleading.length === 0 || writings.every((writing) => writing === recordWriting.plain)) return false
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
    return this.#misleading.some((character) => bytes.includes(character))
  }

  #isWanted(text: RecordText): boolean {
    return this.#needles.every((needle) => text.holds(needle.text) !== needle.excludes)
  }

  /** The same of a record whose bytes hold what ASCII of the words it has; it is read only where that is not enough. */
  #isWantedByBytes(body: Uint8Array, start: number, end: number, writing: number): boolean {
    let read: RecordText | undefined
    const holdsRead = ({ text }: Needle): boolean => {
      read ??= new RecordText(body, start, end)
      return read.holds(text)
    }
    for (let index = 0; index < this.#needles.length; index += 1) {
      const needle = this.#needles[index]
      if (needle === undefined) break
      let holds = false
      if (needle.takesEscapes) holds = false
      else if (needle.isAscii) {
        const place = this.#ascii.findInValue(body, start, end, index)
        holds = place < end
        // The letters and digits of an escape are none of the text's.
        if (holds && writing === recordWriting.openlyEscaped && isNearEscape(body, start, place))
          holds = holdsRead(needle)
      } else if (
        writing !== recordWriting.plain &&
        (needle.part === '' || this.#ascii.find(body, start, end, index) < end)
      )
        holds = holdsRead(needle)
      if (holds === needle.excludes) return false
    }
    return true
  }
}

/** Whether an escape may reach into a word without backslashes that stands at a place of the record that begins at `start`. */
function isNearEscape(body: Uint8Array, start: number, place: number): boolean {
  for (let at = Math.max(start, place - escapeReach); at < place; at += 1) if (body[at] === byte.backslash) return true
  return false
}

/** A record's text, read as far as it is needed. */
class RecordText {
  readonly #json: string
  /** All of it in lower case, names included, escapes decoded. */
  readonly #folded: string
  /** Whether text may have a quote in it. */
  readonly #hasQuotes: boolean
  /** The values’ texts in lower case, where that is so. */
  #values: readonly string[] | undefined

  constructor(body: Uint8Array, start: number, end: number) {
    this.#json = utf8Text(body, start, end)
    this.#folded = decodeEscapes(this.#json).toLowerCase()
    this.#hasQuotes = this.#json.includes('\\"') || this.#json.includes('\\u0022')
  }

  /** Whether one of the values holds a text that is in lower case. */
  holds(text: string): boolean {
    if (!this.#folded.includes(text)) return false
    if (!this.#hasQuotes) return isInValue(this.#folded, text)
    this.#values ??= valueTexts(this.#json).map((value) => value.toLowerCase())
    return this.#values.some((value) => value.includes(text))
  }
}

function needleOf({ text, excludes }: SearchWord): Needle {
  const lower = text.toLowerCase()
  const parts = lower.match(/[\0-\x7f]+/gu) ?? []
  return {
    text: lower,
    excludes,
    isAscii: parts[0] === lower,
    // JSON writes these in no other way.
    takesEscapes: /[\0-\x1f"\\]/u.test(lower),
    mayBeEscaped: /[\0-\x1f"\\/]/u.test(lower),
    part: parts.reduce((best, part) => (part.length > best.length ? part : best), ''),
  }
}
