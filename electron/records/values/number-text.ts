import { byte, isDigit } from '../json/json-bytes.ts'

/**
 * Whether the exact JSON bytes from `start` to `end` are text that is nothing but a number: it counts as one, since many
 * services send amounts so.
 */
export function isTextOfNumber(bytes: Uint8Array, start: number, end: number): boolean {
  return bytes[start] === byte.quote && isNumberBytes(bytes, start + 1, end - 1)
}

/** Whether the bytes from `start` to `end` are a number as JSON writes it (RFC 8259 section 6), and nothing else. */
export function isNumberBytes(bytes: Uint8Array, start: number, end: number): boolean {
  let at = bytes[start] === byte.minus ? start + 1 : start
  const whole = at
  at = afterDigits(bytes, at, end)
  if (at === whole || (bytes[whole] === byte.zero && at > whole + 1)) return false
  if (at < end && bytes[at] === byte.point) {
    const fraction = at + 1
    at = afterDigits(bytes, fraction, end)
    if (at === fraction) return false
  }
  if (at < end && (bytes[at] === byte.lowerE || bytes[at] === byte.upperE)) {
    const sign = bytes[at + 1]
    const power = sign === byte.plus || sign === byte.minus ? at + 2 : at + 1
    at = afterDigits(bytes, power, end)
    if (at === power) return false
  }
  return at === end
}

function afterDigits(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && isDigit(bytes[at] ?? 0)) at += 1
  return at
}
