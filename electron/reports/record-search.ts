import { Buffer } from 'node:buffer'
import { decodeEscapes, utf8Text } from './json-string.ts'
import { recordWriting } from './page-reader.ts'
import type { PageRecords } from './record-file.ts'

/** Characters beyond ASCII whose lower case has ASCII in it: the Kelvin sign and the capital I with a dot. */
const turnsAscii = [Buffer.from('\u212a'), Buffer.from('\u0130')]

/**
 * Looks for a text in records, letter case aside, over all that a record says, names included and escapes decoded. What
 * is plain is looked for in the bytes of a whole page at once; only records with escapes or other characters are looked
 * at one by one, and of those only the ones that hold the text’s ASCII part.
 */
export class RecordSearch {
  readonly #needle: string
  /** The longest part of the needle that is ASCII. */
  readonly #ascii: AsciiSearch | undefined
  readonly #isAscii: boolean

  /** @param text not empty */
  constructor(text: string) {
    this.#needle = text.toLowerCase()
    this.#isAscii = isAscii(this.#needle)
    const parts = this.#needle.match(/[\0-\x7f]+/gu) ?? []
    const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '')
    this.#ascii = longest === '' ? undefined : new AsciiSearch(longest)
  }

  /** Answers for each record of a page whether it holds the text: 1 or 0. */
  find({ body, starts, lengths, writings, count }: PageRecords): Uint8Array {
    const found = new Uint8Array(count)
    const ascii = this.#ascii
    const isMisleading = turnsAscii.some((character) =>
      Buffer.from(body.buffer, body.byteOffset, body.length).includes(character),
    )
    let next = ascii === undefined || isMisleading ? -1 : ascii.find(body, 0)
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
      if (next < start) next = ascii.find(body, start)
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

/** Finds ASCII text in bytes, letter case aside, looking at as few of them as it can (Horspool’s way). */
class AsciiSearch {
  readonly #lower: Uint8Array
  readonly #upper: Uint8Array
  /** For each byte, where the text’s last letter would meet it, how far the text can be moved on. */
  readonly #moves = new Int32Array(256)

  /** @param text lower case */
  constructor(text: string) {
    this.#lower = Buffer.from(text)
    this.#upper = Buffer.from(text.toUpperCase())
    const last = text.length - 1
    this.#moves.fill(text.length)
    for (let at = 0; at < last; at += 1) {
      this.#moves[this.#lower[at] ?? 0] = last - at
      this.#moves[this.#upper[at] ?? 0] = last - at
    }
  }

  get length(): number {
    return this.#lower.length
  }

  /** Where the text is found first from `from` on; the length of the bytes where nowhere. */
  find(bytes: Uint8Array, from: number): number {
    const lower = this.#lower
    const upper = this.#upper
    const moves = this.#moves
    const last = lower.length - 1
    const lastLower = lower[last]
    const lastUpper = upper[last]
    const end = bytes.length
    let at = from + last
    while (at < end) {
      const value = bytes[at] ?? 0
      if (value === lastLower || value === lastUpper) {
        let index = last - 1
        let place = at - 1
        while (index >= 0 && (bytes[place] === lower[index] || bytes[place] === upper[index])) {
          index -= 1
          place -= 1
        }
        if (index < 0) return place + 1
      }
      at += moves[value] ?? 1
    }
    return end
  }
}
