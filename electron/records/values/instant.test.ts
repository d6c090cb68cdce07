import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDatetime } from '#shared/values/datetime-text.ts'
import { plainDatetime, plainDatetimeKey } from '../testing/plain-datetime.ts'
import { datetimeKey, isDatetime, isWholeMilliseconds, newInstant, readInstant, restOf } from './instant.ts'

const isOne = (text: string): boolean => isDatetime(Buffer.from(text), 0, Buffer.byteLength(text))

test.each([
  '2024-05-06',
  '2024-05-06T07:08',
  '2024-05-06T07:08Z',
  '2024-05-06 07:08:09.123456789+02:00',
  '2024-05-06t07:08:09,5z',
  '2024-05-06T07:08:09-0330',
  '2024-05-06T07:08:09+05',
  '2024-05-06 07:08:09 UTC',
  '2024-05-06 07:08:09 +0200',
  '2024-05-06T07:08:09+02:00[Europe/Berlin]',
  '2024/05/06',
  '2024/05/06 07:08:09',
  '20240506T0708',
  '20240506T070809Z',
  '20240506T070809.250+0200',
  'Mon, 06 May 2024 07:08:09 GMT',
  '6 May 2024 07:08 +0200',
])('isDatetime: %s is a date', (text) => {
  expect(isOne(text)).toBe(true)
  expect(readDatetime(text)).toEqual(plainDatetime(text))
  expect(datetimeKey(text)).toBeDefined()
})

test.each([
  '2024-13-06',
  '2024-00-06',
  '2024-05-32',
  '2024-05-06T',
  '2024-05-06T25:00',
  '2024-05-06T07:08:09.',
  '2024-05-06T07:08:09+2',
  '2024-05-06 and so on',
  '20240506',
  '20240506T07',
  '2024-05/06',
  '05/06/2024',
  '06.05.2024',
  'Mon, 06 Mai 2024 07:08:09 GMT',
  'Mon, 06 May 2024 07:08:09',
  '1715000000000',
  '2024-05-06T07:08:09[Europe/Berlin]',
  'not a date',
])('isDatetime: %s is not a date', (text) => {
  expect(isOne(text)).toBe(false)
  expect(plainDatetime(text)).toBeUndefined()
  expect(datetimeKey(text)).toBeUndefined()
})

test('isDatetime: parses a date from bytes as from its text', () => {
  const text = fc.stringMatching(
    /^2024-[01]\d-[0-3]\d(?:[T ][0-2]\d:[0-6]\d(?::[0-6]\d(?:\.\d{0,3})?)?(?:Z|[+-][0-2]\d:?[0-6]?\d?)?)?$/u,
  )
  fc.assert(
    fc.property(text, (candidate) => {
      expect(isOne(candidate)).toBe(plainDatetime(candidate) !== undefined)
      expect(readDatetime(candidate)).toEqual(plainDatetime(candidate))
    }),
    { numRuns: 2000 },
  )
})

test('isDatetime: parses dates of mail and HTTP, and with slashes, from bytes as from their text', () => {
  const mail = fc.stringMatching(
    /^(?:(?:Mon|Sun|Foo|mon),? )?[0-3]?\d (?:May|Feb|Dec|Mai|FEB) (?:0000|1970|2024|999|9999) [0-2]\d:[0-6]\d(?::[0-6]\d(?:\.5)?)?(?: ?(?:GMT|UTC|gmt|Z|[+-][0-2]\d:?[0-6]?\d?)|)x?$/u,
  )
  const slashes = fc.stringMatching(
    /^2024[/-][01]\d[/-][0-3]\d(?:[T ][0-2]\d:[0-6]\d(?::[0-6]\d(?:\.\d{0,4})?)?(?:Z| UTC|[+-][0-2]\d:?[0-6]?\d?)?)?$/u,
  )
  let dates = 0
  fc.assert(
    fc.property(fc.oneof(mail, slashes), (candidate) => {
      const bytes = Buffer.from(`"${candidate}"`)
      const key = plainDatetimeKey(candidate)
      expect(isDatetime(bytes, 1, bytes.length - 1), candidate).toBe(key !== undefined)
      if (key !== undefined) dates += 1
    }),
    { numRuns: 5000 },
  )
  expect(dates).toBeGreaterThan(300)
})

test('datetimeKey: is the same for all spellings of an instant', () => {
  const spellings = [
    '2024-05-06T07:08:09Z',
    '2024-05-06 09:08:09.000+02:00',
    '2024/05/06 07:08:09 UTC',
    '20240506T070809Z',
    'Mon, 06 May 2024 07:08:09 GMT',
    '2024-05-06T09:08:09+02:00[Europe/Berlin]',
  ]
  expect(new Set(spellings.map(datetimeKey)).size).toBe(1)
})

