import type { RowSpan } from './grouped-rows.ts'

/** Rows that are loaded and dropped together. */
export const blockSize = 25

export const maxBlocks = 40

const maxBlocksPerRequest = 8

const maxRequests = 2

/** Pause after an answer that is no longer wanted, in milliseconds: the scroll bar is being dragged. */
const lateAnswerPause = 40

/** The rows of a block, as they were answered. */
export type FetchRows<Row> = (offset: number, limit: number) => Promise<readonly Row[]>

interface HeldBlock<Row> {
  readonly rows: readonly Row[]
  /** Outdated blocks stay until they are loaded again. */
  isOld: boolean
}

export interface RowBlocksListener {
  /** Rows have arrived and are in {@link RowBlocks.rowAt}. */
  readonly onRows: () => void
  /** Wanted rows couldn't be loaded; undefined: all of them are there again. */
  readonly onFailure: (error: unknown) => void
}

/** Blocks requested together, and the version of the list then. */
interface BlockRequest {
  readonly block: number
  readonly count: number
  readonly refreshes: number
  readonly growths: number
}

/**
 * Holds the few blocks of a long list's rows that the page needs. The latest wish is requested first; outdated ones
 * never are.
 */
export class RowBlocks<Row> {
  readonly #ask: FetchRows<Row>
  readonly #listener: RowBlocksListener
  /** In the order of last use, oldest first. */
  #held = new Map<number, HeldBlock<Row>>()
  #underWay = new Set<BlockRequest>()
  /** Blocks that failed: retried when others are wanted, or the list has changed. */
  readonly #failed = new Set<number>()
  /** Whether a failure was reported that isn't over. */
  #isFailing = false
  #wanted: readonly number[] = []
  #refreshes = 0
  #growths = 0
  readonly #wait: (milliseconds: number) => Promise<void>
  #isWaiting = false

  /** @param wait resolves after this many milliseconds */
  constructor(ask: FetchRows<Row>, listener: RowBlocksListener, wait: (milliseconds: number) => Promise<void>) {
    this.#ask = ask
    this.#listener = listener
    this.#wait = wait
  }

  /** Returns a row; undefined if it isn't loaded. */
  rowAt(index: number): Row | undefined {
    return this.#held.get(Math.floor(index / blockSize))?.rows[index % blockSize]
  }

  /** Sets the wanted rows, inclusive; earlier wishes that weren't requested yet are dropped. */
  want(first: number, last: number): void {
    this.wantAll([{ first, count: last - first + 1 }])
  }

  /** Sets the wanted rows, in rising order. Otherwise as {@link want}. */
  wantAll(spans: readonly RowSpan[]): void {
    const wanted: number[] = []
    for (const { first, count } of spans) {
      const last = Math.floor((first + count - 1) / blockSize)
      for (let block = Math.floor(first / blockSize); block <= last; block += 1)
        if (wanted.at(-1) !== block && count > 0) wanted.push(block)
    }
    if (wanted[0] !== this.#wanted[0] || wanted.length !== this.#wanted.length) this.#failed.clear()
    this.#wanted = wanted
    for (const block of wanted) {
      const held = this.#held.get(block)
      if (held !== undefined) this.#hold(block, held)
    }
    this.#tellRecovery()
    this.#askNext()
  }

  /** Reloads all wanted rows; the held ones stay until then. */
  refresh(): void {
    this.#refreshes += 1
    this.#failed.clear()
    for (const held of this.#held.values()) held.isOld = true
    this.#askNext()
  }

  /** Reloads incomplete blocks after the list has grown. */
  grow(): void {
    this.#growths += 1
    this.#failed.clear()
    for (const held of this.#held.values()) if (held.rows.length < blockSize) held.isOld = true
    this.#askNext()
  }

  /** Drops all rows, because the list is another one. Pending answers are ignored. */
  clear(): void {
    this.#failed.clear()
    this.#held = new Map()
    this.#underWay = new Set()
    this.#askNext()
  }

  #askNext(): void {
    if (this.#isWaiting) return
    const asked = [...this.#underWay]
    const missing = this.#wanted.filter(
      (each) =>
        !this.#failed.has(each) &&
        this.#held.get(each)?.isOld !== false &&
        !asked.some(({ block, count }) => each >= block && each < block + count),
    )
    while (this.#underWay.size < maxRequests) {
      const block = missing.shift()
      if (block === undefined) return
      let count = 1
      for (; count < maxBlocksPerRequest && missing[0] === block + count; count += 1) missing.shift()
      void this.#read({ block, count, refreshes: this.#refreshes, growths: this.#growths })
    }
  }

  async #read(request: BlockRequest): Promise<void> {
    const { block, count, refreshes, growths } = request
    const blocks = Array.from({ length: count }, (_, index) => block + index)
    const underWay = this.#underWay
    underWay.add(request)
    try {
      const rows = await this.#ask(block * blockSize, count * blockSize)
      // The list has changed meanwhile.
      if (underWay !== this.#underWay) return
      blocks.forEach((each, index) => {
        const ofBlock = rows.slice(index * blockSize, (index + 1) * blockSize)
        const hasGrown = growths !== this.#growths && ofBlock.length < blockSize
        this.#hold(each, { rows: ofBlock, isOld: refreshes !== this.#refreshes || hasGrown })
      })
      this.#tellRecovery()
      if (blocks.some((each) => this.#wanted.includes(each))) this.#listener.onRows()
      else void this.#goSlower()
    } catch (error) {
      if (underWay === this.#underWay && refreshes === this.#refreshes) {
        for (const each of blocks) this.#failed.add(each)
        this.#isFailing = true
        this.#listener.onFailure(error)
      }
    } finally {
      underWay.delete(request)
      this.#askNext()
    }
  }

  #tellRecovery(): void {
    if (!this.#isFailing || this.#wanted.some((each) => this.#held.get(each)?.isOld !== false)) return
    this.#isFailing = false
    this.#listener.onFailure(undefined)
  }

  /** Late answers are wasted work, and delay the next ones. */
  async #goSlower(): Promise<void> {
    if (this.#isWaiting) return
    this.#isWaiting = true
    await this.#wait(lateAnswerPause)
    this.#isWaiting = false
    this.#askNext()
  }

  #hold(block: number, held: HeldBlock<Row>): void {
    this.#held.delete(block)
    this.#held.set(block, held)
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= maxBlocks) break
      if (!this.#wanted.includes(oldest)) this.#held.delete(oldest)
    }
  }
}
