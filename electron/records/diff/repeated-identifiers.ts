import { Buffer } from 'node:buffer'
import { CellReader } from '../columns/cell-reader.ts'
import { byte, isDigit } from '../json/json-bytes.ts'
import { utf8Text } from '../json/json-string.ts'
import { grown, hashSpan } from '../storage/byte-spans.ts'
import { PageBuffer } from '../storage/page-block.ts'
import type { RecordFile } from '../storage/record-file.ts'
import type { RepeatedRecords } from './digest-join.ts'
import { meaningOf } from './json-equality.ts'
import { keyBytes } from './record-digest.ts'

/** Records of a load whose identifier an earlier one has. */
export interface Repeats extends RepeatedRecords {
  readonly idPath: string
  readonly example: NonNullable<RepeatedRecords['example']>
  /** Whether there are more, which are not counted. */
  readonly isMore: boolean
}

/** A page with the place of each record's identifier: where it starts and ends, 0 and 0 without one. */
interface IdentifiedPage {
  readonly body: Uint8Array
  readonly places: Uint32Array
}

/** Repeats that are counted: each is compared with the earlier record, which is read from the file. */
const maxRepeats = 1000

/** Bits of the filter for each known record: fewer and it says more often that a new one is known. */
const bitsPerRecord = 8

/**
 * The identifiers of a load's records: finds those that an earlier record has. With each page that arrives it keeps a
 * hash of four bytes for each record; at the end only records with the same hash are read and compared. A pass over all
 * pages would delay the end of the load.
 */
export class RepeatedIdentifiers {
  readonly path: string
  readonly #file: RecordFile
  /** By position; 0 for a record without an identifier. */
  #hashes = new Uint32Array(4096)
  /** A filter with one bit for each hash: a new record's is set by chance, those of a whole page hardly ever are. */
  #bits = new Uint32Array(2048)
  /** How many hashes are in it: not those of the last page, which may be replaced. */
  #filtered = 0

  constructor(path: string, file: RecordFile) {
    this.path = path
    this.#file = file
  }

  /** Adds the file's pages up to one. @param column number of the column of the identifiers @throws the system's errors */
  addStored(pages: number, column: number): void {
    const memory = new PageBuffer()
    for (let page = 0; page < pages; page += 1) {
      const { first, count, body } = this.#file.page(page, memory)
      const places = new Uint32Array(count * 2)
      const [values] = this.#file.values(page, [column])
      for (let at = 0; at < (values?.count ?? 0); at += 1) {
        const start = values?.starts[at] ?? 0
        places.set([start, start + (values?.lengths[at] ?? 0)], (values?.records?.[at] ?? at) * 2)
      }
      this.add(hashesOf({ body, places }), first)
    }
  }

