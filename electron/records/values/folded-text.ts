import { byte } from '../json/json-bytes.ts'
import { decodeString, utf8Text } from '../json/json-string.ts'
import { withoutCase } from './letter-case.ts'

/** The value’s text, letter case aside; undefined for null, which has none. */
export function foldedText(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (bytes[start] === byte.lowerN) return undefined
  return withoutCase(bytes[start] === byte.quote ? decodeString(bytes, start, end) : utf8Text(bytes, start, end))
}
