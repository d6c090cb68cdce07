import { utf8Text } from '../json/json-string.ts'
import { numberKey } from './number-order.ts'
import { shortNumber } from './short-decimal.ts'

/** Finds which of some numbers a number is, by all its digits: 10, 10.0 and 1e1 are one. */
export class NumberLookup {
  readonly #byKey: ReadonlyMap<string, readonly string[]>
  /** Few other numbers have the same double as one of these, and a double is quick to create. */
  readonly #doubles: ReadonlySet<number>

  /** @param texts JSON numbers */
  constructor(texts: readonly string[]) {
    this.#byKey = Map.groupBy(texts, numberKey)
    this.#doubles = new Set(texts.map(Number))
  }

  get isEmpty(): boolean {
    return this.#doubles.size === 0
  }

  /** Returns those that equal the JSON number from `start` to `end`; undefined if none does. */
  at(bytes: Uint8Array, start: number, end: number): readonly string[] | undefined {
    if (this.isEmpty) return undefined
    const short = shortNumber(bytes, start, end)
    if (!Number.isNaN(short) && !this.#doubles.has(short)) return undefined
    return this.of(utf8Text(bytes, start, end))
  }

  /** Returns those that equal a JSON number; undefined if none does. */
  of(text: string): readonly string[] | undefined {
    return this.#doubles.has(Number(text)) ? this.#byKey.get(numberKey(text)) : undefined
  }
}
