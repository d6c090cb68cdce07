import { dayMs } from './local-day.ts'
/** A date, or date and time, parsed from text. */
export interface WrittenDatetime {
  /** Whole seconds since 1970-01-01T00:00:00Z; UTC if no zone is given. */
  readonly seconds: number
  /** The digits after the decimal sign, as written. */
  readonly fraction: string
  /**
   * What the text contains.
   * - `date`: only a day
   * - `local`: date and time without a zone, so no instant
   * - `instant`: date and time with a zone
   */
  readonly precision: 'date' | 'local' | 'instant'
  /**
   * Whether it exists in calendar and clock. A date that doesn't (30 February, 24:30) is counted on from the end of the
   * month or the day: records may contain it, and it needs a position when sorted.
   */
  readonly exists: boolean
}

/** The result of {@link parseDatetime}. */
export interface ParsedDatetime {
  /** Milliseconds since 1970-01-01T00:00:00Z, without finer fractions; UTC if no zone is given. */
  ms: number
  precision: WrittenDatetime['precision']
  /** See {@link WrittenDatetime.exists}. */
  exists: boolean
  /** Position of the digits after the decimal sign; start and end are equal if there are none. */
  fractionStart: number
  fractionEnd: number
}

/** Creates an object for {@link parseDatetime} to fill. */
export function newDatetime(): ParsedDatetime {
  return { ms: 0, precision: 'date', exists: false, fractionStart: 0, fractionEnd: 0 }
}

const [space, plus, comma, dash, point, slash, zero, colon] = [0x20, 0x2b, 0x2c, 0x2d, 0x2e, 0x2f, 0x30, 0x3a] as const
const [upperT, lowerT, upperZ, lowerZ, openBracket, closeBracket] = [0x54, 0x74, 0x5a, 0x7a, 0x5b, 0x5d] as const

const weekdays = new Set(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map(wordOf))
const months = new Map(
  ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map((name, index) => [
    wordOf(name),
    index + 1,
  ]),
)
const zones = new Set(['GMT', 'UTC'].map(wordOf))

/** Bytes that the name of a zone may have: `Europe/Berlin`. */
const isZoneName = Uint8Array.from({ length: 256 }, (_, code) =>
  /[A-Za-z_/+\-0-9]/u.test(String.fromCharCode(code)) ? 1 : 0,
)

const parsed = newDatetime()

/**
 * Parses a date, or date and time, in common formats: `2024-05-06`, `2024-05-06T07:08`, `2024-05-06
 * 07:08:09.123+02:00`, `2024/05/06 07:08:09 UTC`, `20240506T070809Z`, `Mon, 06 May 2024 07:08:09 GMT`. Ambiguous
 * formats (`05/06/2024`) and plain numbers are not dates.
 * @returns undefined for text that is no date
 */
export function readDatetime(text: string): WrittenDatetime | undefined {
  if (!/^[\dMTWFS]/u.test(text)) return undefined
  const bytes = bytesOf(text)
  if (!parseDatetime(bytes, 0, bytes.length, parsed)) return undefined
  const { ms, precision, exists, fractionStart, fractionEnd } = parsed
  const fraction = text.slice(fractionStart, fractionEnd)
  return { seconds: Math.floor(ms / 1000), fraction, precision, exists }
}

/**
 * Parses the date from `start` to `end` like {@link readDatetime}. Allocates nothing, because it is called for every
 * text of a list.
 * @returns whether it is a date; if not, `into` is undefined
 */
export function parseDatetime(bytes: Uint8Array, start: number, end: number, into: ParsedDatetime): boolean {
  // Rejects nearly all other text.
  if (!isDigit(bytes, start) && bytes[start + 3] !== comma) return false
  const sign = bytes[start + 4]
  // ISO 8601 extended and RFC 3339, also with slashes.
  if (sign === dash || sign === slash) {
    const dayEnd = bytes[start + 7] === sign ? start + 10 : -1
    const isRead = dayEnd > 0 && readDay(bytes, start, two(bytes, start + 5), two(bytes, start + 8), into)
    if (!isRead || dayEnd >= end) return isRead && dayEnd === end
    const separator = bytes[dayEnd]
    if (separator !== upperT && separator !== lowerT && separator !== space) return false
    return readTime(bytes, dayEnd + 1, end, true, into)
  }
  // ISO 8601 basic. Eight digits alone could be any number.
  const basicSeparator = bytes[start + 8]
  if (basicSeparator === upperT || basicSeparator === lowerT)
    return (
      readDay(bytes, start, two(bytes, start + 4), two(bytes, start + 6), into) &&
      readTime(bytes, start + 9, end, false, into)
    )
  return readMail(bytes, start, end, into)
}

