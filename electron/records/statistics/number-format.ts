import { byte } from '../json/json-bytes.ts'
import { utf8Text } from '../json/json-string.ts'
import { numberKey } from '../values/number-order.ts'

/** The text of a JSON number from `start` to `end`. */
export function numberText(bytes: Uint8Array, start: number, end: number): string {
  return utf8Text(bytes, start, end)
}

/** Most digits with which the units of a number are exact, and their quotients by powers of ten too. */
const easyDigits = 15

/** A number of few digits, taken apart without building anything. */
export interface EasyNumber {
  /** An integer below 10^15. */
  units: number
  /** Digits after the point. */
  scale: number
}

/** Reads a JSON number into `into`; false where it has an exponent or too many digits for that. */
export function readEasyNumber(bytes: Uint8Array, start: number, end: number, into: EasyNumber): boolean {
  const isNegative = bytes[start] === byte.minus
  let at = isNegative ? start + 1 : start
  if (end - at > easyDigits + 1) return false
  let units = 0
  let digits = 0
  let scale = 0
  let isFraction = false
  for (; at < end; at += 1) {
    const sign = bytes[at] ?? 0
    if (sign === byte.point) isFraction = true
    else if (sign === byte.lowerE || sign === byte.upperE) return false
    else {
      units = units * 10 + sign - byte.zero
      digits += 1
      if (isFraction) scale += 1
    }
  }
  if (digits > easyDigits) return false
  into.units = isNegative ? -units : units
  into.scale = scale
  return true
}

/** Which of two JSON numbers is the larger, by all their digits: negative, zero or positive. */
export function compareNumbers(one: string, other: string): number {
  // Rounding to doubles never turns the order round.
  const difference = Number(one) - Number(other)
  if (difference < 0 || difference > 0) return difference
  const [left, right] = [numberKey(one), numberKey(other)]
  return left < right ? -1 : left > right ? 1 : 0
}
