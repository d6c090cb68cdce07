import { Buffer } from 'node:buffer'
import { byte, isDigit } from './json-bytes.ts'
import { decodeString } from './json-string.ts'

/** Maximum number of bytes of a string: a date has at most 70 characters, and an escape six bytes. */
const maxLength = 70 * 6

/** First letters of the names of weekdays. */
const weekdays = new Set(Array.from('MTWFS', (letter) => letter.charCodeAt(0)))

/**
 * Returns a JSON string without its escapes, if it has some and may be a date or number: many services write
 * "2026\/11\/22". Undefined for every other value.
 * @param start of the value in `bytes`
 */
export function unescapedString(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
  const first = bytes[start + 1] ?? 0
  // Rejects nearly all other values.
  if (!isDigit(first) && first !== byte.minus && first !== byte.backslash && !weekdays.has(first)) return undefined
  if (bytes[start] !== byte.quote || end - start > maxLength) return undefined
  let at = start + 1
  while (at < end && bytes[at] !== byte.backslash) at += 1
  if (at >= end) return undefined
  const text = decodeString(bytes, start, end)
  // Signs that neither has.
  return /^[!#-[\]-~ ]*$/u.test(text) ? Buffer.from(`"${text}"`) : undefined
}
