import { byte } from '../json/json-bytes.ts'
import { valueText } from '../json/json-string.ts'
import { copySpan, hashSpan, isSameSpan, grown } from '../storage/byte-spans.ts'
import { HashIndex } from '../storage/hash-index.ts'

/** Values longer than this are not copied but read again from the records when they are needed, bytes. */
const maxCopiedLength = 4096

/** After this many values, duplicates are no longer searched for if too many of the values differ. */
const trial = 65_536
const mostlyDifferent = 0.9

/** Position of a value that was not copied. */
interface LongValue {
  readonly position: number
  /** Offset within its record. */
  readonly start: number
  readonly length: number
}

/** Reads a record's exact bytes. */
export type ReadRecord = (position: number) => Uint8Array | undefined

/**
 * One column of all records: each distinct value once, as its exact JSON bytes, and for each record the number of its
 * value. Queries look only at the distinct values. If nearly all values differ, duplicates are no longer searched for,
 * and a value may have several numbers.
 */
export class DictionaryColumn {
  readonly #readRecord: ReadRecord
  /** For each record the number of its value, from 1; 0 if it has none. May be longer than the number of records. */
  ids = new Uint32Array(0)
  /** The values’ bytes, one after the other. */
  pool = new Uint8Array(4096)
  /** Start of each value in `pool`; value `n` ends where `n + 1` starts. */
  starts = new Uint32Array(1024)
  #poolView = new DataView(this.pool.buffer)
  #lastView: DataView = this.#poolView
  /** Finds known values; undefined once duplicates are no longer searched for. */
  #index: HashIndex | undefined = new HashIndex(1024)
  readonly #long = new Map<number, LongValue>()
  #count = 0
  #added = 0
  /** Which part of all records to be added are reserved for, from 0 to 1. */
  #part = 1

  constructor(readRecord: ReadRecord) {
    this.#readRecord = readRecord
  }

  /** How many different values there are; their numbers are from 1 to this. */
  get count(): number {
    return this.#count
  }

  /** Memory used, bytes. */
  get size(): number {
    return (
      this.ids.byteLength +
      this.pool.byteLength +
      this.starts.byteLength +
      (this.#index?.size ?? 0) +
      this.#long.size * 100
    )
  }

  /** Makes room for records, all without a value so far. @param all number of records that will be added */
  reserve(records: number, all: number): void {
    this.#part = records / Math.max(records, all)
    if (records <= this.ids.length) return
    const ids = new Uint32Array(Math.max(records, all, Math.min(this.ids.length * 2, this.ids.length + 1_000_000)))
    ids.set(this.ids)
    this.ids = ids
  }

  /** Adds the value of a record. @param recordStart where the record starts in `bytes` */
  add(position: number, bytes: Uint8Array, start: number, length: number, recordStart: number): void {
    this.ids[position] =
      length > maxCopiedLength
        ? this.#addLong({ position, start: start - recordStart, length })
        : this.#numberOf(bytes, start, length)
  }

  #addLong(value: LongValue): number {
    this.#makeRoom(0)
    this.#count += 1
    this.#long.set(this.#count, value)
    this.starts[this.#count + 1] = this.starts[this.#count] ?? 0
    return this.#count
  }

  #numberOf(bytes: Uint8Array, start: number, length: number): number {
    this.#added += 1
    if (this.#added === trial && this.#count > trial * mostlyDifferent) this.#index = undefined
    const index = this.#index
    if (index === undefined) return this.#copy(bytes, start, length)
    const hash = hashSpan(this.#queryOf(bytes), bytes.byteOffset + start, length)
    for (let known = index.first(hash); known !== 0; known = index.next())
      if (this.#isSame(known, bytes, start, length)) return known
    const number = this.#copy(bytes, start, length)
    index.add(number)
    return number
  }

  #isSame(known: number, bytes: Uint8Array, start: number, length: number): boolean {
    const first = this.starts[known] ?? 0
    if ((this.starts[known + 1] ?? 0) - first !== length) return false
    return isSameSpan(this.#poolView, first, this.#queryOf(bytes), bytes.byteOffset + start, length)
  }

  #copy(bytes: Uint8Array, start: number, length: number): number {
    this.#makeRoom(length)
    this.#count += 1
    const number = this.#count
    const first = this.starts[number] ?? 0
    copySpan(this.#queryOf(bytes), bytes.byteOffset + start, this.#poolView, first, length)
    this.starts[number + 1] = first + length
    return number
  }

  #makeRoom(length: number): void {
    if (this.#count + 3 > this.starts.length)
      this.starts = grown(this.starts, Math.ceil(this.starts.length * this.#growth))
    const end = (this.starts[this.#count + 1] ?? 0) + length
    if (end > this.pool.length) {
      this.pool = grown(this.pool, Math.max(end, Math.ceil(this.pool.length * this.#growth)))
      this.#poolView = new DataView(this.pool.buffer)
    }
  }

  /** The memory that a value is in. Pages are read into the same one after the other. */
  #queryOf(bytes: Uint8Array): DataView {
    if (bytes.buffer !== this.#lastView.buffer) this.#lastView = new DataView(bytes.buffer)
    return this.#lastView
  }

  /** Returns the factor by which the pool grows when it is full. */
  get #growth(): number {
    // If every record has a value of its own, the remaining ones will need as much room as those so far.
    return this.#index !== undefined ? 2 : Math.max(1.25, 1.1 / this.#part)
  }

  /** A value’s exact JSON bytes. */
  value(number: number): Uint8Array {
    const long = this.#long.get(number)
    if (long === undefined) return this.pool.subarray(this.starts[number], this.starts[number + 1])
    return this.#readRecord(long.position)?.subarray(long.start, long.start + long.length) ?? new Uint8Array()
  }

  /** A value’s text: see `valueText`. */
  text(number: number): string {
    const bytes = this.value(number)
    return valueText(bytes, 0, bytes.length)
  }

  /** Returns whether a value is not in the pool; then only {@link value} returns it. */
  isLong(number: number): boolean {
    return this.#long.size > 0 && this.#long.has(number)
  }

  /** Returns the first byte of a value, which determines its kind. */
  firstByte(number: number): number {
    return this.isLong(number) ? (this.value(number)[0] ?? byte.quote) : (this.pool[this.starts[number] ?? 0] ?? 0)
  }
}
