import { Buffer } from 'node:buffer'
import { byte, isDigit } from './json-bytes.ts'

const decoded: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** For the sign after a backslash, by its code, the code of the control character that the two stand for. */
export const decodedSigns: Readonly<Record<number, number>> = Object.fromEntries(
  Object.entries(decoded).map(([sign, character]) => [sign.charCodeAt(0), character.charCodeAt(0)]),
)

/** What the four hexadecimal digits from `start` on stand for. */
export function hexValue(bytes: Uint8Array, start: number): number {
  let value = 0
  for (let at = start; at < start + 4; at += 1) {
    const digit = bytes[at] ?? 0
    // Of a letter, large or small, the last four bits say which of its six it is, from 1 on.
    value = value * 16 + (digit & 0xf) + (isDigit(digit) ? 0 : 9)
  }
  return value
}

/** Replaces the escapes of JSON strings by what they stand for. Halves of surrogate pairs stay what they are. */
export function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|(.))/gsu, (_, hex: string | undefined, sign: string) =>
    hex === undefined ? (decoded[sign] ?? sign) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** The bytes as text; a byte order mark is kept. */
export function utf8Text(bytes: Uint8Array, start = 0, end: number = bytes.length): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', start, end)
}

/** The text of the JSON string whose opening quote is at `start` and whose closing quote is the byte before `end`. */
export function decodeString(bytes: Uint8Array, start: number, end: number): string {
  return decodeEscapes(utf8Text(bytes, start + 1, end - 1))
}

/** The text of the JSON value from `start` to `end`: that of a string without quotes and escapes, of others as it is written. */
export function valueText(bytes: Uint8Array, start: number, end: number): string {
  return bytes[start] === byte.quote ? decodeString(bytes, start, end) : utf8Text(bytes, start, end)
}
