import { Buffer } from 'node:buffer'
import { byte, isDigit } from './json-bytes.ts'

const decoded: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Decodes the escapes of JSON strings. Lone surrogates stay unchanged. @param quote what an escaped quote becomes */
export function decodeEscapes(text: string, quote = '"'): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|(.))/gsu, (_, hex: string | undefined, sign: string) => {
    const character = hex === undefined ? (decoded[sign] ?? sign) : String.fromCharCode(Number.parseInt(hex, 16))
    return character === '"' ? quote : character
  })
}

/** Returns the bytes as text, including a byte order mark. */
export function utf8Text(bytes: Uint8Array, start = 0, end: number = bytes.length): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', start, end)
}

/** The text of the JSON string whose opening quote is at `start` and whose closing quote is the byte before `end`. */
export function decodeString(bytes: Uint8Array, start: number, end: number): string {
  return decodeEscapes(utf8Text(bytes, start + 1, end - 1))
}

/**
 * Returns the text of the JSON value from `start` to `end`: strings without quotes and escapes, other values as
 * written.
 */
export function valueText(bytes: Uint8Array, start: number, end: number): string {
  return bytes[start] === byte.quote ? decodeString(bytes, start, end) : utf8Text(bytes, start, end)
}

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
