import { expect, test } from 'vitest'
import { signMeasure } from './number-width.ts'

test('signMeasure: gives all digits of a number the same width, but not those of a text', () => {
  const width = (text: string): number => ({ '1': 3, ',': 2, '-': 4 })[text] ?? 8
  expect(signMeasure(width, 7)('1,110')).toBe(4 * 7 + 2)
  expect(signMeasure(width, 7)('-987')).toBe(4 + 3 * 7)
  expect(signMeasure(width)('1-2')).toBe(3 + 4 + 8)
})
