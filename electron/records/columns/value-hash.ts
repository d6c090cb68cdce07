import { byte, isDigit } from '../json/json-bytes.ts'

// What is equal has the same hash: whoever looks for a few among a million values need not build a text of each.

const seed = 0x811c9dc5
const prime = 0x01000193

function mixed(hash: number, part: number): number {
  return Math.imul(hash ^ part, prime)
}

/**
 * A hash of the digits of the JSON number from `start` to `end`, without zeros before and behind them: the same for 100, 1e2 and
 * -100.0.
 */
export function digitsHash(bytes: Uint8Array, start: number, end: number): number {
  let hash = seed
  let isLeading = true
  /** Zeros that count only where another digit follows. */
  let zeros = 0
  for (let at = start; at < end; at += 1) {
    const sign = bytes[at] ?? 0
    if (sign === byte.zero) {
      if (!isLeading) zeros += 1
    } else if (isDigit(sign)) {
      isLeading = false
      for (; zeros > 0; zeros -= 1) hash = mixed(hash, byte.zero)
      hash = mixed(hash, sign)
    } else if (sign === byte.lowerE || sign === byte.upperE) break
  }
  return hash
}

/**
 * A hash of the ASCII text from `start` to `end` with small letters for capitals; undefined where it is not ASCII, or has JSON’s
 * escapes.
 */
export function smallLettersHash(bytes: Uint8Array, start: number, end: number): number | undefined {
  let hash = seed
  for (let at = start; at < end; at += 1) {
    const sign = bytes[at] ?? 0
    if (sign >= 0x80 || sign === byte.backslash) return undefined
    hash = mixed(hash, sign >= 0x41 && sign <= 0x5a ? sign + 0x20 : sign)
  }
  return hash
}
