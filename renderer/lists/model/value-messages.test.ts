import { expect, test } from 'vitest'
import { exactNumber } from './value-messages.ts'

test.each([
  [0, '0'],
  [9999, '9,999'],
  [0.125, '0.125'],
  [60_000, '60K'],
  [12_500, '12.5K'],
  [61_234, '61,234'],
  [-2_500_000, '-2.5M'],
  [50_123.768414, '50,123.768414'],
])('exactNumber: writes %d with all its digits, %s', (value, text) => {
  expect(exactNumber(value)).toBe(text)
})
