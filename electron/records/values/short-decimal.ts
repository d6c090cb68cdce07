import { byte } from '../json/json-bytes.ts'
import { numberKey, significantDigits } from './number-order.ts'

/** Doubles distinguish decimals of at most this many digits (IEEE 754, DBL_DIG). */
export const digitsOfDouble = 15

/** Beyond these powers of ten a double gets coarser, or infinite. */
const greatestPower = 290

/** Powers of ten that doubles represent exactly. */
const powers = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`))

/** A number of few digits, parsed without allocating: `units` × 10^-`scale`. */
export interface ShortDecimal {
  /** An integer below 10^15. Zero has no sign. */
  units: number
  /** Digits after the point. */
  scale: number
}

const scratch: ShortDecimal = { units: 0, scale: 0 }

/**
 * Reads the JSON number from `start` to `end` into `into`, e.g. `12.50` as 1250 × 10^-2; false if it has an exponent or
 * more than 15 digits.
 */
export function readShortDecimal(bytes: Uint8Array, start: number, end: number, into: ShortDecimal): boolean {
  if (end - start > digitsOfDouble + 2) return false
  const isNegative = bytes[start] === byte.minus
  let digits = 0
  let scale = -1
  let units = 0
  for (let at = isNegative ? start + 1 : start; at < end; at += 1) {
    const sign = bytes[at] ?? 0
    if (sign >= byte.zero && sign <= byte.nine) {
      units = units * 10 + sign - byte.zero
      digits += 1
      if (scale >= 0) scale += 1
    } else if (sign === byte.point && scale < 0) scale = 0
    else return false
  }
  if (digits > digitsOfDouble || digits === 0) return false
  into.units = isNegative && units !== 0 ? -units : units
  into.scale = scale > 0 ? scale : 0
  return true
}

/**
 * Returns the nearest double of the JSON number from `start` to `end`, e.g. 12.5 of `12.50`, unique among numbers of at
 * most 15 digits; NaN if it has an exponent or more digits.
 */
export function shortNumber(bytes: Uint8Array, start: number, end: number): number {
  if (!readShortDecimal(bytes, start, end, scratch)) return Number.NaN
  return scratch.scale === 0 ? scratch.units : scratch.units / (powers[scratch.scale] ?? Number.NaN)
}

/**
 * Returns whether a double is exactly a number, or is written with exactly its digits, e.g. `0.30000000000000004`.
 * @param text a JSON number
 */
export function isKeptByDouble(text: string): boolean {
  if (isExactDouble(text)) return true
  const double = Number(text)
  return (
    Number.isFinite(double) &&
    [String(double), double.toPrecision(100)].some((shown) => numberKey(shown) === numberKey(text))
  )
}

/** Returns whether a number has so few digits that no other such number has its double. @param text a JSON number */
export function isExactDouble(text: string): boolean {
  const { digits, exponent } = significantDigits(text)
  return digits === '' || (digits.length <= digitsOfDouble && Math.abs(exponent) <= greatestPower)
}
