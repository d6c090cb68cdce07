import { soughtAscii, TextSearch, type TextSearchCode } from './text-search.ts'
import { byte } from './json-bytes.ts'
import type { Slices } from './slices.ts'
import type { ValueDictionary } from './value-dictionary.ts'

/** Bytes of values that are looked through at once, at least. */
const stretch = 256 * 1024

/**
 * For each different value whether its text holds a text, letter case aside: 1 or 0; at 0, which stands for a record
 * without a value, it does not. The values are looked through one after the other as they lie there.
 * @param values plain ones
 */
export async function valuesContaining(
  values: ValueDictionary,
  text: string,
  code: TextSearchCode,
  slices: Slices,
): Promise<Uint8Array> {
  const contains = new Uint8Array(values.count + 1)
  const needle = text.toLowerCase()
  // Plain values hold nothing but ASCII.
  if (!/^[\0-\x7f]*$/u.test(needle)) return contains
  const search = new TextSearch([soughtAscii(needle)], code)
  const { pool, starts } = values
  for (let first = 1; first < contains.length;) {
    let after = first
    const begin = starts[first] ?? 0
    while (after < contains.length && (starts[after] ?? 0) - begin < stretch) after += 1
    const size = (starts[after] ?? 0) - begin
    const room = search.room(size)
    room.set(pool.subarray(begin, begin + size))
    let value = first
    let place = search.find(room, 0, size)
    while (place < size) {
      while ((starts[value + 1] ?? 0) - begin <= place) value += 1
      const start = (starts[value] ?? 0) - begin
      const end = (starts[value + 1] ?? 0) - begin
      // A text's quotes do not belong to it, and null has none.
      const quote = room[start] === byte.quote ? 1 : 0
      const isWithin = place >= start + quote && place + needle.length <= end - quote
      if (isWithin && room[start] !== byte.lowerN) contains[value] = 1
      place = search.find(room, isWithin ? end : place + 1, size)
    }
    first = after
    if (slices.isOver) await slices.pause()
  }
  return contains
}
