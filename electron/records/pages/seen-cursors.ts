import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { grown } from '../storage/byte-spans.ts'
import { HashIndex } from '../storage/hash-index.ts'

/** Bytes of a cursor's SHA-256 that are stored, 96 bits: small, and no two cursors collide. */
export const cursorMarkSize = 12

/** The cursors that a load has received: a few bytes for each, because a list may have millions of pages. */
export class SeenCursors {
  #marks: Uint8Array<ArrayBuffer>
  #used = 0
  readonly #index: HashIndex

  /** @param marks of the cursors seen by an earlier load */
  constructor(marks: Uint8Array = new Uint8Array()) {
    const count = Math.floor(marks.length / cursorMarkSize)
    this.#marks = new Uint8Array(Math.max(64, count) * cursorMarkSize)
    this.#index = new HashIndex(count)
    for (let at = 0; at < count * cursorMarkSize; at += cursorMarkSize)
      this.#addMark(marks.subarray(at, at + cursorMarkSize))
  }

  has(cursor: string): boolean {
    return this.#isKnown(markOf(cursor))
  }

  add(cursor: string): void {
    this.#addMark(markOf(cursor))
  }

  /** Returns what a later load needs to recognize them, in the order they were added. It stays as it is. */
  marks(): Uint8Array {
    // Bytes are only added behind these.
    return this.#marks.subarray(0, this.#used)
  }

  #isKnown(mark: Uint8Array): boolean {
    for (let entry = this.#index.first(hashOf(mark)); entry !== 0; entry = this.#index.next())
      if (this.#isMark(entry, mark)) return true
    return false
  }

  #isMark(entry: number, mark: Uint8Array): boolean {
    const start = (entry - 1) * cursorMarkSize
    for (let at = 0; at < cursorMarkSize; at += 1) if (this.#marks[start + at] !== mark[at]) return false
    return true
  }

  #addMark(mark: Uint8Array): void {
    if (this.#isKnown(mark)) return
    if (this.#used + cursorMarkSize > this.#marks.length) this.#marks = grown(this.#marks, this.#marks.length * 2)
    this.#marks.set(mark, this.#used)
    this.#used += cursorMarkSize
    this.#index.add(this.#used / cursorMarkSize)
  }
}

function markOf(cursor: string): Uint8Array {
  return createHash('sha256').update(cursor).digest().subarray(0, cursorMarkSize)
}

function hashOf(mark: Uint8Array): number {
  return Buffer.from(mark.buffer, mark.byteOffset, mark.byteLength).readUInt32LE(0)
}
