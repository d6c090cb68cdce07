import { expect, test } from 'vitest'
import { ZoneClock } from '../values/zone-clock.ts'
import { parseFilterLine } from './filter-line/filter-line-reading.ts'
import type { Column } from './list.ts'
import { neededBy } from './load-need.ts'

const columns: readonly Column[] = [
  { path: 'status', type: 'text', filled: 1 },
  { path: 'createdAt', type: 'datetime', filled: 1 },
  { path: 'completedAt', type: 'datetime', filled: 1 },
  { path: 'amount', type: 'number', filled: 1 },
]

/** What a line needs at noon of Monday, November 23. */
function needOf(line: string, timeZone = 'UTC'): ReturnType<typeof neededBy> {
  const parsed = parseFilterLine(line, columns, 'en')
  if (parsed.kind === 'fault') throw new Error(parsed.fault.message)
  return neededBy({ filters: [...parsed.line.filters] }, columns, {
    zone: new ZoneClock(timeZone),
    now: Date.UTC(2026, 10, 23, 12, 20),
  })
}

const november = (day: number, hour = 0): number => Date.UTC(2026, 10, day, hour)
const path = 'createdAt'

test.each([
  ['status:Errored createdAt:last week', { path, from: november(16), before: november(23) }],
  ['createdAt:today', { path, from: november(23), before: november(24) }],
  ['createdAt:last 24h', { path, from: november(22, 12), before: november(23, 13) }],
  ['createdAt:2026-11-03', { path, from: november(3), before: november(4) }],
  ['createdAt:2026-11', { path, from: november(1), before: Date.UTC(2026, 11, 1) }],
  ['createdAt:today,2026-11-03', { path, from: november(3), before: november(24) }],
  ['createdAt>=2026-11-03', { path, from: november(3) }],
  ['createdAt<2026-11-03', { path, before: november(4) }],
  ['createdAt:2026-11-03..2026-11-05', { path, from: november(3), before: november(6) }],
  ['createdAt>=2026-11-03T10:30:00+02:00', { path, from: november(3, 8) }],
])('neededBy: %s needs the records of its dates', (line, span) => {
  expect(needOf(line)).toEqual([span])
})

test('neededBy: days are those of the person’s time zone', () => {
  expect(needOf('createdAt:2026-11-03', 'America/New_York')).toEqual([
    { path, from: november(3, 5), before: november(4, 5) },
  ])
})

test('neededBy: several dates are alternatives, because the list may be ordered by either', () => {
  expect(needOf('createdAt:today completedAt>=2026-11-20')).toEqual([
    { path, from: november(23), before: november(24) },
    { path: 'completedAt', from: november(20) },
  ])
})

test.each([
  [''],
  ['Treasury'],
  ['status:Errored'],
  ['amount>2000'],
  ['-createdAt:today'],
  ['createdAt:empty'],
  ['createdAt~2026'],
  // As text, not as a date.
  ['status:2026-11-03'],
])('neededBy: “%s” needs all records', (line) => {
  expect(needOf(line)).toBe('all')
})
