import { expect, test } from 'vitest'
import { daysOfPeriod, isDateText, isDayText, rangeKind } from './filter-bounds.ts'

test.each(['2024-02-29', '2024-01-31T24:00', '2024/01/31', '2024-01-31 08:00:09.5+02:00', '20240131T0800Z'])(
  '%s is a date',
  (text) => expect(isDateText(text)).toBe(true),
)

test.each(['2024-13-45', '2024-02-30', '2023-02-29', '2024-01-31T24:30', '2024-01', '2024', '2024-1-5', 'soon'])(
  '%s is none',
  (text) => expect(isDateText(text)).toBe(false),
)

test('a day is a date without a time', () => {
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
])('%s is %s to %s', (text, first, last) => expect(daysOfPeriod(text)).toEqual({ first, last }))

test.each(['%s is no year, month or day', '2024-1', '2024-02-30', '2024-01-01T00:00', '24'])(
  '%s is no year, month or day',
  (text) => expect(daysOfPeriod(text)).toBeUndefined(),
)

test('a range is of numbers or of dates, never of both', () => {
  const of = (from?: string, to?: string): ReturnType<typeof rangeKind> =>
    rangeKind({
      kind: 'range',
      ...(from === undefined ? {} : { from: { value: from, inclusive: true } }),
      ...(to === undefined ? {} : { to: { value: to, inclusive: true } }),
    })
  expect(of('1', '1e3')).toBe('numbers')
  expect(of('2024-01-01')).toBe('dates')
  expect(of('2024', '2024-01-01')).toBeUndefined()
  expect(of('2024-02-30')).toBeUndefined()
  expect(of()).toBeUndefined()
})
