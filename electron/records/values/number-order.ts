import { byte } from '../json/json-bytes.ts'
import { numberEnd } from '../json/json-reader.ts'

/** Returns a text that sorts like the numbers, with all digits: no rounding, no limit. @param text a JSON number */
export function numberKey(text: string): string {
  const { negative, digits, exponent } = significantDigits(text)
  if (digits === '') return '1'
  // Larger exponents are treated as equal: no digits could fill them.
  const bounded = Math.max(-4e14, Math.min(4e14, exponent))
  const magnitude = `${String(bounded + 5e14).padStart(15, '0')}${digits}`
  if (!negative) return `2${magnitude}`
  // For negative numbers each digit is inverted, and a shorter text must come after a longer one.
  return `0${magnitude.replaceAll(/\d/gu, (digit) => String(9 - Number(digit)))}~`
}

/** Which of two JSON numbers is the larger, by all their digits: negative, zero or positive. */
export function compareNumbers(one: string, other: string): number {
  // Rounding to doubles never turns the order round.
  const difference = Number(one) - Number(other)
  if (difference < 0 || difference > 0) return difference
  const [left, right] = [numberKey(one), numberKey(other)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** A JSON number as 0.digits × 10^exponent, without leading or trailing zeros; no digits at all for zero. */
export function significantDigits(text: string): {
  readonly negative: boolean
  readonly digits: string
  readonly exponent: number
} {
  const negative = text.startsWith('-')
  const [mantissa = '', power = '0'] = (negative ? text.slice(1) : text).split(/[eE]/u)
  const [whole = '', fraction = ''] = mantissa.split('.')
  const all = whole + fraction
  const digits = all.replace(/^0+/u, '')
  const leadingZeros = all.length - digits.length
  return {
    negative,
    digits: digits.replace(/0+$/u, ''),
    exponent: whole.length - leadingZeros + Number(power),
  }
}

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
