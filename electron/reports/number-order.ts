import { columnTrait } from './column-trait.ts'
import { byte } from './json-bytes.ts'

/** Decimals with at most this many significant digits keep their order as doubles (IEEE 754, DBL_DIG). */
const digitsOfDouble = 15

/** Integers of 64 bits have at most this many digits. */
const digitsOfInteger = 19

/** Beyond this size of exponent a double may round to zero or infinity. */
const mostExponent = 290

/** What sorting must know of the JSON number from `start` to `end` (see `columnTrait`); 0 for most. */
export function numberTraits(bytes: Uint8Array, start: number, end: number): number {
  let isFraction = false
  let exponentAt = -1
  for (let at = start; at < end; at += 1) {
    const sign = bytes[at]
    if (sign === byte.point) isFraction = true
    else if (sign === byte.lowerE || sign === byte.upperE) {
      exponentAt = at
      break
    }
  }
  if (end - start <= digitsOfDouble && exponentAt < 0) return isFraction ? columnTrait.fraction : 0
  return rareNumberTraits(String.fromCharCode(...bytes.subarray(start, end)), isFraction || exponentAt >= 0)
}

/** SQLite keeps integers as 64 bits where they fit and everything else as doubles; it compares the two exactly. */
function rareNumberTraits(text: string, isFraction: boolean): number {
  const { digits, exponent } = takeApart(text)
  if (!isFraction && exponent <= digitsOfInteger) {
    const value = BigInt(text)
    if (BigInt.asIntN(64, value) === value) return columnTrait.wideInteger
  }
  if (digits.length > digitsOfDouble || exponent > mostExponent || exponent < -mostExponent)
    return columnTrait.extreme | columnTrait.fraction
  return columnTrait.fraction
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
