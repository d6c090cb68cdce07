import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { byte } from '../json/json-bytes.ts'
import { decodeString, utf8Text, unescapedString } from '../json/json-string.ts'
import { withoutCase } from '../values/case-folding.ts'
import { newInstant, readInstant, restOf, type Instant } from '../values/instant.ts'
import { numberKey, isNumberBytes } from '../values/number-order.ts'
import { isExactDouble, shortNumber } from '../values/short-decimal.ts'

type ReadKind = 'null' | 'empty-text' | 'text' | 'datetime' | 'number' | 'boolean' | 'list' | 'object'

/** Longer keys are replaced by their SHA-256. */
const maxKeyLength = 512

// The first byte of each key is its kind, so that kinds never share a key.
const mark = {
  number: 0x6e,
  longNumber: 0x6c,
  datetime: 0x64,
  text: 0x74,
  halves: 0x68,
  json: 0x6a,
  digest: 0x73,
} as const

/**
 * Reads values one after the other: of what kind each is, and a key that values have in common which a filter takes
 * for one (numbers by all their digits, dates by their instant, text with letter case ignored, also that of a number;
 * text that is a truth value as that). Everything is overwritten by the next value.
 */
export class ValueReader {
  kind: ReadKind = 'null'
  /** Bytes of the number if `kind` is `number`: as in ranges, text that is only a number is one. */
  numberBytes: Uint8Array = new Uint8Array()
  numberStart = 0
  numberEnd = 0
  /** The date if `kind` is `datetime`. */
  readonly instant: Instant = newInstant()
  /** The key is its first `keyLength` bytes. */
  key = new Uint8Array(1024)
  keyView = new DataView(this.key.buffer)
  keyLength = 0

  /** Reads only the kind, and a date's instant. */
  readKind(bytes: Uint8Array, start: number, end: number): ReadKind {
    this.kind = this.#kindOf(bytes, start, end)
    return this.kind
  }

  #kindOf(bytes: Uint8Array, start: number, end: number): ReadKind {
    switch (bytes[start]) {
      case byte.quote:
        if (end - start === 2) return 'empty-text'
        return this.#kindOfString(bytes, start, end)
      case byte.lowerN:
        return 'null'
      case byte.lowerT:
      case byte.lowerF:
        return 'boolean'
      case byte.openBracket:
        return 'list'
      case byte.openBrace:
        return 'object'
      default:
        this.numberBytes = bytes
        this.numberStart = start
        this.numberEnd = end
        return 'number'
    }
  }

  #kindOfString(bytes: Uint8Array, start: number, end: number): ReadKind {
    if (readInstant(bytes, start + 1, end - 1, this.instant)) return 'datetime'
    if (this.#isNumber(bytes, start + 1, end - 1)) return 'number'
    const unescaped = unescapedString(bytes, start, end)
    return unescaped === undefined ? 'text' : this.#kindOfString(unescaped, 0, unescaped.length)
  }

  #isNumber(bytes: Uint8Array, start: number, end: number): boolean {
    if (!isNumberBytes(bytes, start, end)) return false
    this.numberBytes = bytes
    this.numberStart = start
    this.numberEnd = end
    return true
  }

  /** Makes the key of the value whose kind was read last. */
  readKey(bytes: Uint8Array, start: number, end: number): void {
    switch (this.kind) {
      case 'number':
        if (bytes[start] === byte.quote) this.#textKey(bytes, start, end)
        else this.#numberKey()
        break
      case 'datetime':
        this.#setDouble(mark.datetime, this.instant.ms, restOf(this.instant))
        break
      case 'text':
        this.#textKey(bytes, start, end)
        break
      default:
        this.#setKey(this.kind === 'boolean' ? mark.text : mark.json, bytes.subarray(start, end))
    }
    if (this.keyLength > maxKeyLength) {
      const digest = createHash('sha256').update(this.key.subarray(0, this.keyLength)).digest()
      this.#setKey(mark.digest, digest)
    }
  }

  #reserve(length: number): void {
    if (this.key.length >= length) return
    this.key = new Uint8Array(length * 2)
    this.keyView = new DataView(this.key.buffer)
  }

  /** Uses the double if no other number has it, because that is quicker. */
  #numberKey(): void {
    const short = shortNumber(this.numberBytes, this.numberStart, this.numberEnd)
    if (!Number.isNaN(short)) {
      this.#setDouble(mark.number, short)
      return
    }
    const text = utf8Text(this.numberBytes, this.numberStart, this.numberEnd)
    if (isExactDouble(text)) this.#setDouble(mark.number, Number(text))
    else this.#setKey(mark.longNumber, Buffer.from(numberKey(text)))
  }

  #setDouble(kind: number, double: number, rest: Uint8Array = new Uint8Array()): void {
    this.key[0] = kind
    // −0 and 0 are one number.
    this.keyView.setFloat64(1, double + 0)
    this.key.set(rest, 9)
    this.keyLength = 9 + rest.length
  }

  #setKey(kind: number, bytes: Uint8Array): void {
    this.#reserve(bytes.length + 1)
    this.key[0] = kind
    this.key.set(bytes, 1)
    this.keyLength = 1 + bytes.length
  }

  #textKey(bytes: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start)
    const { key } = this
    let length = 1
    let at = start + 1
    for (; at < end - 1; at += 1) {
      const sign = bytes[at] ?? 0
      if (sign >= 0x80 || sign === byte.backslash) break
      key[length] = sign >= 0x41 && sign <= 0x5a ? sign + 0x20 : sign
      length += 1
    }
    if (at === end - 1) {
      key[0] = mark.text
      this.keyLength = length
      return
    }
    const text = decodeString(bytes, start, end)
    const folded = withoutCase(text)
    // UTF-8 has no place for half of a surrogate pair.
    if (folded.isWellFormed()) this.#setKey(mark.text, Buffer.from(folded))
    else this.#setKey(mark.halves, Buffer.from(folded, 'utf16le'))
  }
}
