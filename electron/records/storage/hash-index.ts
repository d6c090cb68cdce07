import { grown } from './byte-spans.ts'

/**
 * Finds entries by hash: open addressing with linear probing. Entries are numbered from 1 and stored by the caller,
 * which also compares those with the same hash:
 *
 *     for (let entry = index.first(hash); entry !== 0; entry = index.next()) if (isSame(entry)) return entry
 *     index.add(++entries)
 */
export class HashIndex {
  /** Entries by their hashes; 0 is free. Its length is a power of two. */
  #table: Uint32Array
  #hashes: Uint32Array
  #count = 0
  /** State of the current search. */
  #hash = 0
  #slot = 0

  /** @param entries how many are expected */
  constructor(entries = 16) {
    let size = 64
    while (size < entries * 2) size *= 2
    this.#table = new Uint32Array(size)
    this.#hashes = new Uint32Array(Math.max(32, entries + 1))
  }

  /** Memory used, bytes. */
  get size(): number {
    return this.#table.byteLength + this.#hashes.byteLength
  }

  /** Starts a search: returns the first entry with this hash, 0 if there is none. */
  first(hash: number): number {
    this.#hash = hash >>> 0
    this.#slot = hash & (this.#table.length - 1)
    return this.#match()
  }

  /** Returns the next entry with the same hash, 0 if there is none. */
  next(): number {
    this.#slot = (this.#slot + 1) & (this.#table.length - 1)
    return this.#match()
  }

  #match(): number {
    const table = this.#table
    const hashes = this.#hashes
    const hash = this.#hash
    const mask = table.length - 1
    let slot = this.#slot
    let entry = table[slot] ?? 0
    while (entry !== 0 && hashes[entry] !== hash) {
      slot = (slot + 1) & mask
      entry = table[slot] ?? 0
    }
    this.#slot = slot
    return entry
  }

  /** Adds an entry with the hash of the last search, which found none. */
  add(entry: number): void {
    if (entry >= this.#hashes.length) this.#hashes = grown(this.#hashes, entry * 2)
    this.#hashes[entry] = this.#hash
    this.#table[this.#slot] = entry
    this.#count += 1
    if (this.#count * 2 > this.#table.length) this.#widen()
  }

  #widen(): void {
    const before = this.#table
    const table = new Uint32Array(before.length * 4)
    const mask = table.length - 1
    for (const entry of before) {
      if (entry === 0) continue
      let slot = (this.#hashes[entry] ?? 0) & mask
      while (table[slot] !== 0) slot = (slot + 1) & mask
      table[slot] = entry
    }
    this.#table = table
  }
}
