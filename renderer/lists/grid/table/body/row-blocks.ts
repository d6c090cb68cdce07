/** Rows that are held or let go of together. */
export const blockSize = 25

/** How many such blocks are held at most. */
export const maxBlocks = 40

/** How many blocks are asked for at once. */
const maxBlocksPerRequest = 8

/** How many questions may be on their way at once. */
const maxRequests = 2

/** How long nothing is asked for after an answer that nobody wanted any more, milliseconds: the bar is being dragged. */
const lateAnswerPause = 40

/** The rows of a block, as they were answered. */
export type FetchRows<Row> = (offset: number, limit: number) => Promise<readonly Row[]>

interface HeldBlock<Row> {
  readonly rows: readonly Row[]
  /** What is out of date stays until it was read again. */
  isOld: boolean
}

/** Who hears what came of asking for rows. */
export interface RowBlocksListener {
  /** Rows have come; {@link RowBlocks.rowAt} has them. */
  readonly onRows: () => void
  /** Rows that are wanted could not be read; undefined: all that are wanted are there again. */
  readonly onFailure: (error: unknown) => void
}

/** Blocks that were asked for together, and after how many changes of the list. */
interface BlockRequest {
  readonly block: number
  readonly count: number
  readonly refreshes: number
  readonly growths: number
}

/**
 * The few blocks of a long list's rows that the page holds. What was wanted last is asked for first; what is not wanted any
 * more before it was asked for, never is.
 */
export class RowBlocks<Row> {
  readonly #ask: FetchRows<Row>
  readonly #listener: RowBlocksListener
  /** In the order of their last use, the oldest first. */
  #held = new Map<number, HeldBlock<Row>>()
  #underWay = new Set<BlockRequest>()
  /** Blocks that could not be read: they are tried again once others were wanted, or the list has changed. */
  readonly #failed = new Set<number>()
  /** Whether a failure was told that is not over. */
  #isFailing = false
  #wanted: readonly number[] = []
  #refreshes = 0
  #growths = 0
  readonly #wait: (milliseconds: number) => Promise<void>
  #isWaiting = false

  /** @param wait settles after so many milliseconds */
  constructor(ask: FetchRows<Row>, listener: RowBlocksListener, wait: (milliseconds: number) => Promise<void>) {
    this.#ask = ask
    this.#listener = listener
    this.#wait = wait
  }

  /** A row; undefined while it is not there. */
  rowAt(index: number): Row | undefined {
    return this.#held.get(Math.floor(index / blockSize))?.rows[index % blockSize]
  }

  /** Says which rows are wanted now, both included; what was wanted before and is not asked for yet, is dropped. */
  want(first: number, last: number): void {
    const wanted: number[] = []
    if (last >= first)
      for (let block = Math.floor(first / blockSize); block <= Math.floor(last / blockSize); block += 1)
        wanted.push(block)
    if (wanted[0] !== this.#wanted[0] || wanted.length !== this.#wanted.length) this.#failed.clear()
    this.#wanted = wanted
    for (const block of wanted) {
      const held = this.#held.get(block)
      if (held !== undefined) this.#hold(block, held)
    }
    this.#tellRecovery()
    this.#askNext()
  }

  /** Has all that is wanted read again; what is held stays until then. */
  refresh(): void {
    this.#refreshes += 1
    this.#failed.clear()
    for (const held of this.#held.values()) held.isOld = true
    this.#askNext()
  }

  /** Has blocks that were not full read again, since the list has more rows now. */
  grow(): void {
    this.#growths += 1
    this.#failed.clear()
    for (const held of this.#held.values()) if (held.rows.length < blockSize) held.isOld = true
    this.#askNext()
  }

  /** Forgets all rows: the list is another one. What is on its way is of the old one, and no longer waited for. */
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

  async #read(question: BlockRequest): Promise<void> {
    const { block, count, refreshes, growths } = question
    const blocks = Array.from({ length: count }, (_, index) => block + index)
    const underWay = this.#underWay
    underWay.add(question)
    try {
      const rows = await this.#ask(block * blockSize, count * blockSize)
      // The list is another one by now.
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
      underWay.delete(question)
      this.#askNext()
    }
  }

  #tellRecovery(): void {
    if (!this.#isFailing || this.#wanted.some((each) => this.#held.get(each)?.isOld !== false)) return
    this.#isFailing = false
    this.#listener.onFailure(undefined)
  }

  /** Answers that come too late are work for nothing, and are what keeps the next from coming in time. */
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
