import { significantDigits } from '../values/number-order.ts'

/** What can hold a number without losing a digit. `large-integer`: 64 bits do, a double does not. */
export type NumberFit = 'integer' | 'large-integer' | 'double' | 'text'

/** Decimals with at most this many digits come back from a double as they were (IEEE 754, DBL_DIG). */
const digitsOfDouble = 15

/** Beyond these powers of ten a double gets coarser, or infinite. */
const greatestPower = 290

const integer = /^-?\d+$/u

/** What can hold the number. @param text a JSON number as it came */
export function numberFit(text: string): NumberFit {
  // A double has a negative zero, an integer has none.
  if (!integer.test(text) || text === '-0') return isExactDouble(text) ? 'double' : 'text'
  if (text.length <= digitsOfDouble) return 'integer'
  const value = BigInt(text)
  return BigInt.asIntN(64, value) === value ? 'large-integer' : 'text'
}

/** What can hold both kinds of numbers. */
export function commonFit(one: NumberFit, other: NumberFit): NumberFit {
  if (one === other || other === 'integer') return one
  if (one === 'integer') return other
  return 'text'
}

/** Returns whether a double represents the decimal with all its digits. */
function isExactDouble(text: string): boolean {
  const { digits, exponent } = significantDigits(text)
  return digits === '' || (digits.length <= digitsOfDouble && Math.abs(exponent) <= greatestPower)
}
