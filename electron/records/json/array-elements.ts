import { byte } from './json-bytes.ts'
import { JsonReader } from './json-reader.ts'

/**
 * Returns whether any item of a JSON array meets a condition, including items of nested arrays; objects are items as a
 * whole.
 * @param start of the array's bracket in `bytes`
 * @param meets is called with each item's position in `bytes`, up to the first that meets it
 */
export function someItem(
  bytes: Uint8Array,
  start: number,
  end: number,
  meets: (start: number, end: number) => boolean,
): boolean {
  const reader = new JsonReader(bytes, start, end)
  let depth = 0
  do {
    if (reader.takes(byte.openBracket)) depth += 1
    else if (reader.takes(byte.closeBracket)) depth -= 1
    else if (!reader.takes(byte.comma)) {
      const itemStart = reader.position
      reader.skipValue()
      if (meets(itemStart, reader.position)) return true
    }
  } while (depth > 0)
  return false
}
