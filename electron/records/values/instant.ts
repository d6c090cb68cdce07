import { Buffer } from 'node:buffer'
import { readDatetime } from '../../../shared/model/datetime-text.ts'
import { byte, isDigit } from '../json/json-bytes.ts'
import { utf8Text } from '../json/json-string.ts'
import { readMailDate } from './rfc2822-date.ts'

/** A date read from a text. Where it is written without a zone, UTC is taken, as for order and filters. */
export interface Instant {
  /** Milliseconds since the epoch, finer fractions cut off. */
  ms: number
  /** Whether a zone is written. */
  zoned: boolean
  /** Where the digits after the milliseconds stand, without trailing zeros; `restStart` is `restEnd` for none. */
  restBytes: Uint8Array
  restStart: number
  restEnd: number
}

/** What nothing has been read into. */
export function noInstant(): Instant {
  return { ms: 0, zoned: false, restBytes: new Uint8Array(), restStart: 0, restEnd: 0 }
}

/** Length of a date without a time. */
const dateLength = 10

const slash = 0x2f

/** Whether it is the same instant as its milliseconds, so that no other date has these and is not equal. */
export function isWholeMilliseconds({ restStart, restEnd }: Instant): boolean {
  return restStart === restEnd
}

/**
 * Reads the date from `start` to `end` into `into`. Called for every date of a list, so it builds nothing where the date is
 * spelled as is usual.
 * @param bytes what `isDatetime` has said yes to
 */
export function readInstant(bytes: Uint8Array, start: number, end: number, into: Instant): void {
  const sign = bytes[start + 4]
  const isUsual = sign === byte.minus || sign === slash
  if (!(isUsual ? readUsual(bytes, start, end, into) : readMail(bytes, start, end, into)))
    readRare(utf8Text(bytes, start, end), into)
}

/** Reads a date whose parts stand as in ISO 8601 extended; false where its zone is spelled otherwise. */
function readUsual(bytes: Uint8Array, start: number, end: number, into: Instant): boolean {
  const year = twoDigits(bytes, start) * 100 + twoDigits(bytes, start + 2)
  const days = daysBefore(year, twoDigits(bytes, start + 5)) + twoDigits(bytes, start + 8) - 1
  let ms = days * 86_400_000
  into.zoned = false
  into.restBytes = bytes
  into.restStart = end
  into.restEnd = end
  if (end - start > dateLength) {
    ms += twoDigits(bytes, start + 11) * 3_600_000 + twoDigits(bytes, start + 14) * 60_000
    let at = start + 16
    if (bytes[at] === byte.colon) {
      ms += twoDigits(bytes, at + 1) * 1000
      at += 3
      const separator = bytes[at]
      if (at < end && (separator === byte.point || separator === byte.comma)) {
        at += 1
        for (let worth = 100; worth >= 1; worth /= 10) {
          if (at >= end || !isDigit(bytes[at] ?? 0)) break
          ms += ((bytes[at] ?? 0) - byte.zero) * worth
          at += 1
        }
        into.restStart = at
        while (at < end && isDigit(bytes[at] ?? 0)) at += 1
        into.restEnd = at
        while (into.restEnd > into.restStart && bytes[into.restEnd - 1] === byte.zero) into.restEnd -= 1
      }
    }
    if (at < end) {
      const offset = zoneOffset(bytes, at, end)
      if (offset === undefined) return false
      into.zoned = true
      ms -= offset
    }
  }
  into.ms = ms
  return true
}

/** Reads a date as mail and HTTP write it; false where it is written otherwise. */
function readMail(bytes: Uint8Array, start: number, end: number, into: Instant): boolean {
  const date = readMailDate(bytes, start, end)
  if (date === undefined) return false
  const days = daysBefore(date.year, date.month) + date.day - 1
  into.ms = days * 86_400_000 + (date.seconds - date.zoneMinutes * 60) * 1000
  into.zoned = true
  into.restBytes = bytes
  into.restStart = end
  into.restEnd = end
  return true
}

function readRare(text: string, into: Instant): void {
  const { seconds, fraction, precision } = readDatetime(text) ?? { seconds: 0, fraction: '', precision: 'date' }
  into.ms = seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
  into.zoned = precision === 'instant'
  into.restBytes = Buffer.from(fraction.slice(3).replace(/0+$/u, ''))
  into.restStart = 0
  into.restEnd = into.restBytes.length
}

/** Milliseconds that a zone is ahead of UTC: `Z`, `+hh`, `+hhmm`, `+hh:mm`; undefined for other ways to write it. */
function zoneOffset(bytes: Uint8Array, start: number, end: number): number | undefined {
  const sign = bytes[start] ?? 0
  const length = end - start
  if (length === 1) return 0
  if ((sign !== byte.plus && sign !== byte.minus) || length > 6 || !isDigit(bytes[end - 1] ?? 0)) return undefined
  const minutes = length > 3 ? twoDigits(bytes, end - 2) : 0
  return (sign === byte.minus ? -1 : 1) * (twoDigits(bytes, start + 1) * 60 + minutes) * 60_000
}

function twoDigits(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) - byte.zero) * 10 + (bytes[at + 1] ?? 0) - byte.zero
}

/** Days from 1970-01-01 to the first day of a month, by the calendar of ISO 8601. @param month 1 to 12 */
function daysBefore(year: number, month: number): number {
  // Years that begin in March have the leap day at their end.
  const marchYear = month > 2 ? year : year - 1
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5)
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
