import { Buffer } from 'node:buffer'
import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, readSync, writevSync } from 'node:fs'
import { ClavisError } from '#shared/errors.ts'
import { openPlainFileSync } from '../../files/plain-file.ts'
import {
  countsWords,
  encodeBlock,
  endOf,
  entryOf,
  headSize,
  isHalfWrittenHead,
  isWholeBlock,
  newsOf,
  spansBytes,
  spansOffset,
  valuesOffset,
  wordsOf,
  type PageBlock,
  type PageEntry,
  type PageNews,
  PageBuffer,
} from './page-block.ts'
import { valuesWords, type PageColumn } from './page-column-index.ts'

/** A page's body with the positions of its records. Valid until the next page is read into the same memory. */
export interface PageRecords {
  readonly first: number
  readonly count: number
  readonly starts: Uint32Array
  readonly lengths: Uint32Array
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * The pages of a dataset in one file that only grows and contains all that is needed to read them again. Methods wait
 * for the disk, so it belongs to a worker thread.
 * @throws the system's errors
 */
export class RecordFile {
  readonly #handle: number
  readonly #pages: PageEntry[] = []
  #size = 0
  readonly #index = new PageBuffer()
  /** The starts and then the lengths of a page's records: those of the page that a record was last read of. */
  #lastSpans: { readonly page: PageEntry; readonly words: Uint32Array } | undefined

  /**
   * @param file read by `readBlocks`; created empty if it doesn't exist
   * @throws `file-untrusted` for a link, a pipe or a device
   */
  constructor(file: string) {
    this.#handle = openPlainFileSync(file, constants.O_RDWR | constants.O_CREAT, 0o600)
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
   * Finds the pages of an existing file and passes on each one's counts, news and number of records.
   * @throws `list-file-damaged` if the file is not Clavis's or of a later version
   */
  readBlocks(show: (counts: Uint32Array, news: PageNews, records: number) => void): void {
    const { size } = fstatSync(this.#handle)
    const entries = this.#entriesUpTo(size)
    for (let last = entries.at(-1); last !== undefined && !this.#isWhole(last); last = entries.at(-1)) entries.pop()
    const buffer = new PageBuffer()
    for (const entry of entries) {
      const bytes = this.#read(buffer.take(valuesOffset(entry) - headSize), entry.offset + headSize)
      const news = newsOf(bytes, entry)
      if (news === undefined) throw damaged()
      show(wordsOf(bytes.subarray(0, entry.columns * countsWords * 4)), news, entry.records)
      this.#pages.push(entry)
      this.#size = endOf(entry)
    }
    if (this.#size < size) ftruncateSync(this.#handle, this.#size)
  }

  /** Returns the blocks that the heads describe, as far as the file reaches. */
  #entriesUpTo(size: number): PageEntry[] {
    const entries: PageEntry[] = []
    const buffer = new PageBuffer()
    let [offset, first] = [0, 0]
    while (offset + headSize <= size) {
      const bytes = this.#read(buffer.take(headSize), offset)
      const entry = entryOf(bytes, offset, first)
      if (entry === undefined) {
        if (isHalfWrittenHead(bytes)) break
        // Anything else is not a list.
        throw damaged()
      }
      if (endOf(entry) > size) break
      entries.push(entry)
      offset = endOf(entry)
      first += entry.records
    }
    // What is cut must be the start of a block, not somebody's file.
    if (size - offset < headSize && !isHalfWrittenHead(this.#read(buffer.take(size - offset), offset))) throw damaged()
    return entries
  }

  #isWhole(entry: PageEntry): boolean {
    return isWholeBlock(this.#read(new Uint8Array(endOf(entry) - entry.offset), entry.offset), entry)
  }

  /** The part `counts` of a page. */
  counts(page: number): Uint32Array {
    const entry = this.#entry(page)
    return wordsOf(this.#read(new Uint8Array(entry.columns * countsWords * 4), entry.offset + headSize))
  }

  /** Appends a page; if that fails, the file is unchanged. */
  append(block: PageBlock): void {
    const { entry, index } = encodeBlock(block, this.#size, this.records, this.#index)
    try {
      this.#write([index, block.body])
    } catch (error) {
      ftruncateSync(this.#handle, this.#size)
      throw error
    }
    this.#pages.push(entry)
    this.#size = endOf(entry)
  }

  /** Replaces the last page; if that fails, the file is unchanged. */
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
  page(page: number, memory: PageBuffer): PageRecords {
    const entry = this.#entry(page)
    const spans = spansBytes(entry)
    const bytes = this.#read(memory.take(spans + entry.bodyBytes), entry.offset + spansOffset(entry))
    const words = wordsOf(bytes.subarray(0, entry.records * 8))
    return {
      first: entry.first,
      count: entry.records,
      starts: words.subarray(0, entry.records),
      lengths: words.subarray(entry.records),
      body: bytes.subarray(spans),
    }
  }

  /** Returns whether a page has exactly these records, in the same order. */
  hasRecords(page: number, { body, starts, lengths }: Pick<PageBlock, 'body' | 'starts' | 'lengths'>): boolean {
    const { records, first } = this.#entry(page)
    if (records !== starts.length) return false
    // Lengths nearly always differ, and are read without the page's body.
    const spans = this.#spans(this.#entry(page)).subarray(records)
    if (lengths.some((length, index) => length !== spans[index])) return false
    return starts.every((start, index) => {
      const record = this.record(first + index)
      return record !== undefined && Buffer.compare(record, body.subarray(start, start + record.length)) === 0
    })
  }

  /** Returns a page's body without its records, which has the envelope. */
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

  /**
   * Returns the positions of the values of some columns, by number, in a page; undefined if it has none of a column.
   */
  values(page: number, columns: readonly number[]): (PageColumn | undefined)[] {
    const entry = this.#entry(page)
    const counts = this.counts(page)
    const found = new Array<PageColumn | undefined>(columns.length).fill(undefined)
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

  /** Returns a record's exact bytes; undefined if there is none. */
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

  /** Waits until everything is on disk. */
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

function damaged(): ClavisError {
  return new ClavisError('list-file-damaged', 'This version of Clavis can’t read the list’s file.', {
    hint: 'It is damaged or was written by another version. Reload the list.',
  })
}
