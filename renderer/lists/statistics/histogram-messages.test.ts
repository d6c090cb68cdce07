import { expect, test } from 'vitest'
import type { Histogram } from '../../../shared/model/lists/list-analysis.ts'
import { barLabel, rangeLabels } from './histogram-messages.ts'

const bars = [
  { from: '1000', to: '1500', records: 3 },
  { from: '1500', to: '2000', records: 0 },
]

test('bars are named by their bounds, single numbers by themselves', () => {
  const spread: Histogram = { kind: 'numbers', single: false, bars }
  expect(barLabel(spread, 1)).toBe('1,500 up to 2,000')
  expect(rangeLabels(spread)).toEqual({ from: '1,000', to: '2,000' })
  expect(barLabel({ ...spread, single: true }, 0)).toBe('1,000')
  expect(rangeLabels({ ...spread, single: true })).toEqual({ from: '1,000', to: '1,500' })
  expect(barLabel({ ...spread, kind: 'lengths' }, 0)).toBe('1,000 up to 1,500 characters')
})

test('stretches of time are named by the clock they are of', () => {
  const times: Histogram = {
    kind: 'times',
    unit: 'month',
    clock: { kind: 'zone', timeZone: 'Europe/Berlin' },
    bars: [{ from: '2026-06-30T22:00:00Z', to: '2026-07-31T22:00:00Z', records: 1 }],
  }
  expect(barLabel(times, 0)).toBe('July 2026')
})
