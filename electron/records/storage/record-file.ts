import { Buffer } from 'node:buffer'
import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writevSync } from 'node:fs'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { valuesWords, type ColumnValues } from './page-column-index.ts'

// The file of a run: one block for each page, one after the other, nothing else. A block is, in words of 32 bits
// (little-endian) unless said otherwise:
//   head       magic, version, bytes of body, records, columns, bytes of news, words of values, 0
//   counts     for each column its number, how many values it has here, and how many of each kind
//   news       JSON: what this page was the first to bring, padded to a word
//   values     for each column, as `ValueLog.write` has them
//   records    the offsets of all records in the body, then their lengths, then their writings (bytes, padded to a word)
//   body       the page exactly as it came
// A block whose bytes are not all there, the last of a run that was cut off, counts as not written; so does one that has
// zeros in their place.

const magic = 0x50564c43
const version = 1
const headWords = 8
/** Bytes of a block’s head. */
export const headSize = headWords * 4
/** What every head begins with. */
const headBytes = new Uint8Array(new Uint32Array([magic, version]).buffer)
/** Numbers of a column in the part `counts`: its number, its values, and one for each kind. */
const kinds = 8
export const countsWords = 2 + kinds

/** What a page brought besides its records, as it is written into the file. */
export interface PageNews {
  readonly recordMember: string
  /** Paths of the members that came up for the first time, in the order of their numbers. */
  readonly members: readonly string[]
}

/** Everything of a page that the file keeps. */
export interface PageBlock {
  readonly body: Uint8Array
  readonly starts: readonly number[]
  readonly lengths: readonly number[]
  readonly writings: readonly number[]
  /** As the part `counts` is written. */
  readonly counts: Uint32Array
  readonly news: PageNews
  readonly valuesWords: number
  /** Writes the part `values`. */
  readonly writeValues: (words: Uint32Array) => void
}

/** Where a block is and how large its parts are. */
export interface PageEntry {
  readonly offset: number
  /** Position of its first record in the run. */
  readonly first: number
  readonly records: number
  readonly columns: number
  readonly newsBytes: number
  readonly valuesWords: number
  readonly bodyBytes: number
}

/** A page's body, with the places of its records in it. Valid until the next page is read into the same memory. */
export interface PageRecords {
  readonly first: number
  readonly count: number
  readonly starts: Uint32Array
  readonly lengths: Uint32Array
  readonly writings: Uint8Array
  readonly body: Uint8Array<ArrayBuffer>
}

/** Memory that pages are read into one after the other. */
export interface PageMemory {
  /** The first `size` bytes, from a multiple of 4 on. What was there before is overwritten. */
  readonly take: (size: number) => Uint8Array<ArrayBuffer>
}

/** Memory of the program's own. */
export class PageBuffer implements PageMemory {
  #bytes = new Uint8Array(0)

  take(size: number): Uint8Array<ArrayBuffer> {
    if (size > this.#bytes.length) this.#bytes = new Uint8Array(Math.ceil((size * 1.25) / 4096) * 4096)
    return this.#bytes.subarray(0, size)
  }
}

/**
 * The pages of a run in one file that only grows. All that is needed to read them again is in it. Its methods wait for
 * the disk; it belongs to a worker thread. @throws the system’s errors
 */
export class RecordFile {
  readonly #handle: number
  readonly #pages: PageEntry[] = []
  #size = 0
  #index = new Uint8Array(64 * 1024)
  /** The starts and then the lengths of a page's records: those of the page that a record was last read of. */
  #lastSpans: { readonly page: PageEntry; readonly words: Uint32Array } | undefined

  /** @param file what it holds is read when `readBlocks` is called; where there is none, an empty one is made */
  constructor(file: string) {
    this.#handle = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600)
  }

  get pages(): number {
    return this.#pages.length
  }

  get records(): number {
    const last = this.#pages.at(-1)
    return last === undefined ? 0 : last.first + last.records
  }

