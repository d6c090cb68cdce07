import { isNumberText } from '../../shared/model/filter-bounds.ts'
import { byte, isDigit } from './json-bytes.ts'
import { utf8Text } from './json-string.ts'

/**
 * Whether the exact JSON bytes from `start` to `end` are text that is nothing but a number: it counts as one, since many
 * services send amounts so.
 */
export function isTextOfNumber(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start + 1] ?? 0
  // Most other text is told apart without making a string of it.
  if (bytes[start] !== byte.quote || (first !== byte.minus && !isDigit(first)) || !isDigit(bytes[end - 2] ?? 0))
    return false
  return isNumberText(utf8Text(bytes, start + 1, end - 1))
}
