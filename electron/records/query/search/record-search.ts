import { Buffer } from 'node:buffer'
import type { SearchWord } from '../../../../shared/model/query/list-search.ts'
import { byte } from '../../json/json-bytes.ts'
import { oddCapitals } from '../../json/json-reader.ts'
import { decodeEscapes, utf8Text } from '../../json/json-string.ts'
import { withoutCase } from '../../values/case-folding.ts'
import type { PageMemory } from '../../storage/page-buffer.ts'
import type { PageRecords } from '../../storage/record-file.ts'
import { hasEscapedQuotes, recordWriting, writings } from '../../json/escape-style.ts'
import { soughtAscii, TextSearch, type SoughtText, type TextSearchCode } from './text-search.ts'
import { isInValue, valueTexts } from '../../json/leaf-texts.ts'
import { openPart, encodingsOf } from './needle-encodings.ts'

/** Bytes of the longest escape before its last one: an escape that reaches a position may start this far before it. */
const escapeReach = 5

/** A text's place in the search, and how many bytes it has. */
interface PlacedText {
  readonly index: number
  readonly length: number
}

/** Spellings of a word in the bytes of records of one writing. */
interface PlacedSpellings {
  readonly texts: readonly PlacedText[]
  readonly isComplete: boolean
  readonly isLoose: boolean
}

/** A word to search for. */
interface Needle {
  /** In lower case. */
  readonly text: string
  readonly excludes: boolean
  /** What is in the bytes of every record that contains the word and doesn't hide its letters. */
  readonly part: PlacedText | undefined
  /** Whether that is all of it. */
  readonly isOpen: boolean
  /** For each writing; undefined if the record must be read. */
  readonly spellings: readonly (PlacedSpellings | undefined)[]
}

/**
 * Searches the values of records for words, case-insensitively, escapes decoded. It searches the bytes for each
 * spelling: one word in those of a whole page at once, the others in the records that contain it. Only records whose
 * bytes are ambiguous are read.
 */
export class RecordSearch {
  /** Pages must be read into it to be searched. */
  readonly memory: PageMemory
  /** Required words, the one with the longest part first, because it is usually the rarest. */
  readonly #needles: readonly Needle[]
  readonly #search: TextSearch
  /** Characters that may represent letters of the words with other bytes than those searched for. */
  readonly #misleading: readonly Buffer[]
  readonly #hasEscapesInNames: boolean

  /**
   * @param hasEscapesInNames whether names of fields contain quotes or backslashes: then quotes don't show where values
   * are in any record, because a name known from an earlier record doesn't count for a record's writing
   */
  constructor(words: readonly SearchWord[], code: TextSearchCode, hasEscapesInNames: boolean) {
    const texts = new SoughtTexts()
    const needles = words
      .map((word) => needleOf(word, texts))
      .toSorted(
        (one, other) =>
          Number(one.excludes) - Number(other.excludes) || (other.part?.length ?? 0) - (one.part?.length ?? 0),
      )
    const search = new TextSearch(texts.all, code)
    this.#needles = needles
    this.#search = search
    this.#misleading = oddCapitals
      .filter((capital) =>
        Array.from(capital.toLowerCase()).some((letter) => needles.some(({ text }) => text.includes(letter))),
      )
      .map((capital) => Buffer.from(capital))
    this.#hasEscapesInNames = hasEscapesInNames
    this.memory = { take: (size) => search.room(size) }
  }

