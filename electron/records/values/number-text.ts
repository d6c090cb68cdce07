import { byte } from '../json/json-bytes.ts'
import { numberEnd } from '../json/json-reader.ts'

/**
 * Whether the exact JSON bytes from `start` to `end` are text that is nothing but a number: it counts as one, since many
 * services send amounts so.
 */
export function isTextOfNumber(bytes: Uint8Array, start: number, end: number): boolean {
  return bytes[start] === byte.quote && isNumberBytes(bytes, start + 1, end - 1)
}

/** Whether the bytes from `start` to `end` are a number as JSON writes it (RFC 8259 section 6), and nothing else. */
export function isNumberBytes(bytes: Uint8Array, start: number, end: number): boolean {
  return numberEnd(bytes, start, end) === end
}
