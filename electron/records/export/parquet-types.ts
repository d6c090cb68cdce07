import type { SchemaElement } from 'hyparquet'
import type { ParquetType } from '#shared/lists/export-forms.ts'
import { byte } from '../json/json-bytes.ts'
import type { ValueSpan } from '../json/json-reader.ts'
import { utf8Text, valueText } from '../json/json-string.ts'
import { newInstant, readInstant, restOf } from '../values/instant.ts'
import { significantDigits } from '../values/number-order.ts'
import { digitsOfDouble, isExactDouble } from '../values/short-decimal.ts'

/** A cell; undefined if the record has no value there, or null. */
export type ParquetValue = string | number | bigint | boolean | undefined

/** Stands for a value that its column's type can't contain. */
export const misfit = Symbol('misfit')

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u

/** Decimals of at most this many digits fit in 64 bits. */
const digitsOfInt64 = 18

const instant = newInstant()

/** How a column of a type is described in the file. */
export function elementOf(type: ParquetType): Omit<SchemaElement, 'name'> {
  switch (type) {
    case 'boolean':
      return { type: 'BOOLEAN' }
    case 'integer':
      return { type: 'INT64' }
    case 'double':
      return { type: 'DOUBLE' }
    case 'text':
      return { type: 'BYTE_ARRAY', converted_type: 'UTF8' }
    case 'timestamp':
      // Some engines read only the older description, others take that for a time without zone.
      return {
        type: 'INT64',
        converted_type: 'TIMESTAMP_MICROS',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
      }
    default: {
      const { precision, scale } = decimalOf(type)
      const decimal = { converted_type: 'DECIMAL', precision, scale } as const
      return precision <= digitsOfInt64
        ? { type: 'INT64', ...decimal }
        : { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, ...decimal }
    }
  }
}

/** Returns a value as its column's type stores it, without losing anything. Text that is a number counts as one. */
export function valueOf(
  bytes: Uint8Array,
  span: ValueSpan | undefined,
  type: ParquetType,
): ParquetValue | typeof misfit {
  const first = span === undefined ? byte.lowerN : bytes[span.start]
  if (span === undefined || first === byte.lowerN) return undefined
  if (type === 'text') return valueText(bytes, span.start, span.end)
  if (type === 'timestamp') return first === byte.quote ? microsecondsOf(bytes, span) : misfit
  if (type === 'boolean') return first === byte.lowerT || (first === byte.lowerF ? false : misfit)
  const text = valueText(bytes, span.start, span.end)
  if (!jsonNumber.test(text)) return misfit
  if (type === 'double') return ['integer', 'double'].includes(numberFit(text)) ? Number(text) : misfit
  if (type !== 'integer') {
    const { precision, scale } = decimalOf(type)
    return unitsOf(text, precision, scale)
  }
  const value = unitsOf(text, 19, 0)
  return value !== misfit && BigInt.asIntN(64, value) === value ? value : misfit
}

function decimalOf(type: `decimal(${number},${number})`): { readonly precision: number; readonly scale: number } {
  const [precision = 0, scale = 0] = type.slice('decimal('.length, -1).split(',').map(Number)
  return { precision, scale }
}

/** Returns a number as its multiple of 10^-`scale`. @param digits maximum number of the multiple's digits */
function unitsOf(text: string, digits: number, scale: number): bigint | typeof misfit {
  const number = significantDigits(text)
  if (number.digits === '') return 0n
  const size = number.exponent + scale
  if (size > digits || size < number.digits.length) return misfit
  const units = BigInt(number.digits.padEnd(size, '0'))
  return number.negative ? -units : units
}

/** Returns microseconds since the epoch. Without a zone, a date is no instant. */
function microsecondsOf(bytes: Uint8Array, { start, end }: ValueSpan): bigint | typeof misfit {
  const isRead = readInstant(bytes, start + 1, end - 1, instant) && instant.exists && instant.precision === 'instant'
  const rest = isRead ? utf8Text(restOf(instant)) : ''
  return isRead && rest.length <= 3 ? BigInt(instant.ms) * 1000n + BigInt(rest.padEnd(3, '0')) : misfit
}

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
