import { digitsOfDouble, isExactDouble } from '../../values/short-decimal.ts'

/** Types that contain a number without losing a digit. `large-integer`: fits in 64 bits, but not in a double. */
export type NumberFit = 'integer' | 'large-integer' | 'double' | 'text'

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
