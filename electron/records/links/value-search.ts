import { isNumberText } from '../../../shared/model/filter-line/filter-bounds.ts'
import { byte, isDigit } from '../json/json-bytes.ts'
import { decodeString, utf8Text } from '../json/json-string.ts'
import { withoutCase } from '../values/case-folding.ts'
import { someItem } from '../json/array-elements.ts'
import { NumberLookup } from '../values/number-lookup.ts'
import { isTextOfNumber } from '../values/number-text.ts'
import type { RecordScan } from '../storage/record-scan.ts'

/** A value that was found in a column. */
export interface FoundValue {
  readonly path: string
  readonly value: string
  /** How many records have it there. */
  readonly count: number
  /** Position of the first of them. */
  readonly firstPosition: number
}

/**
 * Searches columns of all records for values, also inside arrays. Finds the same as a filter for equality: numbers by
 * all digits, text case-insensitively.
 * @throws `list-cancelled`
 */
export async function findValues(
  scan: RecordScan,
  values: readonly string[],
  paths: readonly string[],
  signal: AbortSignal,
): Promise<FoundValue[]> {
  const wanted = new WantedValues(values)
  const found = new Map<string, FoundValue & { count: number; lastPosition: number }>()
  const note = (index: number, position: number, value: string): void => {
    const key = `${index}\n${value}`
    const known = found.get(key)
    if (known === undefined)
      found.set(key, { path: paths[index] ?? '', value, count: 1, firstPosition: position, lastPosition: position })
    else if (known.lastPosition !== position) {
      known.count += 1
      known.lastPosition = position
    }
  }
  await scan.scan(
    { search: [], filters: [], sort: [] },
    paths,
    (position, bytes, spans) => {
      for (const [index, span] of spans.entries()) {
        if (span === undefined) continue
        if (bytes[span.start] === byte.openBracket)
          someItem(bytes, span.start, span.end, (start, end) => {
            for (const value of wanted.at(bytes, start, end)) note(index, position, value)
            return false
          })
        else for (const value of wanted.at(bytes, span.start, span.end)) note(index, position, value)
      }
    },
    signal,
  )
  // A short one is through before the scan looks.
  signal.throwIfAborted()
  return [...found.values()].map(({ lastPosition: _, ...value }) => value)
}

const none: readonly string[] = []

/** The values to search for. */
class WantedValues {
  readonly #numbers: NumberLookup
  /** By the text in one letter case. */
  readonly #texts: ReadonlyMap<string, readonly string[]>
  /** An ASCII text is compared only if it has as many bytes as a wanted one. */
  readonly #lengths: ReadonlySet<number>
  readonly #longest: number

  constructor(values: readonly string[]) {
    const all = [...new Set(values)]
    this.#numbers = new NumberLookup(all.filter((value) => isNumberText(value)))
    this.#texts = Map.groupBy(all, withoutCase)
    this.#lengths = new Set(all.map((value) => Buffer.byteLength(value)))
    this.#longest = Math.max(0, ...this.#lengths)
  }

  /** Those that the JSON value from `start` to `end` is. */
  at(bytes: Uint8Array, start: number, end: number): readonly string[] {
    if (bytes[start] !== byte.quote) {
      const first = bytes[start] ?? 0
      if (first === byte.minus || isDigit(first)) return this.#numbers.at(bytes, start, end) ?? none
      return (this.#lengths.has(end - start) ? this.#texts.get(utf8Text(bytes, start, end)) : undefined) ?? none
    }
    if (!this.#numbers.isEmpty && isTextOfNumber(bytes, start, end))
      return this.#numbers.at(bytes, start + 1, end - 1) ?? none
    if (this.#lengths.has(end - start - 2)) return this.#atText(decodeString(bytes, start, end))
    // With escapes or in another Unicode form it is up to six times as long as its text.
    if (end - start > 6 * this.#longest + 2) return none
    for (let at = start; at < end; at += 1)
      if ((bytes[at] ?? 0) >= 0x80 || bytes[at] === byte.backslash) return this.#atText(decodeString(bytes, start, end))
    return none
  }

  #atText(text: string): readonly string[] {
    return (isNumberText(text) ? this.#numbers.of(text) : undefined) ?? this.#texts.get(withoutCase(text)) ?? none
  }
}