test('datetimeKey: orders dates by their instants, whatever their time zones', () => {
  const written = fc
    .record({
      instant: fc.date({
        min: new Date('0001-01-02T00:00:00Z'),
        max: new Date('9998-12-30T00:00:00Z'),
        noInvalidDate: true,
      }),
      zone: fc.integer({ min: -12 * 60, max: 14 * 60 }),
    })
    .map(({ instant, zone }) => {
      const local = new Date(instant.getTime() + zone * 60_000).toISOString().slice(0, -1)
      const minutes = Math.abs(zone)
      const two = (number: number): string => String(number).padStart(2, '0')
      const offset = `${zone < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
      return { instant: instant.getTime(), text: zone === 0 ? `${local}Z` : local + offset }
    })
  fc.assert(
    fc.property(written, written, (left, right) => {
      const [leftKey = '', rightKey = ''] = [datetimeKey(left.text), datetimeKey(right.text)]
      expect(Math.sign(left.instant - right.instant)).toBe(leftKey < rightKey ? -1 : leftKey > rightKey ? 1 : 0)
    }),
    { numRuns: 1000 },
  )
})

/** Expects the same result from a text's bytes as from its characters. */
function expectSame(text: string): void {
  const bytes = Buffer.from(`"${text}"`)
  const plain = plainDatetime(text) ?? expect.fail(`${text} is no date`)
  const { seconds, fraction, precision } = plain
  const rest = fraction.slice(3).replace(/0+$/u, '')
  const instant = newInstant()
  expect(readInstant(bytes, 1, bytes.length - 1, instant), text).toBe(true)
  expect(instant.ms, text).toBe(seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0')))
  expect(instant.precision, text).toBe(precision)
  expect(Buffer.from(restOf(instant)).toString(), text).toBe(rest)
  expect(isWholeMilliseconds(instant), text).toBe(rest === '')
  expect(readDatetime(text), text).toEqual(plain)
}

test('readInstant: reads the same instant from bytes as from text', () => {
  const two = (most: number): fc.Arbitrary<string> =>
    fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, '0'))
  const datetime = fc
    .tuple(
      fc.stringMatching(/^\d{4}$/u),
      fc.integer({ min: 1, max: 12 }).map((month) => String(month).padStart(2, '0')),
      fc.integer({ min: 1, max: 31 }).map((date) => String(date).padStart(2, '0')),
      fc.constantFrom('T', ' '),
      two(24),
      two(59),
      fc.option(
        fc.tuple(two(60), fc.stringMatching(/^(?:\.\d{1,9})?$/u)).map((parts) => `:${parts.join('')}`),
        { nil: '' },
      ),
      fc.constantFrom('', 'Z', '+02:00', '-0930', '+14'),
    )
    .map(
      ([year, month, date, sign, hour, minute, second, zone]) =>
        `${year}-${month}-${date}${sign}${hour}:${minute}${second}${zone}`,
    )
  fc.assert(
    fc.property(datetime, (text) => {
      expectSame(text)
    }),
    { numRuns: 1000 },
  )
})

test('readInstant: reads the same instant from bytes as from text, for rarer spellings', () => {
  const mail = fc.stringMatching(
    /^(?:(?:Mon|Sun), )?[0-3]?\d (?:Jan|Feb|Dec) (?:0000|1970|2024|9999) [0-2]\d:[0-5]\d(?::[0-5]\d)? (?:GMT|UTC|[+-][01]\d[0-5]\d)$/u,
  )
  const named = fc.stringMatching(
    /^(?:2024-0[1-9]-|2024\/0[1-9]\/)[0-3]\d[T ][0-2]\d:[0-5]\d:[0-5]\d(?:[.,]\d{1,6})?(?: UTC|GMT| [+-]0\d:?30|Z\[Etc\/UTC\]|[+-]0\d\[A\])$/u,
  )
  const basic = fc.stringMatching(/^202402[0-3]\dT[0-2]\d[0-5]\d(?:[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-]0\d)?$/u)
  let dates = 0
  fc.assert(
    fc.property(fc.oneof(mail, named, basic), (candidate) => {
      if (!isDatetime(Buffer.from(candidate), 0, candidate.length)) return
      dates += 1
      expectSame(candidate)
    }),
    { numRuns: 3000 },
  )
  expect(dates).toBeGreaterThan(1000)
})