  /** Adds a page, or replaces the last one. @param first position of its first record */
  add(hashes: Uint32Array, first: number): void {
    const end = first + hashes.length
    if (end > this.#hashes.length) this.#hashes = grown(this.#hashes, Math.max(end, this.#hashes.length * 2))
    this.#hashes.set(hashes, first)
  }

  /**
   * Returns whether all records of a page came on pages before it. If two of them have the same identifier it does not
   * identify records, and there is no telling.
   * @param first position of the page's first record
   */
  areKnown(hashes: Uint32Array, first: number): boolean {
    this.#filter(first)
    return hashes.every((hash) => hash !== 0 && this.#isKnown(hash)) && new Set(hashes).size === hashes.length
  }

  #filter(end: number): void {
    if (end * bitsPerRecord > this.#bits.length * 32) {
      this.#bits = new Uint32Array(2 ** Math.ceil(Math.log2((end * bitsPerRecord) / 32)))
      this.#filtered = 0
    }
    const bits = this.#bits
    const hashes = this.#hashes
    const shift = this.#shift
    for (let at = this.#filtered; at < end; at += 1) {
      const bit = bitOf(hashes[at] ?? 0, shift)
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31))
    }
    this.#filtered = end
  }

  #isKnown(hash: number): boolean {
    const bit = bitOf(hash, this.#shift)
    return ((this.#bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0
  }

  get #shift(): number {
    return Math.clz32(this.#bits.length * 32 - 1)
  }

  /** Returns the repeated records; undefined if there are none. @throws the system's errors */
  repeats(): Repeats | undefined {
    const hashes = this.#hashes.subarray(0, this.#file.records)
    const suspected = repeatedValues(hashes)
    /** Records by their hashes, the first of each identifier. */
    const firsts = new Map<number, HashedRecord[]>()
    const cells = new CellReader([this.path])
    let [equal, different, isMore] = [0, 0, false]
    let example: RepeatedRecords['example']
    for (let position = 0; position < hashes.length && suspected.size > 0 && !isMore; position += 1) {
      const hash = hashes[position] ?? 0
      if (!suspected.has(hash)) continue
      const bytes = this.#file.record(position) ?? new Uint8Array()
      const [span] = cells.spans(bytes)
      if (span === undefined) continue
      const record = { position, bytes, key: keyBytes(bytes, span) }
      const same = firsts.get(hash) ?? []
      const first = same.find(({ key }) => Buffer.compare(key, record.key) === 0)
      if (first === undefined) {
        firsts.set(hash, [...same, record])
        continue
      }
      isMore = equal + different === maxRepeats
      if (isMore) break
      const isEqual = Buffer.compare(first.bytes, bytes) === 0
      if (example === undefined || (!isEqual && different === 0)) example = { first: first.position, position }
      if (isEqual) equal += 1
      else different += 1
    }
    return example && { idPath: this.path, equal, different, example, isMore }
  }
}

/** The bit of a hash: the upper ones are mixed best. */
function bitOf(hash: number, shift: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> shift
}

/** Returns a hash of each record's identifier; 0 without one. */
export function hashesOf({ body, places }: IdentifiedPage): Uint32Array {
  const hashes = new Uint32Array(places.length / 2)
  const memory = new DataView(body.buffer, body.byteOffset, body.byteLength)
  for (let record = 0; record < hashes.length; record += 1) {
    const [start, end] = [places[record * 2] ?? 0, places[record * 2 + 1] ?? 0]
    const isAbsent = end === 0 || body[start] === byte.lowerN
    hashes[record] = isAbsent ? 0 : hashOf(body, memory, start, end) || 1
  }
  return hashes
}

interface HashedRecord {
  readonly position: number
  readonly bytes: Uint8Array
  readonly key: Uint8Array
}

/** Returns the values that occur more than once, without 0: by chance, and at most as many more as are counted. */
function repeatedValues(values: Uint32Array): Set<number> {
  const limit = maxRepeats * 2 + values.length / 256
  const repeated = new Set<number>()
  let before = 0
  for (const value of values.slice().sort()) {
    if (value === before && value !== 0) repeated.add(value)
    if (repeated.size > limit) break
    before = value
  }
  return repeated
}

/** Digits of a number that is exact as a floating-point number. */
const exactDigits = 15

/** Hashes an identifier; equal ones have the same hash, however they are written. */
function hashOf(bytes: Uint8Array, memory: DataView, start: number, end: number): number {
  if (isPlain(bytes, start, end)) return hashSpan(memory, start, end - start)
  const isNumber = bytes[start] === byte.minus || isDigit(bytes[start] ?? 0)
  const text = isNumber ? String(Number(utf8Text(bytes, start, end))) : meaningOf(bytes, { start, end })
  const { buffer, byteOffset, byteLength } = Buffer.from(text)
  return hashSpan(new DataView(buffer, byteOffset, byteLength), 0, byteLength)
}

/** Returns whether an identifier is text without escapes or a number of few digits, which can be written in one way only. */
function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  const isText = bytes[start] === byte.quote
  if (!isText && end - start > exactDigits) return false
  for (let at = start; at < end; at += 1) {
    const each = bytes[at] ?? 0
    if (isText ? each === byte.backslash : !isDigit(each)) return false
  }
  return true
}
