/** The bytes that JSON's grammar gives a meaning (RFC 8259). */
export const byte = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  quote: 0x22,
  plus: 0x2b,
  comma: 0x2c,
  minus: 0x2d,
  point: 0x2e,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  upperE: 0x45,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  lowerE: 0x65,
  lowerF: 0x66,
  lowerN: 0x6e,
  lowerT: 0x74,
  lowerU: 0x75,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const

/** Whether JSON takes the byte as white space between tokens. */
export function isWhitespace(value: number): boolean {
  return value === byte.space || value === byte.lineFeed || value === byte.carriageReturn || value === byte.tab
}

export function isDigit(value: number): boolean {
  return value >= byte.zero && value <= byte.nine
}

const byteOrderMark = [0xef, 0xbb, 0xbf] as const

/**
 * Returns the offset after a byte order mark, which may precede a text and isn't part of it (RFC 8259, section 8.1).
 */
export function afterByteOrderMark(bytes: Uint8Array): number {
  return byteOrderMark.every((value, at) => bytes[at] === value) ? byteOrderMark.length : 0
}
