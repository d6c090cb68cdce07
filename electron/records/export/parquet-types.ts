import type { SchemaElement } from 'hyparquet'
import type { ParquetType, TimestampType } from '#shared/lists/export-forms.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { kindOf } from '../columns/cell-reader.ts'
import { byte } from '../json/json-bytes.ts'
import type { ValueSpan } from '../json/json-reader.ts'
import { utf8Text, valueText } from '../json/json-string.ts'
import { newInstant, readInstant, restOf } from '../values/instant.ts'
import { significantDigits } from '../values/number-order.ts'
import { digitsOfDouble, isKeptByDouble } from '../values/short-decimal.ts'

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
  if (isTimestamp(type))
    return {
      type: 'INT64',
      // Some engines read only the older description, others take that for a time without zone. It has no nanoseconds.
      ...(type === 'timestamp' && { converted_type: 'TIMESTAMP_MICROS' }),
      logical_type: {
        type: 'TIMESTAMP',
        isAdjustedToUTC: precisionOf(type) === 'instant',
        unit: fractionDigits(type) === 6 ? 'MICROS' : 'NANOS',
      },
    }
  switch (type) {
    case 'boolean':
      return { type: 'BOOLEAN' }
    case 'integer':
      return { type: 'INT64' }
    case 'double':
      return { type: 'DOUBLE' }
    case 'text':
      return { type: 'BYTE_ARRAY', converted_type: 'UTF8' }
    case 'date':
      return { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } }
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
  if (type === 'date') return first === byte.quote ? dayOf(bytes, span) : misfit
  if (isTimestamp(type)) return first === byte.quote ? sinceEpoch(bytes, span, type) : misfit
  if (type === 'boolean') return first === byte.lowerT || (first === byte.lowerF ? false : misfit)
  const text = valueText(bytes, span.start, span.end)
  if (!jsonNumber.test(text)) return misfit
  if (type === 'double') return isKeptByDouble(text) ? Number(text) : misfit
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

function isTimestamp(type: ParquetType): type is TimestampType {
  return type.includes('timestamp')
}

function precisionOf(type: TimestampType): 'local' | 'instant' {
  return type.startsWith('local-') ? 'local' : 'instant'
}

/** Returns how many digits of a second's fraction there are. */
function fractionDigits(type: TimestampType): 6 | 9 {
  return type.endsWith('(9)') ? 9 : 6
}

/** Returns microseconds or nanoseconds since the epoch, of a local time as if it were UTC. Without a zone, a time is no instant. */
function sinceEpoch(bytes: Uint8Array, { start, end }: ValueSpan, type: TimestampType): bigint | typeof misfit {
  if (!readInstant(bytes, start + 1, end - 1, instant) || !instant.exists) return misfit
  const [rest, finer] = [utf8Text(restOf(instant)), fractionDigits(type) - 3]
  if (instant.precision !== precisionOf(type) || rest.length > finer) return misfit
  const units = BigInt(instant.ms) * 10n ** BigInt(finer) + BigInt(rest.padEnd(finer, '0'))
  // Nanoseconds reach from 1677 to 2262.
  return BigInt.asIntN(64, units) === units ? units : misfit
}

/** Returns days since the epoch. */
function dayOf(bytes: Uint8Array, { start, end }: ValueSpan): number | typeof misfit {
  const isDay = readInstant(bytes, start + 1, end - 1, instant) && instant.exists && instant.precision === 'date'
  return isDay ? instant.ms / dayMs : misfit
}

/** Types that contain a value without losing anything. `large-integer`: fits in 64 bits, but not in a double. */
export type ValueFit = 'integer' | 'large-integer' | 'double' | 'boolean' | 'text'

const integer = /^-?\d+$/u

/** Returns the type that fits a value other than null. */
export function fitOf(bytes: Uint8Array, { start, end }: ValueSpan): ValueFit {
  const kind = kindOf(bytes[start] ?? 0)
  return kind === 'number' ? numberFit(utf8Text(bytes, start, end)) : kind === 'boolean' ? 'boolean' : 'text'
}

function numberFit(text: string): ValueFit {
  // A double has a negative zero, an integer doesn't.
  if (!integer.test(text) || text === '-0') return isKeptByDouble(text) ? 'double' : 'text'
  if (text.length <= digitsOfDouble) return 'integer'
  const value = BigInt(text)
  return BigInt.asIntN(64, value) === value ? 'large-integer' : 'text'
}

/** Returns the type that fits both kinds of values; undefined stands for none. */
export function commonFit(one: ValueFit | undefined, other: ValueFit): ValueFit {
  if (one === undefined || one === other) return other
  const isOfNumbers = one !== 'boolean' && other !== 'boolean'
  if (isOfNumbers && other === 'integer') return one
  return isOfNumbers && one === 'integer' ? other : 'text'
}
