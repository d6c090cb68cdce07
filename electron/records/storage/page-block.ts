import { Buffer } from 'node:buffer'
import { utf8Text } from '../json/json-string.ts'
import { valuesWords } from './page-column-index.ts'

// The file of a dataset: one block for each page, one after the other, nothing else. A block is, in words of 32 bits
// (little-endian) unless said otherwise:
//   head       magic, version, bytes of body, records, columns, bytes of news, words of values, 0
//   counts     for each column its number, how many values it has here, and how many of each kind
//   news       JSON: what this page was the first to bring, padded to a word
//   values     for each column, as `PageColumnIndex.write` has them
//   records    the offsets of all records in the body, then their lengths
//   body       the page exactly as it came
// A block whose bytes are not all there, the last of a load that was cut off, counts as not written; so does one that has
// zeros in their place.

const magic = 0x50564c43
const version = 2
const headWords = 8
/** Bytes of a block’s head. */
export const headSize = headWords * 4
/** First bytes of a head. */
const headStart = new Uint8Array(new Uint32Array([magic, version]).buffer)
/** Numbers of a column in the part `counts`: its number, its values, and one for each kind. */
const kinds = 8
export const countsWords = 2 + kinds

/** What a page adds besides its records, as written to the file. */
export interface PageNews {
  readonly recordMember: string | undefined
  /** Fields of the load's first page with objects or errors that are no records, if it had any. */
  readonly besides?: readonly string[]
  /** True for a last page without the array of records. */
  readonly lacksRecords?: boolean
  /** True if all its records came on earlier pages of the load. */
  readonly isRepeated?: boolean
  /** Of the first page: what the records were loaded from, if the caller said so. */
  readonly origin?: string | undefined
  /** Paths of the fields that occurred for the first time, in the order of their numbers. */
  readonly members: readonly string[]
}

/** Everything that the file contains of a page. */
export interface PageBlock {
  readonly body: Uint8Array
  readonly starts: readonly number[]
  readonly lengths: readonly number[]
  /** As the part `counts` is written. */
  readonly counts: Uint32Array
  readonly news: PageNews
  readonly valuesWords: number
  /** Writes the part `values`. */
  readonly writeValues: (words: Uint32Array) => void
}

/** Position and sizes of a block. */
export interface PageEntry {
  readonly offset: number
  /** Position of its first record in the dataset. */
  readonly first: number
  readonly records: number
  readonly columns: number
  readonly newsBytes: number
  readonly valuesWords: number
  readonly bodyBytes: number
}

/**
 * Encodes a page's block without its body.
 * @param offset of the block in the file
 * @param first position of the page's first record
 */
export function encodeBlock(
  block: PageBlock,
  offset: number,
  first: number,
  memory: PageBuffer,
): { readonly entry: PageEntry; readonly index: Uint8Array<ArrayBuffer> } {
  const { body, starts, lengths, counts } = block
  const records = starts.length
  const news = Buffer.from(JSON.stringify(block.news))
  const entry: PageEntry = {
    offset,
    first,
    records,
    columns: counts.length / countsWords,
    newsBytes: news.length,
    valuesWords: block.valuesWords,
    bodyBytes: body.length,
  }
  const index = memory.take(endOf(entry) - offset - body.length)
  const words = wordsOf(index)
  words.set([magic, version, entry.bodyBytes, records, entry.columns, entry.newsBytes, entry.valuesWords, 0])
  words.set(counts, headWords)
  index.set(news, headSize + counts.length * 4)
  let at = valuesOffset(entry) / 4
  block.writeValues(words.subarray(at, at + entry.valuesWords))
  at += entry.valuesWords
  words.set(starts, at)
  words.set(lengths, at + records)
  return { entry, index }
}

/** Returns whether a crash cut off a head: its start, and then nothing or room without content. */
export function isHalfWrittenHead(head: Uint8Array): boolean {
  const mismatch = headStart.findIndex((byte, at) => at < head.length && head[at] !== byte)
  if (mismatch === -1) return head.length < headSize
  return head.subarray(mismatch, headStart.length).every((byte) => byte === 0)
}

/**
 * Returns whether a block is complete: after a power failure the file may have its full length with zeros for what had
 * not reached the disk. JSON text has no zero byte, and no value or record is without bytes.
 * @param block its bytes
 */
export function isWholeBlock(block: Uint8Array<ArrayBuffer>, entry: PageEntry): boolean {
  const { records, columns } = entry
  const spans = spansOffset(entry)
  const words = (start: number, count: number): Uint32Array => wordsOf(block.subarray(start, start + count * 4))
  if (newsOf(block.subarray(headSize, valuesOffset(entry)), entry) === undefined) return false
  const counts = words(headSize, columns * countsWords)
  let at = valuesOffset(entry)
  for (let column = 0; column < counts.length; column += countsWords) {
    const count = counts[column + 1] ?? 0
    at += valuesWords(count, records) * 4
    if (at > spans || words(at - count * 4, count).includes(0)) return false
  }
  const lengths = words(spans + records * 4, records)
  return at === spans && !lengths.includes(0) && !block.includes(0, block.length - entry.bodyBytes)
}

/**
 * What a page was the first to bring; undefined if its bytes are no JSON.
 * @param index the parts `counts` and `news`
 */
export function newsOf(index: Uint8Array, { columns, newsBytes }: PageEntry): PageNews | undefined {
  const start = columns * countsWords * 4
  try {
    return JSON.parse(utf8Text(index, start, start + newsBytes)) as PageNews
  } catch {
    return undefined
  }
}

/**
 * Parses a block's head; undefined if it is none.
 * @param offset of the block in the file
 * @param first position of the page's first record
 */
export function entryOf(head: Uint8Array<ArrayBuffer>, offset: number, first: number): PageEntry | undefined {
  if (!headStart.every((byte, at) => head[at] === byte)) return undefined
  const words = wordsOf(head)
  return {
    offset,
    first,
    bodyBytes: words[2] ?? 0,
    records: words[3] ?? 0,
    columns: words[4] ?? 0,
    newsBytes: words[5] ?? 0,
    valuesWords: words[6] ?? 0,
  }
}

export function valuesOffset({ columns, newsBytes }: PageEntry): number {
  return (headWords + columns * countsWords) * 4 + Math.ceil(newsBytes / 4) * 4
}

export function spansOffset(entry: PageEntry): number {
  return valuesOffset(entry) + entry.valuesWords * 4
}

export function spansBytes(entry: PageEntry): number {
  return entry.records * 8
}

/** Returns the end of a block: it ends with its page's body. */
export function endOf(entry: PageEntry): number {
  return entry.offset + spansOffset(entry) + spansBytes(entry) + entry.bodyBytes
}

export function wordsOf(bytes: Uint8Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
}

/** Memory that pages are read into one after the other. */
export class PageBuffer {
  #bytes = new Uint8Array(0)

  /** Returns the first `size` bytes, which start at a multiple of 4. What was there before is overwritten. */
  take(size: number): Uint8Array<ArrayBuffer> {
    if (size > this.#bytes.length) this.#bytes = new Uint8Array(Math.ceil((size * 1.25) / 4096) * 4096)
    return this.#bytes.subarray(0, size)
  }
}
