import type { Cell } from '#shared/lists/list.ts'
import { cellOf, maxCellLength } from '../columns/cell-reader.ts'
import { copySpan, hashSpan, isSameSpan, grown } from '../storage/byte-spans.ts'
import { HashIndex } from '../storage/hash-index.ts'
import type { ValueReader } from './value-reader.ts'

/** Limits of a counter. */
export interface CounterLimits {
  readonly values: number
  /** Bytes of all values and their keys together. */
  readonly bytes: number
}

/** Returned by `add` for a new value if the counter is full. */
export const full = -1

/**
 * Distinguishes values by their keys and counts each, with numbers from 0 in the order they came. Keys and values are
 * in one block of bytes, so that a million of them is no burden for the garbage collector.
 */
export class DistinctCounter {
  readonly #limits: CounterLimits
  /** Finds values by their keys; its entries are their numbers plus 1. */
  readonly #index = new HashIndex()
  /** Start of a value's key in the block; the displayed bytes follow the key and end where the next key starts. */
  #starts = new Float64Array(33)
  #keyLengths = new Int32Array(32)
  #counts = new Float64Array(32)
  #block = new Uint8Array(1024)
  #blockView = new DataView(this.#block.buffer)
  #size = 0
  #isFull = false

  constructor(limits: CounterLimits) {
    this.#limits = limits
  }

  /** Number of distinct values. */
  get size(): number {
    return this.#size
  }

  /** Whether some value found no place any more. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Returns the number of the value whose key `reader` has read; undefined if it was not counted. */
  find({ keyView, keyLength }: ValueReader): number | undefined {
    const index = this.#index
    for (let entry = index.first(hashSpan(keyView, 0, keyLength)); entry !== 0; entry = index.next()) {
      const number = entry - 1
      const isSame = this.#keyLengths[number] === keyLength
      if (isSame && isSameSpan(this.#blockView, this.#starts[number] ?? 0, keyView, 0, keyLength)) return number
    }
    return undefined
  }

  /** Counts a value between `start` and `end` whose key `reader` has read; returns its number. */
  add(reader: ValueReader, bytes: Uint8Array, start: number, end: number): number {
    const known = this.find(reader)
    if (known !== undefined) {
      this.#counts[known] = (this.#counts[known] ?? 0) + 1
      return known
    }
    const shownEnd = Math.min(end, start + maxCellLength)
    const from = this.#starts[this.#size] ?? 0
    const to = from + reader.keyLength + shownEnd - start
    if (this.#isFull || this.#size >= this.#limits.values || to > this.#limits.bytes) {
      this.#isFull = true
      return full
    }
    this.#keep(reader, bytes.subarray(start, shownEnd), from)
    this.#index.add(this.#size)
    return this.#size - 1
  }

  #keep({ keyView, keyLength }: ValueReader, shown: Uint8Array, from: number): void {
    const number = this.#size
    const to = from + keyLength + shown.length
    if (to > this.#block.length) {
      this.#block = grown(this.#block, Math.max(to, this.#block.length * 2))
      this.#blockView = new DataView(this.#block.buffer)
    }
    copySpan(keyView, 0, this.#blockView, from, keyLength)
    this.#block.set(shown, from + keyLength)
    if (number >= this.#keyLengths.length) {
      this.#starts = grown(this.#starts, number * 2 + 1)
      this.#keyLengths = grown(this.#keyLengths, number * 2)
      this.#counts = grown(this.#counts, number * 2)
    }
    this.#keyLengths[number] = keyLength
    this.#counts[number] = 1
    this.#starts[number + 1] = to
    this.#size += 1
  }

  count(number: number): number {
    return this.#counts[number] ?? 0
  }

  /** Returns the value as it was written first. */
  cell(number: number): Cell {
    const start = (this.#starts[number] ?? 0) + (this.#keyLengths[number] ?? 0)
    return cellOf(this.#block, start, this.#starts[number + 1] ?? start)
  }

  /** Returns the numbers of the most frequent values, the first of equals first. */
  commonest(most: number): number[] {
    const count = (number: number): number => this.#counts[number] ?? 0
    return topNumbers(this.#size, most, (one, other) => count(one) - count(other))
  }
}

/**
 * The numbers below `size` that rank highest, highest first; of equals the smaller number first.
 * @param compare which of two ranks higher: positive for the first, negative for the second
 */
export function topNumbers(size: number, most: number, compare: (one: number, other: number) => number): number[] {
  const top: number[] = []
  for (let number = 0; number < size; number += 1) {
    const isAbove = (other: number | undefined): boolean => other !== undefined && compare(number, other) > 0
    if (top.length >= most && !isAbove(top.at(-1))) continue
    let at = top.length
    while (isAbove(top[at - 1])) at -= 1
    top.splice(at, 0, number)
    if (top.length > most) top.pop()
  }
  return top
}
