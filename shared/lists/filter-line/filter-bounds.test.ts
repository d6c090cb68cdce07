import { expect, test } from 'vitest'
import { ZoneClock } from '../../values/zone-clock.ts'
import { daysOfPeriod, isDateText, isDayText, periodOf, rangeKinds, relativePeriodOf } from './filter-bounds.ts'

test.each(['2024-02-29', '2024-01-31T24:00', '2024/01/31', '2024-01-31 08:00:09.5+02:00', '20240131T0800Z'])(
  'isDateText: %s is a date',
  (text) => expect(isDateText(text)).toBe(true),
)

test.each(['2024-13-45', '2024-02-30', '2023-02-29', '2024-01-31T24:30', '2024-01', '2024', '2024-1-5', 'soon'])(
  'isDateText: %s is not a date',
  (text) => expect(isDateText(text)).toBe(false),
)

test('isDayText: a day is a date without a time', () => {
  expect(isDayText('2024/01/31')).toBe(true)
  expect(isDayText('2024-01-31T00:00')).toBe(false)
  expect(isDayText('2024-02-30')).toBe(false)
})

test.each([
  ['2024', '2024-01-01', '2024-12-31'],
  ['2024-02', '2024-02-01', '2024-02-29'],
  ['2023-02', '2023-02-01', '2023-02-28'],
  ['0033-12', '0033-12-01', '0033-12-31'],
  ['2024-01-31', '2024-01-31', '2024-01-31'],
  ['2024/01/31', '2024/01/31', '2024/01/31'],
])('daysOfPeriod: %s is %s to %s', (text, first, last) => expect(daysOfPeriod(text)).toEqual({ first, last }))

test.each(['2024-13', '2024-1', '2024-02-30', '2024-01-01T00:00', '24'])(
  'daysOfPeriod: %s is no year, month or day',
  (text) => expect(daysOfPeriod(text)).toBeUndefined(),
)

test('rangeKinds: a range is of numbers, of dates, or of both if its bounds are years', () => {
  const of = (from?: string, to?: string): ReturnType<typeof rangeKinds> =>
    rangeKinds({
      kind: 'range',
      ...(from === undefined ? {} : { from: { value: from, inclusive: true } }),
      ...(to === undefined ? {} : { to: { value: to, inclusive: true } }),
    })
  expect(of('1', '1e3')).toEqual(['numbers'])
  expect(of('1', '2024')).toEqual(['numbers'])
  expect(of('2024-01-01')).toEqual(['dates'])
  expect(of('2024', '2024-01-01')).toEqual(['dates'])
  expect(of('2024')).toEqual(['numbers', 'dates'])
  expect(of('1', '2024-01-01')).toEqual([])
  expect(of('2024-02-30')).toEqual([])
  expect(of()).toEqual([])
})

test.each([
  // Clocks go back on Nov 1, 2026, so that the day has 25 hours, and forward on Mar 8, so that it has 23.
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00Z', '2026-03-09T04:00Z'],
  ['2026-11', 'America/New_York', '2026-11-01T04:00Z', '2026-12-01T05:00Z'],
  ['2026', 'America/New_York', '2026-01-01T05:00Z', '2027-01-01T05:00Z'],
  ['2026-11-03', 'UTC', '2026-11-03T00:00Z', '2026-11-04T00:00Z'],
  ['2026-11-03', 'Asia/Kathmandu', '2026-11-02T18:15Z', '2026-11-03T18:15Z'],
  ['2026-11-03', 'America/St_Johns', '2026-11-03T03:30Z', '2026-11-04T03:30Z'],
  // Midnight is skipped.
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00Z', '2026-09-07T03:00Z'],
  // It is Monday, Nov 2, 01:30 in New York, Sunday in Honolulu and 12:15 in Kathmandu.
  ['today', 'America/New_York', '2026-11-02T05:00Z', '2026-11-03T05:00Z'],
  ['yesterday', 'America/New_York', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
  ['this week', 'America/New_York', '2026-11-02T05:00Z', '2026-11-09T05:00Z'],
  ['last week', 'America/New_York', '2026-10-26T04:00Z', '2026-11-02T05:00Z'],
  ['this week', 'Pacific/Honolulu', '2026-10-26T10:00Z', '2026-11-02T10:00Z'],
  ['this month', 'America/New_York', '2026-11-01T04:00Z', '2026-12-01T05:00Z'],
  ['last month', 'Asia/Kathmandu', '2026-09-30T18:15Z', '2026-10-31T18:15Z'],
  // Days by the clock, hours by their length.
  ['last 7d', 'America/New_York', '2026-10-26T05:30Z', '2026-11-02T06:31Z'],
  ['last 24h', 'America/New_York', '2026-11-01T06:30Z', '2026-11-02T06:31Z'],
  ['last 90d', 'UTC', '2026-08-04T06:30Z', '2026-11-02T06:31Z'],
])('periodOf: %s in %s is %s to %s', (text, timeZone, start, end) => {
  const clock = { zone: new ZoneClock(timeZone), now: Date.parse('2026-11-02T06:30:12Z') }
  const period = periodOf(text, clock)
  expect([period?.start.instant, period?.end.instant]).toEqual([Date.parse(start), Date.parse(end)])
})

test('periodOf: dates without a zone are compared with what the clock shows, also on a day without a midnight', () => {
  const period = periodOf('2026-09-06', { zone: new ZoneClock('America/Santiago'), now: 0 })
  expect(period?.start.wall).toBe(Date.UTC(2026, 8, 6))
})

test('relativePeriodOf: case and blanks don’t matter; other words are no period', () => {
  expect(['Last  Week', 'TODAY', 'last 0d', 'last 7', 'next week', 'last7d', 'week'].map(relativePeriodOf)).toEqual([
    ...['last week', 'today'],
    ...Array<undefined>(5).fill(undefined),
  ])
})
