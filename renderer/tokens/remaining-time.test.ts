import { expect, test } from 'vitest'
import { remainingTime } from './remaining-time.ts'

test.each([
  [28_684_000, '7 h 58 min 04 s left'],
  [3_600_000, '1 h 00 min 00 s left'],
  [3_599_000, '59 min 59 s left'],
  [60_000, '1 min 00 s left'],
  [59_000, '59 s left'],
  [1, '1 s left'],
  [0, 'no time left'],
  [-5_000, 'no time left'],
])('%i ms: %s', (left, words) => {
  expect(remainingTime(left)).toBe(words)
})
