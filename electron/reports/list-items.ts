import { byte } from './json-bytes.ts'
import { JsonReader } from './json-reader.ts'

/**
 * Shows where the items of a JSON list stand, those of lists within it too; objects are shown whole.
 * @param start of the list's bracket
 * @param visit answers false to be shown no more
 */
export function visitItems(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (start: number, end: number) => boolean,
): void {
  const reader = new JsonReader(bytes, start, end)
  let depth = 0
  while (reader.peek() >= 0) {
    if (reader.takes(byte.openBracket)) depth += 1
    else if (reader.takes(byte.closeBracket)) depth -= 1
    else if (!reader.takes(byte.comma)) {
      const itemStart = reader.position
      reader.skipValue()
      if (!visit(itemStart, reader.position)) return
    }
    if (depth === 0) return
  }
}
