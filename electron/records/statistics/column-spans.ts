import type { ValueSpan } from '../json/json-reader.ts'

/** The columns to read, without duplicates, and the index of each requested one among them. */
export class ColumnSpans {
  readonly paths: readonly string[]
  readonly #places: readonly number[]

  constructor(asked: readonly string[]) {
    this.paths = [...new Set(asked)]
    this.#places = asked.map((path) => this.paths.indexOf(path))
  }

  /** Returns the value of the column requested at this index. */
  of(spans: readonly (ValueSpan | undefined)[], asked: number): ValueSpan | undefined {
    return spans[this.#places[asked] ?? -1]
  }
}
