import { byte } from '../../json/json-bytes.ts'
import { RecordSearch } from '../search/record-search.ts'
import type { Slices } from '../../../scheduling/cooperative-yield.ts'
import type { TextSearchCode } from '../search/text-search.ts'
import type { DictionaryColumn } from '../../columns/dictionary-column.ts'
import { valueTest } from './predicate.ts'

/** Minimum bytes of values that are searched at once. */
const stretch = 256 * 1024

/**
 * Returns for each distinct value whether its text contains a text, case-insensitively: 1 or 0; 0 at index 0, which is
 * a record without a value. Values are searched in the order in which they are stored.
 */
export async function containsMask(
  values: DictionaryColumn,
  text: string,
  code: TextSearchCode,
  slices: Slices,
): Promise<Uint8Array> {
  const contains = new Uint8Array(values.count + 1)
  const search = new RecordSearch([{ text, excludes: false }], code, false)
  const test = valueTest({ kind: 'contains', text })
  const { pool, starts, writings } = values
  for (let first = 1; first < contains.length;) {
    let after = first
    const begin = starts[first] ?? 0
    while (after < contains.length && (starts[after] ?? 0) - begin < stretch) after += 1
    const count = after - first
    const body = search.memory.take((starts[after] ?? 0) - begin)
    body.set(pool.subarray(begin, begin + body.length))
    const lengths = new Uint32Array(count)
    const places = new Uint32Array(count)
    for (let at = 0; at < count; at += 1) {
      places[at] = (starts[first + at] ?? 0) - begin
      lengths[at] = (starts[first + at + 1] ?? 0) - (starts[first + at] ?? 0)
    }
    const found = search.find({
      first,
      count,
      starts: places,
      lengths,
      writings: writings.subarray(first, after),
      body,
    })
    for (let at = 0; at < count; at += 1) {
      const value = first + at
      // Values outside the pool are read once.
      const kind = values.isLong(value) ? undefined : values.firstByte(value)
      // The text of an array or object is all of it as written; null has none.
      if (kind === undefined || kind === byte.openBracket || kind === byte.openBrace) {
        const bytes = values.value(value)
        contains[value] = test(bytes, 0, bytes.length) ? 1 : 0
      } else if (kind !== byte.lowerN) contains[value] = found[at] ?? 0
    }
    first = after
    if (slices.isOver) await slices.pause()
  }
  return contains
}
