import { grown } from './byte-spans.ts'

/** Positions of one column's values in a page: for each, its record within the page and its bytes in the body. */
export interface PageColumn {
  readonly count: number
  /** Record of each value, ascending; undefined if every record of the page has one. */
  readonly records: Uint32Array | undefined
  readonly starts: Uint32Array
  readonly lengths: Uint32Array
}

/** Words of a page's index that the values of one column take. */
export function valuesWords(count: number, records: number): number {
  return count === records ? count * 2 : count * 3
}

/** Collects the positions of a page's values while it is parsed, in any order. */
export class PageColumnIndex {
  #columns = new Uint32Array(4096)
  #records = new Uint32Array(4096)
  #starts = new Uint32Array(4096)
  #ends = new Uint32Array(4096)
  #count = 0
  /** Values of each column. */
  #perColumn = new Uint32Array(64)
  #highest = -1
  /** The record that is being walked through, within its page. */
  record = 0

  clear(): void {
    this.#perColumn.fill(0, 0, this.#highest + 1)
    this.#count = 0
    this.#highest = -1
    this.record = 0
  }

  /** Adds a value of the current record, which has at most one in each column. */
  add(column: number, start: number, end: number): void {
    const at = this.#count
    if (at === this.#columns.length) this.#grow()
    this.#columns[at] = column
    this.#records[at] = this.record
    this.#starts[at] = start
    this.#ends[at] = end
    this.#count = at + 1
    if (column > this.#highest) {
      this.#highest = column
      if (column >= this.#perColumn.length)
        this.#perColumn = grown(this.#perColumn, Math.max(column + 1, this.#perColumn.length * 2))
    }
    this.#perColumn[column] = (this.#perColumn[column] ?? 0) + 1
  }

  /** How many values each column has; columns without any are left out. */
  columns(): { readonly column: number; readonly count: number }[] {
    const found: { column: number; count: number }[] = []
    for (let column = 0; column <= this.#highest; column += 1) {
      const count = this.#perColumn[column] ?? 0
      if (count > 0) found.push({ column, count })
    }
    return found
  }

  /** Returns the places of a column's values, by record: where each starts and ends; 0 and 0 without a value. */
  placesOf(column: number, records: number): Uint32Array {
    const places = new Uint32Array(records * 2)
    for (let entry = 0; entry < this.#count; entry += 1) {
      if (this.#columns[entry] !== column) continue
      const at = (this.#records[entry] ?? 0) * 2
      places[at] = this.#starts[entry] ?? 0
      places[at + 1] = this.#ends[entry] ?? 0
    }
    return places
  }

  /**
   * Writes all values into `words`, column by column as in {@link columns}: their records, unless every one of the
   * page's `records` has one, then their starts, then their lengths.
   */
  write(words: Uint32Array, records: number): void {
    const recordsAt = new Uint32Array(this.#highest + 1)
    const startsAt = new Uint32Array(this.#highest + 1)
    const lengthsAt = new Uint32Array(this.#highest + 1)
    const isDense = new Uint8Array(this.#highest + 1)
    let at = 0
    for (const { column, count } of this.columns()) {
      isDense[column] = count === records ? 1 : 0
      recordsAt[column] = at
      startsAt[column] = count === records ? at : at + count
      lengthsAt[column] = (startsAt[column] ?? 0) + count
      at += valuesWords(count, records)
    }
    for (let entry = 0; entry < this.#count; entry += 1) {
      const column = this.#columns[entry] ?? 0
      const start = this.#starts[entry] ?? 0
      const place = startsAt[column] ?? 0
      words[place] = start
      startsAt[column] = place + 1
      const lengthPlace = lengthsAt[column] ?? 0
      words[lengthPlace] = (this.#ends[entry] ?? 0) - start
      lengthsAt[column] = lengthPlace + 1
      if (isDense[column] === 1) continue
      const recordPlace = recordsAt[column] ?? 0
      words[recordPlace] = this.#records[entry] ?? 0
      recordsAt[column] = recordPlace + 1
    }
  }

  #grow(): void {
    const size = this.#columns.length * 2
    this.#columns = grown(this.#columns, size)
    this.#records = grown(this.#records, size)
    this.#starts = grown(this.#starts, size)
    this.#ends = grown(this.#ends, size)
  }
}
