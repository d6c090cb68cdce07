import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { datetimeKey, isDatetime } from './iso-datetime.ts'

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
])('%s is a date', (text) => {
  expect(isOne(text)).toBe(true)
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
])('%s is none', (text) => {
  expect(isOne(text)).toBe(false)
  expect(datetimeKey(text)).toBeUndefined()
})

test('both ways of telling a date agree', () => {
  const text = fc.stringMatching(
    /^2024-[01]\d-[0-3]\d(?:[T ][0-2]\d:[0-6]\d(?::[0-6]\d(?:\.\d{0,3})?)?(?:Z|[+-][0-2]\d:?[0-6]?\d?)?)?$/u,
  )
  fc.assert(
    fc.property(text, (candidate) => {
      expect(isOne(candidate)).toBe(datetimeKey(candidate) !== undefined)
    }),
    { numRuns: 2000 },
  )
})

test('dates of mail and HTTP, and those with slashes, are told from bytes as from their text', () => {
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
      const key = datetimeKey(candidate)
      expect(isDatetime(bytes, 1, bytes.length - 1), candidate).toBe(key !== undefined)
      if (key !== undefined) dates += 1
    }),
    { numRuns: 5000 },
  )
  expect(dates).toBeGreaterThan(300)
})

test('all spellings of an instant have its place', () => {
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

test('dates stand in the order of their instants, whatever their zones', () => {
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
