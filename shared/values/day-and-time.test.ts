import { expect, test } from 'vitest'
import { dateTextOf } from '#shared/values/date-text.ts'
import { dayAndTime } from './day-and-time.ts'

const dates = dateTextOf({ format: 'system', timeZone: 'utc' }, 'en-US')
const now = Date.parse('2026-11-26T08:00:00Z')

test.each([
  ['2026-11-26T00:10:00Z', /^today, 12:10/u],
  ['2026-11-25T21:36:00Z', /^yesterday, 9:36/u],
  ['2026-11-24T21:36:00Z', /^Nov 24, 9:36/u],
  ['2025-11-24T21:36:00Z', /^Nov 24, 2025, 9:36/u],
])('dayAndTime: %s', (at, expected) => {
  expect(dayAndTime(at, now, dates)).toMatch(expected)
})
