import { expect, test } from 'vitest'
import { dayMs } from '#shared/values/local-day.ts'
import { agoText } from './use-now.ts'

const now = Date.parse('2026-11-24T12:00:00Z')

test.each([
  [-5000, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [3_599_999, '59 minutes ago'],
  [7_200_000, '2 hours ago'],
  [dayMs, 'yesterday'],
  [40 * dayMs, '40 days ago'],
])('agoText: %i ms ago is “%s”', (passed, words) => {
  expect(agoText(now - passed, now)).toBe(words)
})
