import { Slices } from '../../concurrency.ts'
import type { SchemaTree } from '../columns/schema-tree.ts'
import { byte } from '../json/json-bytes.ts'
import { PageBuffer } from '../storage/page-block.ts'
import type { RecordFile } from '../storage/record-file.ts'
import { newInstant, readInstant } from '../values/instant.ts'

/** The order in which the records have a column's dates; milliseconds since the epoch, without a zone as UTC. */
export interface DateOrderSoFar {
  readonly direction: 'newest-first' | 'oldest-first'
  /** The dates of the first and the last record, and of the first one on the last page that has records. */
  readonly first: number
  readonly last: number
  readonly pageStart: number
  /** Whether a date has no zone, so that it may be hours off. */
  readonly isLocal: boolean
}

/** Follows in which order the records have a column's dates, each page once. */
export class DateOrder {
  readonly #file: RecordFile
  readonly #path: string
  readonly #tree: SchemaTree
  readonly #memory = new PageBuffer()
  readonly #instant = newInstant()
  #pages = 0
  #first: number | undefined
  #last = 0
  #pageStart = 0
  #isLocal = false
  #isRising = false
  #isFalling = false
  /** Whether a record has no date. */
  #isBroken = false

  constructor(file: RecordFile, path: string, tree: SchemaTree) {
    this.#file = file
    this.#path = path
    this.#tree = tree
  }

  /** Returns the order; undefined if there is none, or if it isn't known because all dates are the same. */
  async soFar(): Promise<DateOrderSoFar | undefined> {
    const slices = new Slices(new AbortController().signal)
    while (this.#pages < this.#file.pages && !this.#isDecided) {
      this.#take(this.#pages)
      // Another call may be waiting for the same pages.
      this.#pages += 1
      if (slices.isOver) await slices.pause()
    }
    if (this.#isDecided || this.#first === undefined || this.#isRising === this.#isFalling) return undefined
    return {
      direction: this.#isFalling ? 'newest-first' : 'oldest-first',
      first: this.#first,
      last: this.#last,
      pageStart: this.#pageStart,
      isLocal: this.#isLocal,
    }
  }

  /** Whether further pages can't bring an order. */
  get #isDecided(): boolean {
    return this.#isBroken || (this.#isRising && this.#isFalling)
  }

  #take(page: number): void {
    const { body, count } = this.#file.page(page, this.#memory)
    if (count === 0) return
    const [dates] = this.#file.values(page, [this.#tree.describe(this.#path)?.id ?? -1])
    if (dates?.count !== count) {
      this.#isBroken = true
      return
    }
    for (let record = 0; record < count; record += 1) {
      const start = dates.starts[record] ?? 0
      const end = start + (dates.lengths[record] ?? 0)
      if (body[start] !== byte.quote || !readInstant(body, start + 1, end - 1, this.#instant)) {
        this.#isBroken = true
        return
      }
      const { ms, precision } = this.#instant
      if (precision !== 'instant') this.#isLocal = true
      if (this.#first !== undefined && ms > this.#last) this.#isRising = true
      if (this.#first !== undefined && ms < this.#last) this.#isFalling = true
      this.#first ??= ms
      this.#last = ms
      if (record === 0) this.#pageStart = ms
    }
  }
}
