import { Buffer } from 'node:buffer'
import { byte } from './json-bytes.ts'

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
