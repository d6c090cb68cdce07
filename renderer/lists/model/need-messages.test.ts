import { expect, test } from 'vitest'
import type { DatasetSummary, LoadNeed, LoadState } from '#shared/lists/list.ts'
import { dateTextOf } from '#shared/values/date-text.ts'
import { loadedMessage, needLabel, noneSoFarMessage, soFarMessage, stripTitle } from './need-messages.ts'

const dates = dateTextOf({ format: 'system', timeZone: 'utc' }, 'en')
const november = (day: number): number => Date.UTC(2026, 10, day)
const lastWeek: LoadNeed = [{ path: 'createdAt', from: november(16), before: november(23) }]

function summary(state: LoadState, records = 6500, pages = 13): DatasetSummary {
  return {
    datasetId: '5e0e6c0e-0b5e-4b43-9a53-0d6f6f6e2a11',
    list: 'reports',
    state,
    pages,
    records,
    columns: [],
    pagesPerSecond: 2,
    startedAt: '2026-11-29T10:00:00.000Z',
  }
}

test.each<[LoadNeed, string]>([
  ['all', 'all records'],
  [lastWeek, 'records from Nov 16 to Nov 22'],
  [[{ path: 'createdAt', from: november(16) }], 'records since Nov 16'],
  [[{ path: 'createdAt', before: november(16) }], 'records before Nov 16'],
])('needLabel: of %o is “%s”', (need, label) => {
  expect(needLabel(need, dates)).toBe(label)
})

test('stripTitle: says what is being loaded, and otherwise what the answer needs', () => {
  const title = (state: LoadState, pages = 13): string => stripTitle(summary(state, 6500, pages), lastWeek, dates)
  expect(title({ kind: 'loading', loadsAll: false, need: lastWeek })).toBe('Loading records from Nov 16 to Nov 22')
  // What runs may be for an earlier query.
  expect(title({ kind: 'loading', loadsAll: false, need: 'all' })).toBe('Loading all records')
  expect(title({ kind: 'loading', loadsAll: true })).toBe('Loading all records')
  expect(title({ kind: 'loading', loadsAll: false }, 0)).toBe('Loading the first page')
  expect(title({ kind: 'idle' })).toBe('Needs records from Nov 16 to Nov 22')
  expect(stripTitle(summary({ kind: 'idle' }), lastWeek, dates, true)).toBe('Loading records from Nov 16 to Nov 22')
  expect(title({ kind: 'paused', need: lastWeek })).toBe('Needs records from Nov 16 to Nov 22')
  expect(title({ kind: 'idle', need: lastWeek })).toBe('Stopped after 200 pages · Needs records from Nov 16 to Nov 22')
})

test('loadedMessage: estimates the total and the time left only if the list is ordered by the dates', () => {
  const loading = { kind: 'loading', loadsAll: false, need: lastWeek } as const
  expect(loadedMessage(summary(loading), dates)).toBe('6,500 records · total unknown')
  const half = { ...loading, reached: { date: november(19), share: 0.5 } }
  expect(loadedMessage(summary(half), dates)).toBe('6,500 of about 13,000 records · reached Nov 19 · about 7 s left')
  const start = { ...loading, reached: { date: november(29), share: 0 } }
  expect(loadedMessage(summary(start), dates)).toBe('6,500 records · reached Nov 29')
})

test('soFarMessage, noneSoFarMessage: say of how much an answer is', () => {
  const part = summary({ kind: 'idle' }, 500)
  expect(soFarMessage(part, { count: 3, covers: 500 })).toBe('3 of 500 loaded so far')
  expect(soFarMessage(part, undefined)).toBe('500 records loaded so far')
  expect(noneSoFarMessage(part)).toBe('None of the 500 records loaded so far')
})
