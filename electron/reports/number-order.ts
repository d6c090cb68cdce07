import { byte } from './json-bytes.ts'

/** Decimals with at most this many digits keep their order as doubles (IEEE 754, DBL_DIG). */
const digitsOfDouble = 15

/** Integers of 64 bits have at most this many digits; with one digit less, all fit. */
const digitsOfInteger = 19

/**
 * Whether SQLite may not order the JSON number from `start` to `end` to its last digit. It keeps integers as 64 bits
 * where they fit and everything else as doubles, and compares the two exactly. Called for every number of a list, so
 * it looks at bytes and builds nothing; what it cannot tell at once it takes for extreme.
 */
export function isExtremeNumber(bytes: Uint8Array, start: number, end: number): boolean {
  let digits = end - start
  let isFraction = false
  for (let at = start; at < end; at += 1) {
    const sign = bytes[at]
    if (sign === byte.lowerE || sign === byte.upperE) return true
    if (sign === byte.point) isFraction = true
    if (sign === byte.point || sign === byte.minus) digits -= 1
  }
  if (digits <= digitsOfDouble) return false
  if (isFraction || digits > digitsOfInteger) return true
  if (digits < digitsOfInteger) return false
  const value = BigInt(String.fromCharCode(...bytes.subarray(start, end)))
  return BigInt.asIntN(64, value) !== value
}

/**
 * A text whose order among its like is the order of the numbers, with all their digits: no rounding, no limit.
 * @param text a JSON number
 */
export function numberKey(text: string): string {
  const { negative, digits, exponent } = takeApart(text)
  if (digits === '') return '1'
  // Exponents that no digits could fill are all the same: there is no telling them apart in practice.
  const bounded = Math.max(-4e14, Math.min(4e14, exponent))
  const magnitude = `${String(bounded + 5e14).padStart(15, '0')}${digits}`
  if (!negative) return `2${magnitude}`
  // The greater, the smaller: each digit is turned round, and a shorter text must come after a longer one.
  return `0${magnitude.replaceAll(/\d/gu, (digit) => String(9 - Number(digit)))}~`
}

/** A number as 0.digits × 10^exponent, without leading or trailing zeros; no digits at all for zero. */
function takeApart(text: string): { readonly negative: boolean; readonly digits: string; readonly exponent: number } {
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
