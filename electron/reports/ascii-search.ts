import { Buffer } from 'node:buffer'
import { asciiSearchCode } from './ascii-search-code.ts'

/** Bytes beyond those looked through that are read with them (`ascii-search.wat`). */
const readBeyond = 16

/** WebAssembly's own page: by so much its memory grows, bytes. */
const memoryPage = 65_536

/** The search's machine code, compiled: the same for every text, and for every thread that it is handed to. */
export type AsciiSearchCode = WebAssembly.Module

/**
 * Compiles the search. Once for the whole process, by whoever holds the result as long as there is anything to search:
 * V8 keeps one register of machine code for all threads, and code that comes and goes in several of them at once has
 * brought it, and the process, down.
 */
export function compileAsciiSearch(): AsciiSearchCode {
  return new WebAssembly.Module(Buffer.from(asciiSearchCode, 'base64'))
}

type Find = (at: number, end: number, lower: number, upper: number, length: number) => number

/**
 * Finds ASCII text in bytes, letter case aside, sixteen places at a time. It looks through bytes in a memory of its own,
 * its room, where they are read or copied to.
 */
export class AsciiSearch {
  readonly length: number
  readonly #memory: WebAssembly.Memory
  readonly #find: Find
  /** Where the text in lower and then in upper case ends, and the room begins. */
  readonly #roomStart: number

  /** @param text lower case, ASCII, not empty */
  constructor(text: string, code: AsciiSearchCode) {
    const { memory, find } = new WebAssembly.Instance(code).exports as {
      readonly memory: WebAssembly.Memory
      readonly find: Find
    }
    this.#memory = memory
    this.#find = find
    this.length = text.length
    this.#roomStart = Math.ceil((2 * text.length) / 16) * 16
    this.#grow(this.#roomStart)
    new Uint8Array(memory.buffer).set(Buffer.from(text + text.toUpperCase()))
  }

  /**
   * Room for bytes to be looked through. What was there before is overwritten, or no longer the room.
   * @param size bytes
   */
  room(size: number): Uint8Array<ArrayBuffer> {
    this.#grow(this.#roomStart + size + readBeyond)
    return new Uint8Array(this.#memory.buffer, this.#roomStart, size)
  }

  /**
   * Where the text is found first in these bytes from `from` on and wholly before `end`; `end` where nowhere.
   * @param bytes a part of the room as it was taken last
   * @throws RangeError for other bytes
   */
  find(bytes: Uint8Array, from: number, end: number): number {
    if (bytes.buffer !== this.#memory.buffer) throw new RangeError('The bytes are not in the room of the search.')
    const { byteOffset } = bytes
    return this.#find(byteOffset + from, byteOffset + end, 0, this.length, this.length) - byteOffset
  }

  #grow(size: number): void {
    const missing = size - this.#memory.buffer.byteLength
    if (missing > 0) this.#memory.grow(Math.ceil(missing / memoryPage))
  }
}