/** Parses a date in the format of mail and HTTP (RFC 5322, section 3.3; RFC 9110, section 5.6.7). */
function readMail(bytes: Uint8Array, start: number, end: number, into: ParsedDatetime): boolean {
  let at = start
  if (bytes[at + 3] === comma) {
    if (!weekdays.has(wordAt(bytes, at)) || bytes[at + 4] !== space) return false
    at += 5
  }
  const hasOneDigit = bytes[at + 1] === space
  const date = hasOneDigit ? (isDigit(bytes, at) ? (bytes[at] ?? 0) - zero : -1) : two(bytes, at)
  at += hasOneDigit ? 1 : 2
  const areApart = bytes[at] === space && bytes[at + 4] === space && bytes[at + 9] === space
  return (
    areApart &&
    readDay(bytes, at + 5, months.get(wordAt(bytes, at + 1)) ?? 0, date, into) &&
    readTime(bytes, at + 10, end, true, into) &&
    into.precision === 'instant'
  )
}

/** Parses a day with a four-digit year at `start`. */
function readDay(bytes: Uint8Array, start: number, month: number, date: number, into: ParsedDatetime): boolean {
  const [century, rest] = [two(bytes, start), two(bytes, start + 2)]
  if (century < 0 || rest < 0 || month < 1 || month > 12 || date < 1 || date > 31) return false
  const year = century * 100 + rest
  into.ms = (daysBefore(year, month) + date - 1) * dayMs
  into.precision = 'date'
  into.exists = date <= 28 || date <= daysOf(year, month)
  into.fractionStart = into.fractionEnd = 0
  return true
}

/** Parses a time and the zone after it, up to `end`. */
function readTime(bytes: Uint8Array, start: number, end: number, hasColons: boolean, into: ParsedDatetime): boolean {
  const colons = hasColons ? 1 : 0
  const [hour, minute] = [two(bytes, start), two(bytes, start + 2 + colons)]
  if (hour < 0 || hour > 24 || minute < 0 || minute > 59 || (hasColons && bytes[start + 2] !== colon)) return false
  let at = start + 4 + colons
  let second = 0
  let fraction = 0
  let isFraction = false
  if (at < end && (hasColons ? bytes[at] === colon : isDigit(bytes, at))) {
    second = two(bytes, at + colons)
    if (second < 0 || second > 60) return false
    at += 2 + colons
    if (at < end && (bytes[at] === point || bytes[at] === comma)) {
      at += 1
      into.fractionStart = at
      for (let worth = 100; at < end && isDigit(bytes, at); at += 1, worth /= 10) {
        const digit = (bytes[at] ?? 0) - zero
        if (digit > 0) isFraction = true
        if (worth >= 1) fraction += digit * worth
      }
      into.fractionEnd = at
      if (into.fractionStart === at) return false
    }
  }
  into.ms += ((hour * 60 + minute) * 60 + second) * 1000 + fraction
  into.precision = 'local'
  if (hour === 24 && (minute > 0 || second > 0 || isFraction)) into.exists = false
  return at === end || (at < end && readZone(bytes, at, end, into))
}

/** Parses `Z`, `UTC`, `GMT`, `+hh`, `+hhmm` or `+hh:mm`, and a zone's name in brackets as in Java and RFC 9557. */
function readZone(bytes: Uint8Array, start: number, end: number, into: ParsedDatetime): boolean {
  let at = start
  into.precision = 'instant'
  if (bytes[at] === upperZ || bytes[at] === lowerZ) at += 1
  else {
    if (bytes[at] === space) at += 1
    if (zones.has(wordAt(bytes, at))) at += 3
    else {
      const sign = bytes[at]
      const hours = two(bytes, at + 1)
      if ((sign !== plus && sign !== dash) || hours < 0 || hours > 23) return false
      at += 3
      let minutes = 0
      if (at < end && bytes[at] !== openBracket) {
        if (bytes[at] === colon) at += 1
        minutes = two(bytes, at)
        if (minutes < 0 || minutes > 59) return false
        at += 2
      }
      into.ms -= (sign === dash ? -1 : 1) * (hours * 60 + minutes) * 60_000
    }
  }
  if (at < end && bytes[at] === openBracket) {
    const name = at + 1
    at = name
    while (at < end && isZoneName[bytes[at] ?? 0] === 1) at += 1
    if (at === name || at >= end || bytes[at] !== closeBracket) return false
    at += 1
  }
  return at === end
}

/** Returns the number of two digits; -1 if they are none. */
function two(bytes: Uint8Array, at: number): number {
  if (!isDigit(bytes, at) || !isDigit(bytes, at + 1)) return -1
  return ((bytes[at] ?? 0) - zero) * 10 + (bytes[at + 1] ?? 0) - zero
}

function isDigit(bytes: Uint8Array, at: number): boolean {
  const code = bytes[at] ?? 0
  return code >= zero && code <= zero + 9
}

/** Returns three letters as one number. */
function wordAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
}

function wordOf(name: string): number {
  return wordAt(bytesOf(name), 0)
}

/** Returns the text's characters as bytes; those beyond ASCII become one that no date has. */
function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => Math.min(character.charCodeAt(0), 0xff))
}

/** Returns the days from 1970-01-01 to the first day of a month, by the calendar of ISO 8601. @param month 1 to 12 */
function daysBefore(year: number, month: number): number {
  // In years that start in March, the leap day comes last.
  const marchYear = month > 2 ? year : year - 1
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5)
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function daysOf(year: number, month: number): number {
  return month === 12 ? 31 : daysBefore(year, month + 1) - daysBefore(year, month)
}
