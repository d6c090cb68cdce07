import { Buffer } from 'node:buffer'
import { textSearchCode } from './text-search-code.ts'

/** Bytes that are read beyond the searched ones (`text-search.wat`). */
const readBeyond = 16

/** WebAssembly's own page: by so much its memory grows, bytes. */
const memoryPage = 65_536

/** The search's compiled machine code, shared by all texts and threads. */
export type TextSearchCode = WebAssembly.Module

/** Compiles the search. The result serves every thread and must stay for as long as there is anything to search. */
export function compileTextSearch(): TextSearchCode {
  return new WebAssembly.Module(Buffer.from(textSearchCode, 'base64'))
}

interface Code {
  readonly memory: WebAssembly.Memory
  readonly find: (at: number, end: number, lower: number, upper: number, length: number) => number
  readonly findInValue: (
    ...given: [at: number, end: number, lower: number, upper: number, length: number, isBare: number, escapes: number]
  ) => number
}

/** A text to find in bytes: each byte matches in lower or upper case. */
export interface SoughtText {
  readonly lower: Uint8Array
  readonly upper: Uint8Array
}

/** @throws RangeError if the lengths differ */
export function soughtText(lower: Uint8Array, upper: Uint8Array): SoughtText {
  if (lower.length !== upper.length) throw new RangeError('A text has as many bytes in upper case as in lower case.')
  return { lower, upper }
}

/** @param text ASCII */
export function soughtAscii(text: string): SoughtText {
  return soughtText(Buffer.from(text.toLowerCase()), Buffer.from(text.toUpperCase()))
}

/** A text to search for, and its positions in the memory, in lower and in upper case. */
interface HeldText {
  readonly lower: number
  readonly upper: number
  readonly length: number
  /** Whether numbers, `true`, `false` or `null` may contain it. */
  readonly isBare: boolean
}

/**
 * Finds texts in bytes, case-insensitively, sixteen positions at a time. Bytes are searched in a memory of its own, to
 * which they are read or copied.
 */
export class TextSearch {
  readonly #code: Code
  readonly #texts: readonly HeldText[]
  /** End of the texts, and start of the room. */
  readonly #roomStart: number

  /** @param texts texts that are not empty, referred to by their index */
  constructor(texts: readonly SoughtText[], code: TextSearchCode) {
    this.#code = new WebAssembly.Instance(code).exports as unknown as Code
    // The byte before the room is read too.
    let at = 1
    this.#texts = texts.map(({ lower }) => {
      const { length } = lower
      at += 2 * length
      const isBare = /^[-+.0-9a-z]+$/u.test(Buffer.from(lower).toString('latin1'))
      return { lower: at - 2 * length, upper: at - length, length, isBare }
    })
    this.#roomStart = Math.ceil(at / 16) * 16
    this.#grow(this.#roomStart)
    const memory = new Uint8Array(this.#code.memory.buffer)
    for (const [index, { lower, upper }] of texts.entries()) {
      const held = this.#text(index)
      memory.set(lower, held.lower)
      memory.set(upper, held.upper)
    }
  }

  /** Returns room for bytes to search. Overwrites or replaces the earlier room. @param size bytes */
  room(size: number): Uint8Array<ArrayBuffer> {
    this.#grow(this.#roomStart + size + readBeyond)
    return new Uint8Array(this.#code.memory.buffer, this.#roomStart, size)
  }

  /**
   * Returns the first position of a text in these bytes, from `from` and entirely before `end`; `end` if there is none.
   * @param bytes a part of the current room
   * @throws RangeError for other bytes
   */
  find(bytes: Uint8Array, from: number, end: number, text = 0): number {
    const { lower, upper, length } = this.#text(text)
    const offset = this.#offset(bytes)
    return this.#code.find(offset + from, offset + end, lower, upper, length) - offset
  }

  /**
   * Returns the first position of a text within a value of a JSON text, not in a field's name; `end` if there is none.
   * @param bytes a part of the current room; a JSON text is in it from `start` to `end`
   * @param text its quotes are escaped
   * @param hasEscapedQuotes whether the JSON text may have escaped quotes; then it has no escaped backslashes
   * @throws RangeError for other bytes
   */
  findInValue(bytes: Uint8Array, start: number, end: number, text: number, hasEscapedQuotes: boolean): number {
    const { lower, upper, length, isBare } = this.#text(text)
    const offset = this.#offset(bytes)
    const { findInValue } = this.#code
    const escapes = hasEscapedQuotes ? -1 : 0
    return findInValue(offset + start, offset + end, lower, upper, length, isBare ? 1 : 0, escapes) - offset
  }

  #text(index: number): HeldText {
    const text = this.#texts[index]
    if (text === undefined) throw new RangeError(`There is no text ${index} in the search.`)
    return text
  }

  #offset(bytes: Uint8Array): number {
    if (bytes.buffer !== this.#code.memory.buffer) throw new RangeError('The bytes are not in the room of the search.')
    return bytes.byteOffset
  }

  #grow(size: number): void {
    const { memory } = this.#code
    const missing = size - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / memoryPage))
  }
}
