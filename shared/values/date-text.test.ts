import { expect, test } from 'vitest'
import { dateTextOf, systemDates, inUtc } from './date-text.ts'

const at = new Date('2026-11-04T21:05:09Z')

test.each([
  ['year-first', '2026-11-04', '2026-11-04 21:05 UTC', '2026-11-04 21:05:09 UTC', '21:05:09 UTC'],
  ['day-first', '04/11/2026', '04/11/2026, 21:05 UTC', '04/11/2026, 21:05:09 UTC', '21:05:09 UTC'],
  ['month-first', '11/04/2026', '11/04/2026, 09:05 PM UTC', '11/04/2026, 09:05:09 PM UTC', '09:05:09 PM UTC'],
] as const)('Date text: in the %s format and UTC, a day is %s', (format, date, minutes, seconds, clock) => {
  const dates = dateTextOf({ format, timeZone: 'utc' })
  const written = [dates.date(at), dates.minutes(at), dates.seconds(at), dates.clock(at)]
  expect(written).toEqual([date, minutes, seconds, clock])
  expect(dates).toMatchObject({ timeZone: 'UTC', zoneName: 'UTC' })
})

test.each([
  ['system', 'Wed 4 November', '4 Nov 2026, 22:05', '22'],
  ['year-first', 'Wed 2026-11-04', '2026-11-04 22:05', '22'],
  ['day-first', 'Wed 04/11/2026', '04/11/2026, 22:05', '22'],
  ['month-first', 'Wed 11/04/2026', '11/04/2026, 10:05 PM', '10 PM'],
] as const)('Date text: writes parts in the %s format, in any time zone', (format, day, minutes, hour) => {
  const dates = dateTextOf({ format, timeZone: 'utc' }, 'en-GB')
  const write = (parts: Intl.DateTimeFormatOptions): string =>
    dates.parts(at, parts, 'Europe/Berlin').replaceAll('\u202F', ' ')
  expect(write({ weekday: 'short', day: 'numeric', month: 'long' })).toBe(day)
  expect(write({ dateStyle: 'medium', timeStyle: 'short' })).toBe(minutes)
  expect(write({ hour: 'numeric' })).toBe(hour)
  expect(write({ month: 'long', year: 'numeric' })).toBe('November 2026')
  expect(dates.parts(at, { timeStyle: 'short' }).replaceAll('\u202F', ' ')).toBe(
    format === 'month-first' ? '09:05 PM' : '21:05',
  )
})

test('systemDates: uses the language and time zone of the computer', () => {
  expect(systemDates.minutes(at)).toBe(
    new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(at),
  )
  expect(systemDates.clock(at)).not.toContain('UTC')
  expect(systemDates.timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})

test('inUtc: writes an instant to the second, in UTC', () => {
  expect(inUtc('2026-11-21T12:30:05.123Z')).toBe('2026-11-21 12:30:05 UTC')
  expect(inUtc('2026-11-21T12:30:05Z')).toBe('2026-11-21 12:30:05 UTC')
})
