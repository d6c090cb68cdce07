import { significantDigits } from '../../values/number-order.ts'

/** Types that contain a number without losing a digit. `large-integer`: fits in 64 bits, but not in a double. */
export type NumberFit = 'integer' | 'large-integer' | 'double' | 'text'

/** Decimals with at most this many digits survive a double unchanged (IEEE 754, DBL_DIG). */
const digitsOfDouble = 15

/** Beyond these powers of ten a double gets coarser, or infinite. */
const greatestPower = 290

const integer = /^-?\d+$/u

/** Returns the type that fits a number. @param text a JSON number as received */
export function numberFit(text: string): NumberFit {
  // A double has a negative zero, an integer doesn't.
  if (!integer.test(text) || text === '-0') return isExactDouble(text) ? 'double' : 'text'
  if (text.length <= digitsOfDouble) return 'integer'
  const value = BigInt(text)
  return BigInt.asIntN(64, value) === value ? 'large-integer' : 'text'
}

/** Returns the type that fits both kinds of numbers. */
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