  /** Position of the first record of a page; of the page after the last: the number of records. */
  firstOf(page: number): number {
    return this.#pages[page]?.first ?? this.records
  }

  /** The page in which the record of this position is. */
  pageOf(position: number): number {
    let low = 0
    let high = this.#pages.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.#pages[middle]?.first ?? 0) <= position) low = middle
      else high = middle - 1
    }
    return low
  }

  /**
   * Finds the pages of a file that was written before, showing each one's counts and news.
   * @throws `list-file-damaged` where the file is none of Clavis or of a later version
   */
  readBlocks(show: (counts: Uint32Array, news: PageNews) => void): void {
    const { size } = fstatSync(this.#handle)
    const entries = this.#entriesUpTo(size)
    for (let last = entries.at(-1); last !== undefined && !this.#isWhole(last); last = entries.at(-1)) entries.pop()
    const buffer = new PageBuffer()
    for (const entry of entries) {
      const bytes = this.#read(buffer.take(valuesOffset(entry) - headWords * 4), entry.offset + headWords * 4)
      const countsBytes = entry.columns * countsWords * 4
      const news = newsOf(bytes.subarray(countsBytes, countsBytes + entry.newsBytes))
      if (news === undefined) throw damaged()
      show(wordsOf(bytes.subarray(0, countsBytes)), news)
      this.#pages.push(entry)
      this.#size = endOf(entry)
    }
    if (this.#size < size) ftruncateSync(this.#handle, this.#size)
  }

  /** The blocks that the heads speak of, as far as the file reaches. */
  #entriesUpTo(size: number): PageEntry[] {
    const entries: PageEntry[] = []
    const buffer = new PageBuffer()
    let [offset, first] = [0, 0]
    while (offset + headWords * 4 <= size) {
      const bytes = this.#read(buffer.take(headWords * 4), offset)
      const begun = headBytes.findIndex((byte, at) => bytes[at] !== byte)
      // A head that a crash left half written may have room without content; whatever else is there is no list.
      if (begun !== -1 && bytes.subarray(begun, headBytes.length).every((byte) => byte === 0)) break
      if (begun !== -1) throw damaged()
      const entry = entryOf(bytes, offset, first)
      if (entry === undefined || endOf(entry) > size) break
      entries.push(entry)
      offset = endOf(entry)
      first += entry.records
    }
    return entries
  }

  /**
   * Whether all of a block is there: where the power failed, the file may have its full length with zeros for what had
   * not reached the disk. No text of JSON has a zero byte, and no value or record is without bytes.
   */
  #isWhole(entry: PageEntry): boolean {
    const bytes = this.#read(new Uint8Array(endOf(entry) - entry.offset), entry.offset)
    const words = (start: number, count: number): Uint32Array => wordsOf(bytes.subarray(start, start + count * 4))
    const newsAt = (headWords + entry.columns * countsWords) * 4
    if (newsOf(bytes.subarray(newsAt, newsAt + entry.newsBytes)) === undefined) return false
    const counts = words(headWords * 4, entry.columns * countsWords)
    let at = valuesOffset(entry)
    for (let column = 0; column < counts.length; column += countsWords) {
      const count = counts[column + 1] ?? 0
      at += valuesWords(count, entry.records) * 4
      if (at > spansOffset(entry) || words(at - count * 4, count).includes(0)) return false
    }
    const lengths = words(spansOffset(entry) + entry.records * 4, entry.records)
    return at === spansOffset(entry) && !lengths.includes(0) && !bytes.includes(0, bytes.length - entry.bodyBytes)
  }

  /** The part `counts` of a page. */
  counts(page: number): Uint32Array {
    const entry = this.#entry(page)
    return wordsOf(this.#read(new Uint8Array(entry.columns * countsWords * 4), entry.offset + headWords * 4))
  }

  /** Writes a page behind the last one; where that fails, the file is as it was. */
  append(block: PageBlock): void {
    const records = block.starts.length
    const news = Buffer.from(JSON.stringify(block.news))
    const entry: PageEntry = {
      offset: this.#size,
      first: this.records,
      records,
      columns: block.counts.length / countsWords,
      newsBytes: news.length,
      valuesWords: block.valuesWords,
      bodyBytes: block.body.length,
    }
    const indexBytes = endOf(entry) - entry.offset - entry.bodyBytes
    if (indexBytes > this.#index.length) this.#index = new Uint8Array(indexBytes * 2)
    const index = this.#index.subarray(0, indexBytes)
    const words = wordsOf(index)
    words.set([magic, version, entry.bodyBytes, records, entry.columns, entry.newsBytes, entry.valuesWords, 0])
    words.set(block.counts, headWords)
    index.set(news, (headWords + block.counts.length) * 4)
    let at = valuesOffset(entry) / 4
    block.writeValues(words.subarray(at, at + entry.valuesWords))
    at += entry.valuesWords
    words.set(block.starts, at)
    words.set(block.lengths, at + records)
    index.set(block.writings, (at + records * 2) * 4)
    try {
      this.#write([index, block.body])
    } catch (error) {
      ftruncateSync(this.#handle, this.#size)
      throw error
    }
    this.#pages.push(entry)
    this.#size = endOf(entry)
  }

  /** Writes a page in the place of the last one; where that fails, the file is as it was. */
  replaceLast(block: PageBlock): void {
    const last = this.#pages.pop()
    if (last === undefined) {
      this.append(block)
      return
    }
    const before = this.#read(new Uint8Array(this.#size - last.offset), last.offset)
    this.#size = last.offset
    ftruncateSync(this.#handle, this.#size)
    try {
      this.append(block)
    } catch (error) {
      this.#write([before])
      this.#pages.push(last)
      this.#size = endOf(last)
      throw error
    }
  }

  /** A page's body and its records. */
  page(page: number, memory: PageMemory): PageRecords {
    const entry = this.#entry(page)
    const spans = spansBytes(entry)
    const bytes = this.#read(memory.take(spans + entry.bodyBytes), entry.offset + spansOffset(entry))
    const words = wordsOf(bytes.subarray(0, entry.records * 8))
    return {
      first: entry.first,
      count: entry.records,
      starts: words.subarray(0, entry.records),
      lengths: words.subarray(entry.records),
      writings: bytes.subarray(entry.records * 8, entry.records * 9),
      body: bytes.subarray(spans),
    }
  }

  /** A page's body without its records: what it says of itself. */
  pageWithoutRecords(page: number): Uint8Array {
    const entry = this.#entry(page)
    const spans = this.#spans(entry)
    const last = entry.records - 1
    const [from, to] = last < 0 ? [0, 0] : [spans[0] ?? 0, (spans[last] ?? 0) + (spans[entry.records + last] ?? 0)]
    const bytes = new Uint8Array(entry.bodyBytes - (to - from))
    const body = entry.offset + spansOffset(entry) + spansBytes(entry)
    this.#read(bytes.subarray(0, from), body)
    this.#read(bytes.subarray(from), body + to)
    return bytes
  }

  /** Where the values of some columns, given by their numbers, are in a page; undefined where it has none of a column. */
  values(page: number, columns: readonly number[]): (ColumnValues | undefined)[] {
    const entry = this.#entry(page)
    const counts = this.counts(page)
    const found = new Array<ColumnValues | undefined>(columns.length).fill(undefined)
    let offset = entry.offset + valuesOffset(entry)
    for (let at = 0; at < counts.length; at += countsWords) {
      const column = counts[at] ?? 0
      const count = counts[at + 1] ?? 0
      const size = valuesWords(count, entry.records)
      const wanted = columns.indexOf(column)
      if (wanted !== -1) {
        const words = wordsOf(this.#read(new Uint8Array(size * 4), offset))
        const isDense = count === entry.records
        const starts = isDense ? 0 : count
        const values = {
          count,
          records: isDense ? undefined : words.subarray(0, count),
          starts: words.subarray(starts, starts + count),
          lengths: words.subarray(starts + count),
        }
        for (let other = wanted; other < columns.length; other += 1)
          if (columns[other] === column) found[other] = values
      }
      offset += size * 4
    }
    return found
  }

  /** A record's exact bytes; undefined where there is no such record. */
  record(position: number): Uint8Array<ArrayBuffer> | undefined {
    if (!Number.isInteger(position) || position < 0 || position >= this.records) return undefined
    const entry = this.#entry(this.pageOf(position))
    const index = position - entry.first
    const spans = this.#spans(entry)
    const start = spans[index] ?? 0
    const length = spans[entry.records + index] ?? 0
    return this.#read(new Uint8Array(length), entry.offset + spansOffset(entry) + spansBytes(entry) + start)
  }

  #spans(page: PageEntry): Uint32Array {
    // Records are mostly read of one page, one after the other.
    if (this.#lastSpans?.page !== page)
      this.#lastSpans = {
        page,
        words: wordsOf(this.#read(new Uint8Array(page.records * 8), page.offset + spansOffset(page))),
      }
    return this.#lastSpans.words
  }

  /** Waits until the disk has everything. */
  sync(): void {
    fsyncSync(this.#handle)
  }

  close(): void {
    closeSync(this.#handle)
  }

  #entry(page: number): PageEntry {
    const entry = this.#pages[page]
    if (entry === undefined) throw new RangeError(`There is no page ${page}.`)
    return entry
  }

  #read(into: Uint8Array<ArrayBuffer>, position: number): Uint8Array<ArrayBuffer> {
    let read = 0
    while (read < into.length) {
      const bytes = readSync(this.#handle, into, read, into.length - read, position + read)
      if (bytes === 0) throw damaged()
      read += bytes
    }
    return into
  }

  #write(parts: readonly Uint8Array[]): void {
    let rest = parts.filter((part) => part.length > 0)
    for (let position = this.#size; rest.length > 0;) {
      let written = writevSync(this.#handle, rest, position)
      position += written
      rest = rest.flatMap((part) => {
        const taken = Math.min(written, part.length)
        written -= taken
        return taken === part.length ? [] : [part.subarray(taken)]
      })
    }
  }
}

/** What a page was the first to bring; undefined where its bytes are no JSON. */
function newsOf(bytes: Uint8Array): PageNews | undefined {
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as PageNews
  } catch {
    return undefined
  }
}

/**
 * What a block’s head says; undefined where it is none.
 * @param offset where it is in the file
 * @param first position of the first record of its page
 */
export function entryOf(head: Uint8Array<ArrayBuffer>, offset: number, first: number): PageEntry | undefined {
  if (headBytes.some((byte, at) => head[at] !== byte)) return undefined
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

const padded = (bytes: number): number => Math.ceil(bytes / 4) * 4

function valuesOffset({ columns, newsBytes }: PageEntry): number {
  return (headWords + columns * countsWords) * 4 + padded(newsBytes)
}

function spansOffset(entry: PageEntry): number {
  return valuesOffset(entry) + entry.valuesWords * 4
}

function spansBytes({ records }: PageEntry): number {
  return records * 8 + padded(records)
}

/** Where a block ends: with its page’s body. */
export function endOf(entry: PageEntry): number {
  return entry.offset + spansOffset(entry) + spansBytes(entry) + entry.bodyBytes
}

function wordsOf(bytes: Uint8Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
}

function damaged(): ClavisError {
  return new ClavisError('list-file-damaged', 'The file is no list that this version of Clavis can read.', {
    hint: 'It was damaged or written by another version. Read the list from the service again.',
  })
}
