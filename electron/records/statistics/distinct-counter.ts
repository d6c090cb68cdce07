import type { Cell } from '../../../shared/model/lists/list.ts'
import { kindOf } from '../columns/cell-reader.ts'
import { decodeString, utf8Text } from '../json/json-string.ts'
import { byte } from '../json/json-bytes.ts'
import type { ValueReader } from './value-reader.ts'

/** How much a tally may hold. */
export interface TallyLimits {
  readonly values: number
  /** Bytes of all values and their keys together. */
  readonly bytes: number
}

/** Characters of a value that are kept to be shown; a filter takes twice that. */
const longestShown = 500

/** What `add` answers for a new value when the tally is full. */
export const full = -1

/**
 * Tells values apart by their keys and counts each, with numbers from 0 on in the order they came. Keys and values lie
 * in one block of bytes, so that a million of them is no burden to the garbage collector.
 */
export class ValueTally {
  readonly #limits: TallyLimits
  /** Numbers of values, plus 1, by the hash of their keys; 0 is free. Its length is a power of two. */
  #slots = new Int32Array(64)
  #hashes = new Int32Array(32)
  /** Where in the block a value's key begins; its shown bytes follow the key, and end where the next key begins. */
  #starts = new Float64Array(33)
  #keyLengths = new Int32Array(32)
  #counts = new Float64Array(32)
  #block = new Uint8Array(1024)
  #size = 0
  #isFull = false

  constructor(limits: TallyLimits) {
    this.#limits = limits
  }

  /** How many values it tells apart. */
  get size(): number {
    return this.#size
  }

  /** Whether some value found no place any more. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** The number of the value whose key `reader` has read; undefined where it was not counted. */
  find(reader: ValueReader): number | undefined {
    const number = (this.#slots[this.#slotOf(reader, hashOf(reader.key, reader.keyLength))] ?? 0) - 1
    return number < 0 ? undefined : number
  }

  /** The slot of a value, or the free one where it would stand. */
  #slotOf(reader: ValueReader, hash: number): number {
    const mask = this.#slots.length - 1
    let slot = hash & mask
    for (;;) {
      const number = (this.#slots[slot] ?? 0) - 1
      if (number < 0 || (this.#hashes[number] === hash && this.#hasKey(number, reader))) return slot
      slot = (slot + 1) & mask
    }
  }

  /** Counts a value whose key `reader` has read, and which stands from `start` to `end`; answers its number. */
  add(reader: ValueReader, bytes: Uint8Array, start: number, end: number): number {
    const hash = hashOf(reader.key, reader.keyLength)
    const slot = this.#slotOf(reader, hash)
    const known = (this.#slots[slot] ?? 0) - 1
    if (known >= 0) {
      this.#counts[known] = (this.#counts[known] ?? 0) + 1
      return known
    }
    const shownEnd = Math.min(end, start + 2 + longestShown * 6)
    const from = this.#starts[this.#size] ?? 0
    const to = from + reader.keyLength + shownEnd - start
    if (this.#isFull || this.#size >= this.#limits.values || to > this.#limits.bytes) {
      this.#isFull = true
      return full
    }
    this.#slots[slot] = this.#size + 1
    this.#keep(hash, reader, bytes.subarray(start, shownEnd), from)
    return this.#size - 1
  }

  #hasKey(number: number, { key, keyLength }: ValueReader): boolean {
    if (this.#keyLengths[number] !== keyLength) return false
    const start = this.#starts[number] ?? 0
    const block = this.#block
    for (let at = 0; at < keyLength; at += 1) if (block[start + at] !== key[at]) return false
    return true
  }

  #keep(hash: number, { key, keyLength }: ValueReader, shown: Uint8Array, from: number): void {
    const number = this.#size
    const to = from + keyLength + shown.length
    if (to > this.#block.length) this.#block = grown(this.#block, new Uint8Array(Math.max(to, this.#block.length * 2)))
    this.#block.set(key.subarray(0, keyLength), from)
    this.#block.set(shown, from + keyLength)
    if (number >= this.#hashes.length) {
      const length = number * 2
      this.#hashes = grown(this.#hashes, new Int32Array(length))
      this.#starts = grown(this.#starts, new Float64Array(length + 1))
      this.#keyLengths = grown(this.#keyLengths, new Int32Array(length))
      this.#counts = grown(this.#counts, new Float64Array(length))
    }
    this.#hashes[number] = hash
    this.#keyLengths[number] = keyLength
    this.#counts[number] = 1
    this.#starts[number + 1] = to
    this.#size += 1
    if (this.#size * 2 > this.#slots.length) this.#spread()
  }

  #spread(): void {
    const slots = new Int32Array(this.#slots.length * 2)
    const mask = slots.length - 1
    for (let number = 0; number < this.#size; number += 1) {
      let slot = (this.#hashes[number] ?? 0) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = number + 1
    }
    this.#slots = slots
  }

  count(number: number): number {
    return this.#counts[number] ?? 0
  }

  /** The value as it was written first. */
  cell(number: number): Cell {
    const start = (this.#starts[number] ?? 0) + (this.#keyLengths[number] ?? 0)
    return shownCell(this.#block, start, this.#starts[number + 1] ?? start)
  }

  /** The numbers of the values that were counted most, the first of equals first. */
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

/** The value from `start` to `end`, which is perhaps only the beginning of one, to be shown. */
export function shownCell(bytes: Uint8Array, start: number, end: number): Cell {
  const kind = kindOf(bytes[start] ?? 0)
  const isWholeText = kind === 'text' && end - start > 1 && bytes[end - 1] === byte.quote
  const text = kind === 'text' ? decodeString(bytes, start, isWholeText ? end : end + 1) : utf8Text(bytes, start, end)
  if (text.length <= longestShown) return { kind, text }
  return { kind, text: text.slice(0, longestShown).replace(/[\uD800-\uDBFF]$/u, ''), cut: true }
}

/** FNV-1a, mixed once more so that its low bits are good. */
function hashOf(key: Uint8Array, length: number): number {
  let hash = 0x811c_9dc5 | 0
  for (let at = 0; at < length; at += 1) hash = Math.imul(hash ^ (key[at] ?? 0), 0x0100_0193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x85eb_ca6b)
  return hash ^ (hash >>> 13)
}

function grown<T extends Uint8Array | Int32Array | Float64Array>(from: T, into: T): T {
  into.set(from)
  return into
}
