import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import type { ListQuery } from '#shared/lists/list.ts'
import type { JobControl } from '../../concurrency.ts'
import { byte } from '../json/json-bytes.ts'
import type { ValueSpan } from '../json/json-reader.ts'
import { grown } from '../storage/byte-spans.ts'
import type { StoredRecords } from '../storage/record-scan.ts'
import { meaningOf } from './json-equality.ts'

/** Words of 32 bits of a key and of a content. */
export const keyWords = 4
export const contentWords = 2

/** Records by the hashes of their identifiers and of their bytes: enough to find those that two datasets have in common. */
export interface RecordDigest {
  /** {@link keyWords} for each record. */
  readonly keys: Uint32Array<ArrayBuffer>
  /** {@link contentWords} for each record. */
  readonly contents: Uint32Array<ArrayBuffer>
  readonly positions: Uint32Array<ArrayBuffer>
  /** 1 for each record that the filter matches, else 0; empty without a filter. */
  readonly matches: Uint32Array<ArrayBuffer>
  /** How many records, of those that the filter matches, have no identifier. */
  readonly withoutId: number
}

/** Selects one of several equal parts of all possible keys, so that memory is bounded. */
export interface DigestPart {
  readonly part: number
  readonly parts: number
}

/** Maximum number of records whose digests are in memory at once. */
export const maxDigests = 2_000_000

/** Records between two progress reports. */
const reportInterval = 5000

/**
 * Digests the records whose identifier is the value at a path.
 * @param filter marks the records that it matches; undefined: all count
 */
export async function digestRecords(
  records: Pick<StoredRecords, 'records' | 'scan' | 'positions'>,
  idPath: string,
  { part, parts }: DigestPart,
  filter: ListQuery | undefined,
  { signal, onProgress }: JobControl,
): Promise<RecordDigest> {
  const total = records.records
  const keys = new Words()
  const contents = new Words()
  const positions = new Words()
  const matches = new Words()
  const isMatch = filter && new Uint8Array(total)
  if (filter !== undefined)
    for (const position of await records.positions(filter, signal)) isMatch?.fill(1, position, position + 1)
  let withoutId = 0
  let done = 0
  await records.scan(
    { search: [], filters: [], sort: [] },
    [idPath],
    (position, bytes, [span]) => {
      done += 1
      if (done % reportInterval === 0) onProgress(done, total)
      if (span === undefined || bytes[span.start] === byte.lowerN) {
        if (part === 0) withoutId += isMatch?.[position] ?? 1
        return
      }
      packKey(keyBytes(bytes, span))
      if (mixed(key) % parts !== part) return
      keys.add(key)
      hashContent(bytes)
      contents.add(content)
      positions.add([position])
      if (isMatch !== undefined) matches.add([isMatch[position] ?? 0])
    },
    signal,
  )
  return {
    keys: keys.taken(),
    contents: contents.taken(),
    positions: positions.taken(),
    matches: matches.taken(),
    withoutId,
  }
}

/** Returns the bytes that equal identifiers share. */
export function keyBytes(bytes: Uint8Array, span: ValueSpan): Uint8Array {
  const value = bytes.subarray(span.start, span.end)
  const isPlainText = bytes[span.start] === byte.quote && !value.includes(byte.backslash)
  return isPlainText ? value : Buffer.from(meaningOf(bytes, span))
}

/** Key and content hash of the current record. */
const key = new Uint32Array(keyWords)
const content = new Uint32Array(contentWords)

/** Bytes of an identifier that a key can contain; its last byte is their number. */
const packedBytes = 15

/** Writes an identifier's key: its bytes if they fit, else their hash. */
function packKey(bytes: Uint8Array): void {
  if (bytes.length > packedBytes) {
    const digest = hash('sha1', bytes, 'buffer')
    for (let word = 0; word < keyWords; word += 1) key[word] = digest.readUInt32LE(word * 4)
    // Beyond what a packed one ends with.
    key[keyWords - 1] = (key[keyWords - 1] ?? 0) | 0x8000_0000
    return
  }
  key.fill(0)
  for (let at = 0; at < bytes.length; at += 1) {
    const word = at >> 2
    key[word] = (key[word] ?? 0) | ((bytes[at] ?? 0) << ((at & 3) * 8))
  }
  key[keyWords - 1] = (key[keyWords - 1] ?? 0) | (bytes.length << 24)
}

/** A word in which all bits of a key have a say (the last steps of MurmurHash3). */
export function mixed(words: Uint32Array, at = 0): number {
  let value = 0
  for (let word = 0; word < keyWords; word += 1)
    value = Math.imul(value ^ (words[at + word] ?? 0), 0x9e37_79b1) ^ (value >>> 15)
  value = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2_ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/**
 * Writes a 64-bit hash: two lanes of MurmurHash3 with other constants. Only records with the same identifier are
 * compared by it.
 */
function hashContent(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const whole = bytes.length & ~3
  let one = 0x1234_5678 ^ bytes.length
  let other = 0x8765_4321 ^ bytes.length
  for (let at = 0; at < whole; at += 4) {
    const word = view.getUint32(at, true)
    one = Math.imul(one ^ Math.imul(word, 0xcc9e_2d51), 0x1b87_3593)
    one ^= one >>> 15
    other = Math.imul(other ^ Math.imul(word, 0x85eb_ca6b), 0xc2b2_ae35)
    other ^= other >>> 13
  }
  for (let at = whole; at < bytes.length; at += 1) {
    one = Math.imul(one ^ (bytes[at] ?? 0), 0x0100_0193)
    other = Math.imul(other ^ (bytes[at] ?? 0), 0x9e37_79b1)
  }
  content[0] = one ^ (one >>> 16)
  content[1] = other ^ (other >>> 16)
}

/** Words that grow in number. */
class Words {
  #words = new Uint32Array(4096)
  #length = 0

  add(words: ArrayLike<number>): void {
    if (this.#length + words.length > this.#words.length) this.#words = grown(this.#words, this.#words.length * 2)
    for (let word = 0; word < words.length; word += 1) this.#words[this.#length + word] = words[word] ?? 0
    this.#length += words.length
  }

  taken(): Uint32Array<ArrayBuffer> {
    return this.#words.slice(0, this.#length)
  }
}
