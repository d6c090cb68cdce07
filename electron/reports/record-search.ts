import { Buffer } from 'node:buffer'
import { AsciiSearch, type AsciiSearchCode } from './ascii-search.ts'
import { decodeEscapes, utf8Text } from './json-string.ts'
import { recordWriting } from './page-reader.ts'
import { PageBuffer, type PageMemory, type PageRecords } from './record-file.ts'

/** Characters beyond ASCII whose lower case has ASCII in it: the Kelvin sign and the capital I with a dot. */
const turnsAscii = [
  { letter: 'k', character: Buffer.from('\u212a') },
  { letter: 'i', character: Buffer.from('\u0130') },
]

/**
 * Looks for a text in records, letter case aside, over all that a record says, names included and escapes decoded. What
 * is plain is looked for in the bytes of a whole page at once; only records with escapes or other characters are looked
 * at one by one, and of those only the ones that hold the text’s ASCII part.
 */
export class RecordSearch {
  /** Pages must be read into it to be looked through. */
  readonly memory: PageMemory
  readonly #needle: string
  /** The longest part of the needle that is ASCII. */
  readonly #ascii: AsciiSearch | undefined
  readonly #isAscii: boolean
  /** Which characters beyond ASCII may stand for letters of the needle. */
  readonly #misleading: readonly Buffer[]

  /** @param text not empty */
  constructor(text: string, code: AsciiSearchCode) {
    this.#needle = text.toLowerCase()
    this.#isAscii = isAscii(this.#needle)
    this.#misleading = turnsAscii
      .filter(({ letter }) => this.#needle.includes(letter))
      .map(({ character }) => character)
    const parts = this.#needle.match(/[\0-\x7f]+/gu) ?? []
    const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '')
    const ascii = longest === '' ? undefined : new AsciiSearch(longest, code)
    this.#ascii = ascii
    this.memory = ascii === undefined ? new PageBuffer() : { take: (size) => ascii.room(size) }
  }

  /** Answers for each record of a page in {@link memory} whether it holds the text: 1 or 0. */
  find({ body, starts, lengths, writings, count }: PageRecords): Uint8Array {
    const found = new Uint8Array(count)
    const ascii = this.#ascii
    const isMisleading = this.#misleading.some((character) =>
      Buffer.from(body.buffer, body.byteOffset, body.length).includes(character),
    )
    let next = ascii === undefined || isMisleading ? -1 : ascii.find(body, 0, body.length)
    for (let record = 0; record < count; record += 1) {
      const writing = writings[record]
      const start = starts[record] ?? 0
      const end = start + (lengths[record] ?? 0)
      // Plain text has no other characters, so it can only hold what is ASCII itself.
      if (writing === recordWriting.plain && !this.#isAscii) continue
      if (writing === recordWriting.escaped || ascii === undefined || isMisleading) {
        if (this.#holds(body, start, end, writing === recordWriting.escaped)) found[record] = 1
        continue
      }
      if (next < start) next = ascii.find(body, start, body.length)
      if (next === body.length && this.#isAscii && !hasOthers(writings, record)) break
      if (next + ascii.length > end) continue
      if (this.#isAscii || this.#holds(body, start, end, false)) found[record] = 1
    }
    return found
  }

  #holds(body: Uint8Array, start: number, end: number, isEscaped: boolean): boolean {
    const text = utf8Text(body, start, end)
    return (isEscaped ? decodeEscapes(text) : text).toLowerCase().includes(this.#needle)
  }
}

/** Whether some record from `from` on has escapes. */
function hasOthers(writings: Uint8Array, from: number): boolean {
  return writings.includes(recordWriting.escaped, from)
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/u.test(text)
}
