import { expect, test } from 'vitest'
import type { ColumnFilter, FilterCondition } from '#shared/lists/list-filter.ts'
import { systemDates } from '#shared/values/date-text.ts'
import { filterLabel, shownFilterLabel, withFilters } from './list-filters.ts'

const equals = (path: string, text: string, excludes = false): ColumnFilter => ({
  path,
  excludes,
  condition: { kind: 'equals', text },
})

test('withFilters: a clicked value replaces the previous one and leaves other columns alone', () => {
  const filters = [equals('status', 'Errored'), equals('owner', 'x'), equals('status', 'Done', true)]
  expect(withFilters(filters, [equals('status', 'Running')], 'UTC')).toEqual([
    equals('owner', 'x'),
    equals('status', 'Done', true),
    equals('status', 'Running'),
  ])
})

test('withFilters: a click never brings back records that were not shown', () => {
  const range = (from: string, to: string): ColumnFilter => ({
    path: 'created',
    excludes: false,
    condition: { kind: 'range', from: { value: from, inclusive: true }, to: { value: to, inclusive: false } },
  })
  const february = range('2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z')
  const [week, day] = [
    range('2026-01-26T00:00:00Z', '2026-02-02T00:00:00Z'),
    range('2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z'),
  ]
  expect(withFilters([february], [week], 'UTC')).toEqual([february, week])
  expect(withFilters([february, week], [day], 'UTC')).toEqual([day])
  const others = (...texts: string[]): ColumnFilter => ({
    path: 'status',
    excludes: true,
    condition: { kind: 'one-of', texts },
  })
  expect(withFilters([others('a', 'b')], [others('c', 'd')], 'UTC')).toEqual([others('a', 'b'), others('c', 'd')])
  expect(withFilters([equals('status', 'a', true)], [equals('status', 'b', true)], 'UTC')).toHaveLength(2)
})

test.each<[FilterCondition, boolean, string]>([
  [{ kind: 'equals', text: 'Errored' }, false, 'status is Errored'],
  [{ kind: 'equals', text: 'Errored' }, true, 'status is not Errored'],
  [{ kind: 'contains', text: 'x' }, true, 'status does not contain x'],
  [{ kind: 'one-of', texts: ['a', 'b'] }, true, 'status is none of a, b'],
  [{ kind: 'one-of', texts: ['a'], periods: ['2024-01-31'] }, false, 'status is one of 2024-01-31, a (UTC)'],
  // Only among dates a number is a year.
  [{ kind: 'range', from: { value: '1000', inclusive: false } }, false, 'status above 1000'],
  [{ kind: 'one-of', texts: ['1000', '2024-01'] }, false, 'status is one of 1000, 2024-01'],
  [{ kind: 'equals', text: 'تم 12' }, false, 'status is \u2068تم 12\u2069'],
  [{ kind: 'one-of', texts: ['שולם', 'a'] }, false, 'status is one of \u2068שולם\u2069, a'],
  [{ kind: 'contains', text: '\u202Ea' }, false, String.raw`status contains \u202Ea`],
  [{ kind: 'empty' }, false, 'status is empty'],
  [{ kind: 'empty' }, true, 'status is not empty'],
  [
    { kind: 'range', from: { value: '1', inclusive: true }, to: { value: '5', inclusive: false } },
    false,
    'status from 1, below 5',
  ],
  [{ kind: 'range', to: { value: '5', inclusive: true } }, false, 'status up to 5'],
])('filterLabel: names %j, excluded %s', (condition, excludes, words) => {
  expect(filterLabel({ path: 'status', excludes, condition }, 'text', systemDates)).toBe(words)
})

test.each<[FilterCondition, string]>([
  [dayRange('2026-11-03', '2026-11-03'), 'created is 2026-11-03 (America/New_York)'],
  [dayRange('last week', 'last week'), 'created is last week (America/New_York)'],
  [dayRange('2026-11-03', 'today'), 'created from 2026-11-03, up to today (America/New_York)'],
  [
    dayRange('2026-11-03T08:00', '2026-11-03T09:00Z'),
    'created from 2026-11-03T08:00, up to 2026-11-03T09:00Z (America/New_York)',
  ],
  [dayRange('2026-11-03T08:00Z', '2026-11-03T09:00Z'), 'created from 2026-11-03T08:00Z, up to 2026-11-03T09:00Z'],
  [{ kind: 'one-of', texts: ['2024'], periods: ['today'] }, 'created is one of today, 2024 (America/New_York)'],
  [{ kind: 'equals', text: '2024-01' }, 'created is 2024-01 (America/New_York)'],
  [{ kind: 'equals', text: '2024-01-31' }, 'created is 2024-01-31'],
])('filterLabel: names the zone if a bound depends on it, %j', (condition, words) => {
  const dates = { ...systemDates, timeZone: 'America/New_York' }
  expect(filterLabel({ path: 'created', excludes: false, condition }, 'datetime', dates)).toBe(words)
})

function dayRange(from: string, to: string): FilterCondition {
  return { kind: 'range', from: { value: from, inclusive: true }, to: { value: to, inclusive: true } }
}

test('shownFilterLabel: names a filter by the header of its column', () => {
  const columns = [{ path: 'status', type: 'text', title: 'State' }] as const
  expect(shownFilterLabel(equals('status', 'Errored'), columns, systemDates)).toBe('State is Errored')
  expect(shownFilterLabel(equals('gone', 'x'), columns, systemDates)).toBe('gone is x')
  expect(filterLabel(equals('status', 'Errored'), 'text', systemDates)).toBe('status is Errored')
})
