import { expect, test } from 'vitest'
import { hasAtMostValues } from './read-chosen-file.ts'

test('hasAtMostValues: counts the values of JSON without parsing it', () => {
  expect(hasAtMostValues('1', 1)).toBe(true)
  expect(hasAtMostValues('{"a": [1, 2]}', 4)).toBe(true)
  expect(hasAtMostValues('{"a": [1, 2]}', 3)).toBe(false)
  expect(hasAtMostValues('['.repeat(1_000_000), 1000)).toBe(false)
})
