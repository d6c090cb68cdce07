import { expect, test } from 'vitest'
import { rowNumber } from './row-number.ts'

test.each([
  ['15', 'en', 15],
  [' 3000 ', 'en', 3000],
  ['3,000', 'en', 3000],
  ['1 234 567', 'en', 1_234_567],
  ['3.000', 'de', 3000],
  ['3 000', 'fr', 3000],
  ['3\u202F000', 'fr', 3000],
  ["3'000", 'de-CH', 3000],
  ['3’000', 'de-CH', 3000],
  ['12,34,567', 'hi', 1_234_567],
  ['1.5', 'en', undefined],
  ['1,5', 'en', undefined],
  ['3.000', 'en', undefined],
  ['1,5', 'de', undefined],
  ['1,2345', 'en', undefined],
  ['-3', 'en', undefined],
  ['1e3', 'en', undefined],
  ['', 'en', undefined],
  ['first', 'en', undefined],
])('%j in %s', (text, locale, row) => {
  expect(rowNumber(text, locale)).toBe(row)
})
