import { expect, test } from 'vitest'
import { inUtc } from './dates.tsx'

test('inUtc: writes an instant to the second, in UTC', () => {
  expect(inUtc('2026-11-21T12:30:05.123Z')).toBe('2026-11-21 12:30:05 UTC')
  expect(inUtc('2026-11-21T12:30:05Z')).toBe('2026-11-21 12:30:05 UTC')
})
