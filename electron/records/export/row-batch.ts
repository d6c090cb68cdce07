import type { ValueSpan } from '../json/json-reader.ts'

/** 32-bit words per cell: its start and its length. */
const cellWords = 2

/** Length of a cell whose record has no such member. */
const absent = 0xffffffff

/**
 * Collects records until there are enough of them, as the bytes received and the positions of their cells, so that
 * memory doesn't depend on the number of cells.
 */
export class RowBatch {
  readonly #columns: number
  readonly #maxRows: number
  readonly #maxBytes: number
  #bytes: Uint8Array<ArrayBuffer>
  #used = 0
  #rows = 0
  /** Start of each record, and the end of the last. */
  readonly #starts: Uint32Array
  /** Row by row. */
  readonly #cells: Uint32Array

  /** @param limits number of rows, cells and bytes of records; a single record may exceed them */
  constructor(columns: number, limits: { readonly rows: number; readonly cells: number; readonly bytes: number }) {
    this.#columns = columns
    this.#maxRows = Math.max(1, Math.min(limits.rows, Math.floor(limits.cells / Math.max(1, columns))))
    this.#maxBytes = limits.bytes
    this.#bytes = new Uint8Array(limits.bytes)
    this.#starts = new Uint32Array(this.#maxRows + 1)
    this.#cells = new Uint32Array(this.#maxRows * columns * cellWords)
  }

  get rows(): number {
    return this.#rows
  }

  /** Whether it takes no more. */
  get isFull(): boolean {
    return this.#rows === this.#maxRows || this.#used >= this.#maxBytes
  }

  /** @param spans positions of the cells in `record` */
  add(record: Uint8Array, spans: readonly (ValueSpan | undefined)[]): void {
    const start = this.#used
    const end = start + record.length
    if (end > this.#bytes.length) {
      const bytes = new Uint8Array(end)
      bytes.set(this.#bytes.subarray(0, start))
      this.#bytes = bytes
    }
    this.#bytes.set(record, start)
    this.#used = end
    let cell = this.#rows * this.#columns * cellWords
    for (let column = 0; column < this.#columns; column += 1, cell += cellWords) {
      const span = spans[column]
      this.#cells[cell] = span === undefined ? 0 : start + span.start
      this.#cells[cell + 1] = span === undefined ? absent : span.end - span.start
    }
    this.#rows += 1
    this.#starts[this.#rows] = end
  }

  /**
   * Returns one column of all rows.
   * @param take creates a value from the bytes and the cell's position in them, if the record has one
   */
  column<T>(column: number, take: (bytes: Uint8Array, span: ValueSpan | undefined) => T): T[] {
    return Array.from({ length: this.#rows }, (_, row) => {
      const cell = (row * this.#columns + column) * cellWords
      const start = this.#cells[cell] ?? 0
      const length = this.#cells[cell + 1] ?? absent
      return take(this.#bytes, length === absent ? undefined : { start, end: start + length })
    })
  }

  /** Something of each whole record. */
  records<T>(take: (record: Uint8Array) => T): T[] {
    return Array.from({ length: this.#rows }, (_, row) =>
      take(this.#bytes.subarray(this.#starts[row], this.#starts[row + 1])),
    )
  }

  /** Lets go of what was gathered. */
  clear(): void {
    this.#rows = 0
    this.#used = 0
    // A record that was larger than all others are is not to stay.
    if (this.#bytes.length > this.#maxBytes * 2) this.#bytes = new Uint8Array(this.#maxBytes)
  }
}
