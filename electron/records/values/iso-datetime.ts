import { readDatetime } from '../../../shared/model/datetime-text.ts'
import { byte, isDigit } from '../json/json-bytes.ts'
import { utf8Text } from '../json/json-string.ts'
import { readMailDate } from './rfc2822-date.ts'

/** Shortest and longest text that can be a date, or date and time. */
const shortest = 10
const longest = 70

/** Most bytes of a date and time in its commonest spelling. */
const longestCommon = 40

const slash = 0x2f
const upperT = 0x54
const lowerT = 0x74

/**
 * Whether the ASCII text from `start` to `end` is a date, or date and time, in a usual spelling (see `readDatetime`).
 * Called for every text of a list: what is common is told by its bytes, and a text is built only of what looks like one
 * of the rarer spellings.
 */
export function isDatetime(bytes: Uint8Array, start: number, end: number): boolean {
  // Nearly all other text is told apart here.
  if (end - start < shortest || end - start > longest) return false
  if (isCommonDatetime(bytes, start, end)) return true
  if (!looksRare(bytes, start)) return false
  return readMailDate(bytes, start, end) !== undefined || readDatetime(utf8Text(bytes, start, end)) !== undefined
}

/** Whether the text's signs stand as in one of the rarer spellings. */
function looksRare(bytes: Uint8Array, start: number): boolean {
  if (!isDigit(bytes[start] ?? 0)) return bytes[start + 3] === byte.comma
  if (bytes[start + 1] === byte.space || bytes[start + 2] === byte.space) return true
  if (bytes[start + 8] === upperT || bytes[start + 8] === lowerT) return true
  return areDaysApart(bytes, start)
}

/** ISO 8601 and RFC 3339, with slashes too: `2024-05-06`, `2024/05/06T07:08`, `2024-05-06 07:08:09.123+02:00`. */
function isCommonDatetime(bytes: Uint8Array, start: number, end: number): boolean {
  if (!areDaysApart(bytes, start)) return false
  if (!isBetween(bytes, start, 0, 99) || !isBetween(bytes, start + 2, 0, 99)) return false
  if (!isBetween(bytes, start + 5, 1, 12) || !isBetween(bytes, start + 8, 1, 31)) return false
  if (end - start === shortest) return true
  const separator = bytes[start + 10]
  if (separator !== upperT && separator !== lowerT && separator !== byte.space) return false
  if (end - start > longestCommon || !isBetween(bytes, start + 11, 0, 24) || bytes[start + 13] !== byte.colon)
    return false
  if (!isBetween(bytes, start + 14, 0, 59)) return false
  let at = start + 16
  if (at < end && bytes[at] === byte.colon) {
    if (!isBetween(bytes, at + 1, 0, 60)) return false
    at += 3
    if (at < end && (bytes[at] === byte.point || bytes[at] === byte.comma)) {
      const first = at + 1
      at = first
      while (at < end && isDigit(bytes[at] ?? 0)) at += 1
      if (at === first) return false
    }
  }
  return at === end || isZone(bytes, at, end)
}

/** Whether minus signs or slashes stand where those of a day do. */
function areDaysApart(bytes: Uint8Array, start: number): boolean {
  const sign = bytes[start + 4]
  return (sign === byte.minus || sign === slash) && bytes[start + 7] === sign
}

function isZone(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start]
  if (first === 0x5a || first === 0x7a) return start + 1 === end
  if ((first !== byte.plus && first !== byte.minus) || !isBetween(bytes, start + 1, 0, 23)) return false
  if (start + 3 === end) return true
  const minutes = bytes[start + 3] === byte.colon ? start + 4 : start + 3
  return minutes + 2 === end && isBetween(bytes, minutes, 0, 59)
}

/**
 * A text whose order among its like is the order of the instants; where no zone is given, UTC is taken.
 * @returns undefined for text that is no date
 */
export function datetimeKey(text: string): string | undefined {
  const datetime = readDatetime(text)
  if (datetime === undefined) return undefined
  // Moved so that the years 0 to 9999 are positive and of one length.
  const seconds = datetime.seconds + 1e11
  return `${String(seconds).padStart(12, '0')}.${datetime.fraction.replace(/0+$/u, '')}`
}

function isBetween(bytes: Uint8Array, at: number, least: number, most: number): boolean {
  const tens = bytes[at] ?? 0
  const ones = bytes[at + 1] ?? 0
  if (!isDigit(tens) || !isDigit(ones)) return false
  const value = (tens - byte.zero) * 10 + ones - byte.zero
  return value >= least && value <= most
}
