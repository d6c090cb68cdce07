import type { ValueSpan } from '../json/json-reader.ts'

/** The columns that are to be read, each once, and where each that was asked for is among them. */
export class ColumnSpans {
  readonly paths: readonly string[]
  readonly #places: readonly number[]

  constructor(asked: readonly string[]) {
    this.paths = [...new Set(asked)]
    this.#places = asked.map((path) => this.paths.indexOf(path))
  }

  /** The value of the column that was asked for at this place. */
  of(spans: readonly (ValueSpan | undefined)[], asked: number): ValueSpan | undefined {
    return spans[this.#places[asked] ?? -1]
  }
}
