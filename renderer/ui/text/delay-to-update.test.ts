import { expect, test } from 'vitest'
import { delayToUpdate } from './use-now.ts'

const shown = Date.parse('2026-11-21T12:00:00.000Z')
const minute = 60_000

test('delayToUpdate: is the rest of the interval when no instant falls into it', () => {
  expect(delayToUpdate(shown, shown, minute, [])).toBe(minute)
  expect(delayToUpdate(shown, shown + 20_000, minute, [''])).toBe(40_000)
})

test('delayToUpdate: is zero for a certificate that was signed after the shown time', () => {
  expect(delayToUpdate(shown, shown + 5000, minute, ['2026-11-21T12:00:04Z', '2027-11-21T12:00:04Z'])).toBe(0)
})

test('delayToUpdate: ends right after the first and the last instant of validity', () => {
  expect(delayToUpdate(shown, shown, minute, ['2026-11-21T12:00:10Z', '2026-11-21T12:00:30Z'])).toBe(10_001)
  expect(delayToUpdate(shown + 10_001, shown + 10_001, minute, ['2026-11-21T12:00:10Z', '2026-11-21T12:00:30Z'])).toBe(
    20_000,
  )
  expect(delayToUpdate(shown, shown, minute, ['2020-01-01T00:00:00Z', '2027-01-01T00:00:00Z'])).toBe(minute)
})
