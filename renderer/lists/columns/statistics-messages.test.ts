import { expect, test } from 'vitest'
import type { Histogram } from '#shared/lists/list-analysis.ts'
import type { LoadState, DatasetSummary } from '#shared/lists/list.ts'
import { systemDates } from '#shared/values/date-text.ts'
import { binLabel, coverageMessage, percentText, rangeLabels } from './statistics-messages.ts'

const dataset = (kind: 'idle' | 'complete', records: number): DatasetSummary => ({
  datasetId: '0b6f2b3e-0000-4000-8000-000000000000',
  list: 'reports',
  state: { kind } satisfies LoadState,
  pages: 3,
  records,
  columns: [],
  startedAt: '2026-11-20T10:00:00Z',
})

test.each<[number, boolean, DatasetSummary, string]>([
  [1500, false, dataset('complete', 1500), 'All 1,500 records'],
  [1500, false, dataset('idle', 1500), '1,500 loaded records'],
  [1000, false, dataset('idle', 1500), 'First 1,000 of 1,500 loaded records'],
  [1, true, dataset('complete', 1500), '1 of 1,500 records'],
  [20, true, dataset('idle', 1500), '20 of 1,500 loaded records'],
])('coverageMessage: for %d counted, narrowed %s', (counted, isNarrowed, summary, words) => {
  expect(coverageMessage(counted, isNarrowed, summary)).toBe(words)
})

test.each([
  [0, 10, '0%'],
  [1, 3, '33.3%'],
  [1, 100_000, '<0.1%'],
  [99_999, 100_000, '>99.9%'],
  [10, 10, '100%'],
])('percentText: %d of %d is %s', (part, whole, words) => {
  expect(percentText(part, whole)).toBe(words)
})

const bars = [
  { from: '1000', to: '1500', records: 3 },
  { from: '1500', to: '2000', records: 0 },
]

test('binLabel, rangeLabels: name bars by their bounds, and single numbers by themselves', () => {
  const spread: Histogram = { kind: 'numbers', single: false, bars }
  expect(binLabel(spread, 1, systemDates)).toBe('1,500 to under 2,000')
  expect(rangeLabels(spread, systemDates)).toEqual({ from: '1,000', to: '2,000' })
  expect(binLabel({ ...spread, single: true }, 0, systemDates)).toBe('1,000')
  expect(rangeLabels({ ...spread, single: true }, systemDates)).toEqual({ from: '1,000', to: '1,500' })
  expect(binLabel({ ...spread, kind: 'lengths' }, 0, systemDates)).toBe('1,000 to under 1,500 characters')
  const letters = [{ from: '1', to: '2', records: 3 }]
  expect(binLabel({ kind: 'lengths', single: true, bars: letters }, 0, systemDates)).toBe('1 character')
})

test('binLabel: names periods in the time zone of the chart', () => {
  const times: Histogram = {
    kind: 'times',
    unit: 'month',
    clock: { kind: 'zone', timeZone: 'Europe/Berlin' },
    bars: [{ from: '2026-06-30T22:00:00Z', to: '2026-07-31T22:00:00Z', records: 1 }],
  }
  expect(binLabel(times, 0, systemDates)).toBe('July 2026')
})
