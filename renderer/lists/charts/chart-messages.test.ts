import { expect, test } from 'vitest'
import type { Chart, ChartDefinition } from '#shared/lists/list-analysis.ts'
import { dateTextOf, systemDates } from '#shared/values/date-text.ts'
import { boundTime, periodName, tickLabels } from '../model/time-messages.ts'
import { decimalText } from '../model/value-messages.ts'
import { chartTitle, measureLabel, remarks } from './chart-messages.ts'

const byDay: ChartDefinition = {
  measure: { kind: 'sum', path: 'amount' },
  grouping: { kind: 'time', path: 'createdAt', unit: 'day' },
  split: { path: 'currency', most: 6 },
  timeZone: 'Europe/Berlin',
}
const answer: Chart = {
  ...{ records: 10, withoutDate: 2, withoutNumber: 3, withLists: [] },
  ...{ groups: [], series: [], totals: [], total: { value: null, records: 0 } },
}

test('chartTitle: says what is shown', () => {
  expect(chartTitle(byDay, undefined, [])).toBe('Sum of amount by day of createdAt, grouped by currency')
})

test('chartTitle, measureLabel, remarks: use the person’s names for columns', () => {
  const named = [
    { path: 'amount', type: 'number', title: 'Turnover' },
    { path: 'createdAt', type: 'datetime', title: 'Made' },
    { path: 'currency', type: 'text', title: 'Money' },
  ] as const
  expect(chartTitle(byDay, undefined, named)).toBe('Sum of Turnover by day of Made, grouped by Money')
  const { measure, timeZone } = byDay
  const byValue: ChartDefinition = { measure, timeZone, grouping: { kind: 'value', path: 'currency', most: 5 } }
  expect(chartTitle(byValue, undefined, named)).toBe('Sum of Turnover by Money')
  expect(measureLabel(measure, named)).toBe('Sum of Turnover')
  expect(remarks(answer, byDay, named)).toContain('3 records without a number in Turnover')
})

test('chartTitle: keeps a name from right to left from turning the rest of the title', () => {
  const named = [{ path: 'amount', type: 'number', title: 'סכום' }] as const
  expect(chartTitle(byDay, undefined, named)).toMatch(/^Sum of \u2068סכום\u2069 by day of createdAt/u)
})

test('decimalText: keeps all digits', () => {
  expect(decimalText('900000000000000001.10')).toBe('900,000,000,000,000,001.1')
  expect(decimalText('-0.000000000000000000001')).toBe('-0.000000000000000000001')
  expect(decimalText(null)).toBe('–')
})

test('periodName: names a period by its beginning, in the time zone of the chart', () => {
  const midnight = Date.parse('2026-06-30T22:00:00Z')
  expect(periodName(midnight, 'day', 'Europe/Berlin', systemDates)).toBe('Wed, Jul 1, 2026')
  expect(periodName(midnight, 'quarter', 'Europe/Berlin', systemDates)).toBe('Q3 2026')
  expect(periodName(midnight, 'quarter', 'UTC', systemDates)).toBe('Q2 2026')
})

test('boundTime: reads bounds as written, whatever the computer’s time zone', () => {
  expect(boundTime('2026-05-06')).toBe(Date.UTC(2026, 4, 6))
  expect(boundTime('2026-05-06T07:08')).toBe(Date.UTC(2026, 4, 6, 7, 8))
  expect(boundTime('2026-05-06T07:08:00Z')).toBe(Date.UTC(2026, 4, 6, 7, 8))
})

test('tickLabels, periodName: use the person’s date format', () => {
  const dates = dateTextOf({ format: 'year-first', timeZone: 'local' })
  const at = Date.UTC(2026, 5, 1, 15)
  expect(tickLabels(at, 'hour', 'UTC', dates)).toEqual({ minor: '15:00', major: '2026-06-01' })
  expect(tickLabels(at, 'day', 'UTC', dates)).toEqual({ minor: '1', major: 'Jun 2026' })
  expect(periodName(at, 'hour', 'Europe/Berlin', dates)).toBe('2026-06-01 17:00')
  expect(periodName(at, 'day', 'UTC', dates)).toBe('Mon 2026-06-01')
})

test('remarks: count omitted records', () => {
  const time = { clock: { kind: 'zone', timeZone: 'Europe/Berlin' }, unit: 'month', gapsLeftOut: true } as const
  expect(remarks({ ...answer, time }, byDay, [])).toEqual([
    'Europe/Berlin',
    'too many groups by day',
    'empty periods hidden',
    '2 records without a date not shown',
    '3 records without a number in amount',
  ])
})