  /**
   * Returns for each record of a page in {@link memory} whether it has all required words and no excluded one: 1 or 0.
   */
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
      if (rarest !== undefined) {
        if (next < start) next = this.#search.find(body, start, body.length, rarest.index)
        if (next + rarest.length > end) continue
      }
      if (this.#isWantedByBytes(body, start, end, writing)) found[record] = 1
    }
    return found
  }

  /** Returns whether a record's bytes don't show if its values lack the words. */
  #mustBeRead(writing: number, isMisleading: boolean): boolean {
    return (
      this.#hasEscapesInNames || writing === recordWriting.escaped || (isMisleading && writing !== recordWriting.plain)
    )
  }

  /** Returns the text that each record must contain that isn't read; undefined if there is none. */
  #rarestPart(): PlacedText | undefined {
    const [first] = this.#needles
    return first === undefined || first.excludes ? undefined : first.part
  }

  #isMisleading(body: Uint8Array, writings: Uint8Array): boolean {
    if (this.#misleading.length === 0 || writings.every((writing) => writing === recordWriting.plain)) return false
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
    return this.#misleading.some((character) => bytes.includes(character))
  }

  #isWanted(text: RecordText): boolean {
    return this.#needles.every((needle) => text.holds(needle.text) !== needle.excludes)
  }

  /** Decides by the bytes, which show the letters of the words; reads the record only if that isn't enough. */
  #isWantedByBytes(body: Uint8Array, start: number, end: number, writing: number): boolean {
    let read: RecordText | undefined
    for (const needle of this.#needles) {
      let holds = this.#holds(body, start, end, writing, needle)
      if (holds === undefined) {
        read ??= new RecordText(body, start, end)
        holds = read.holds(needle.text)
      }
      if (holds === needle.excludes) return false
    }
    return true
  }

  /** Returns whether a record contains a word; undefined if its bytes don't show it. */
  #holds(body: Uint8Array, start: number, end: number, writing: number, needle: Needle): boolean | undefined {
    const { part } = needle
    if (part !== undefined && !needle.isOpen && this.#search.find(body, start, end, part.index) === end) return false
    const spellings = needle.spellings[writing]
    if (spellings === undefined) return undefined
    let isUnsure = !spellings.isComplete
    for (const { index, length } of spellings.texts) {
      const place = this.#search.findInValue(body, start, end, index, hasEscapedQuotes(writing))
      if (place === end) continue
      const isOther =
        (writing > recordWriting.escaped && isInEscape(body, start, place)) ||
        (spellings.isLoose && textOf(body, place, place + length) !== needle.text)
      if (!isOther) return true
      // The word may follow further on.
      isUnsure = true
    }
    return isUnsure ? undefined : false
  }
}

/** The texts to search for, without duplicates. */
class SoughtTexts {
  readonly #all: SoughtText[] = []
  readonly #indexes = new Map<string, number>()

  get all(): readonly SoughtText[] {
    return this.#all
  }

  place(text: SoughtText): PlacedText {
    const key = Buffer.concat([text.lower, text.upper]).toString('latin1')
    const index = this.#indexes.get(key) ?? this.#all.push(text) - 1
    this.#indexes.set(key, index)
    return { index, length: text.lower.length }
  }
}

/** Returns whether bytes at a position may belong to an escape that starts before it. */
function isInEscape(body: Uint8Array, start: number, place: number): boolean {
  for (let at = Math.max(start, place - escapeReach); at < place; at += 1) {
    if (body[at] !== byte.backslash) continue
    const isPaired = body[at + 1] === byte.backslash || body[at - 1] === byte.backslash
    if (isPaired || at + 1 === place || body[at + 1] === byte.lowerU) return true
  }
  return false
}

/** The text of these bytes in lower case, escapes decoded. */
function textOf(body: Uint8Array, start: number, end: number): string {
  return withoutCase(decodeEscapes(utf8Text(body, start, end)))
}

/** A record's text, read as far as needed. */
class RecordText {
  readonly #json: Uint8Array
  /** All of it in lower case, names included, escapes decoded. */
  readonly #folded: string
  /** Whether text may have a quote in it. */
  readonly #hasQuotes: boolean
  /** The values' texts in lower case, once needed. */
  #values: readonly string[] | undefined

  constructor(body: Uint8Array, start: number, end: number) {
    this.#json = body.subarray(start, end)
    const json = utf8Text(this.#json)
    this.#folded = withoutCase(decodeEscapes(json))
    this.#hasQuotes = json.includes('\\"') || json.includes('\\u0022')
  }

  /** Returns whether a value contains a text in lower case. */
  holds(text: string): boolean {
    if (!this.#folded.includes(text)) return false
    if (!this.#hasQuotes) return isInValue(this.#folded, text)
    this.#values ??= valueTexts(this.#json).map((value) => withoutCase(value))
    return this.#values.some((value) => value.includes(text))
  }
}

function needleOf({ text, excludes }: SearchWord, texts: SoughtTexts): Needle {
  const lower = withoutCase(text)
  const part = openPart(lower)
  return {
    text: lower,
    excludes,
    part: part === '' ? undefined : texts.place(soughtAscii(part)),
    isOpen: part === lower,
    spellings: Array.from({ length: writings }, (_, writing) => {
      const spellings = encodingsOf(lower, writing)
      return spellings && { ...spellings, texts: spellings.texts.map((each) => texts.place(each)) }
    }),
  }
}
