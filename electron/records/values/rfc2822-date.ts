import { byte, isDigit } from '../json/json-bytes.ts'

const weekdays = new Set(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((name) => nameOf(codes(name), 0)))
const months = new Map(
  ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map((name, index) => [
    nameOf(codes(name), 0),
    index + 1,
  ]),
)
const zones = new Set(['GMT', 'UTC'].map((name) => nameOf(codes(name), 0)))

function codes(name: string): number[] {
  return Array.from(name, (letter) => letter.charCodeAt(0))
}

/** Three letters as one number. */
function nameOf(bytes: ArrayLike<number>, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
}

/** Day and time as they are written, and how far their zone is ahead of UTC. */
export interface MailDate {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  /** Of that day. */
  readonly seconds: number
  readonly zoneMinutes: number
}

/**
 * Reads a date as mail and HTTP write it, such as `Mon, 06 May 2024 07:08:09 GMT` (RFC 5322 section 3.3, RFC 9110 section 5.6.7),
 * in its commonest spelling; undefined for any other text. Called for every such date of a list.
 */
export function readMailDate(bytes: Uint8Array, start: number, end: number): MailDate | undefined {
  let at = start
  if (!isDigit(bytes[at] ?? 0)) {
    if (!weekdays.has(nameOf(bytes, at)) || bytes[at + 3] !== byte.comma || bytes[at + 4] !== byte.space)
      return undefined
    at += 5
  }
  const dayEnd = bytes[at + 1] === byte.space ? at + 1 : at + 2
  const day = numberAt(bytes, at, dayEnd)
  at = dayEnd
  const month = months.get(nameOf(bytes, at + 1))
  const year = numberAt(bytes, at + 5, at + 9)
  const hour = numberAt(bytes, at + 10, at + 12)
  const minute = numberAt(bytes, at + 13, at + 15)
  const areApart = bytes[at] === byte.space && bytes[at + 4] === byte.space && bytes[at + 9] === byte.space
  if (!areApart || bytes[at + 12] !== byte.colon || month === undefined) return undefined
  at += 15
  const hasSecond = bytes[at] === byte.colon
  const second = hasSecond ? numberAt(bytes, at + 1, at + 3) : 0
  const zoneMinutes = readZone(bytes, hasSecond ? at + 3 : at, end)
  const isRight = isWithin(day, 1, 31) && isWithin(year, 0, 9999) && isWithin(hour, 0, 24)
  if (!isRight || !isWithin(minute, 0, 59) || !isWithin(second, 0, 60) || zoneMinutes === undefined) return undefined
  return { year, month, day, seconds: (hour * 60 + minute) * 60 + second, zoneMinutes }
}

/** ` GMT`, ` UTC` or ` +hhmm`, up to `end`. */
function readZone(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (bytes[start] !== byte.space) return undefined
  if (end - start === 4) return zones.has(nameOf(bytes, start + 1)) ? 0 : undefined
  const sign = bytes[start + 1]
  if (end - start !== 6 || (sign !== byte.plus && sign !== byte.minus)) return undefined
  const [hours, minutes] = [numberAt(bytes, start + 2, start + 4), numberAt(bytes, start + 4, start + 6)]
  if (!isWithin(hours, 0, 23) || !isWithin(minutes, 0, 59)) return undefined
  return (sign === byte.minus ? -1 : 1) * (hours * 60 + minutes)
}

/** The number whose digits stand there; NaN where something else does. */
function numberAt(bytes: Uint8Array, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at += 1) {
    const sign = bytes[at] ?? 0
    if (!isDigit(sign)) return Number.NaN
    value = value * 10 + sign - byte.zero
  }
  return value
}

/** False for NaN too. */
function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most
}
