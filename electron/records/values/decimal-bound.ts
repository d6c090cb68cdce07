import { Buffer } from 'node:buffer'
import { byte, isDigit } from '../json/json-bytes.ts'
import { utf8Text } from '../json/json-string.ts'
import { numberKey } from './number-order.ts'

/** A number that others are compared with, by all their digits. */
export class DecimalBound {
  readonly #bytes: Buffer
  readonly #key: string
  /** Whether it is written without an exponent, so that digits can be compared as they stand. */
  readonly #isPlain: boolean

  /** @param text a JSON number */
  constructor(text: string) {
    this.#bytes = Buffer.from(text)
    this.#key = numberKey(text)
    this.#isPlain = isPlain(this.#bytes, 0, this.#bytes.length)
  }

  /**
   * Below 0 where the JSON number from `start` to `end` is the smaller one, 0 where both are the same. Called for every number of a
   * list, so it builds nothing unless one has an exponent.
   */
  compare(bytes: Uint8Array, start: number, end: number): number {
    if (this.#isPlain && isPlain(bytes, start, end)) return comparePlain(bytes, start, end, this.#bytes)
    const key = numberKey(utf8Text(bytes, start, end))
    return key < this.#key ? -1 : key > this.#key ? 1 : 0
  }
}

function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const sign = bytes[at]
    if (sign === byte.lowerE || sign === byte.upperE) return false
  }
  return true
}

function comparePlain(bytes: Uint8Array, start: number, end: number, other: Uint8Array): number {
  const isNegative = bytes[start] === byte.minus
  const isOtherNegative = other[0] === byte.minus
  const first = isNegative ? start + 1 : start
  const otherFirst = isOtherNegative ? 1 : 0
  if (isNegative !== isOtherNegative) {
    // Zero is the same with either sign.
    if (isZero(bytes, first, end) && isZero(other, otherFirst, other.length)) return 0
    return isNegative ? -1 : 1
  }
  const size = compareSize(bytes, first, end, other, otherFirst)
  return isNegative ? 0 - size : size
}

function isZero(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] !== byte.zero && bytes[at] !== byte.point) return false
  return true
}

/** Compares numbers without their signs. JSON writes no zeros before a whole number, so that a longer one is greater. */
function compareSize(bytes: Uint8Array, start: number, end: number, other: Uint8Array, otherStart: number): number {
  const point = wholeEnd(bytes, start, end)
  const otherPoint = wholeEnd(other, otherStart, other.length)
  const longer = point - start - (otherPoint - otherStart)
  if (longer !== 0) return longer
  for (let at = 0; start + at < point; at += 1) {
    const difference = (bytes[start + at] ?? 0) - (other[otherStart + at] ?? 0)
    if (difference !== 0) return difference
  }
  for (let at = 1; point + at < end || otherPoint + at < other.length; at += 1) {
    // What is not written of a fraction is zeros.
    const digit = point + at < end ? (bytes[point + at] ?? 0) : byte.zero
    const difference = digit - (otherPoint + at < other.length ? (other[otherPoint + at] ?? 0) : byte.zero)
    if (difference !== 0) return difference
  }
  return 0
}

function wholeEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end && isDigit(bytes[at] ?? 0)) at += 1
  return at
}
