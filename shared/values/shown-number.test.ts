import { expect, test } from 'vitest'
import { readShownNumber } from './shown-number.ts'

test.each<readonly [string, string, string | undefined]>([
  ['15', 'en', '15'],
  ['3,000', 'en', '3000'],
  ['1,234,567.50', 'en', '1234567.50'],
  ['-1,234', 'en', '-1234'],
  ['1 234 567', 'en', '1234567'],
  ['3.000', 'en', '3.000'],
  ['3.000', 'de', '3000'],
  ['1,5', 'de', '1.5'],
  ['1.000,5', 'de', '1000.5'],
  ['1.000,5', 'en', '1000.5'],
  ['1.234', 'es', '1234'],
  ['3\u202F000', 'fr', '3000'],
  ['3 000,5', 'fr', '3000.5'],
  ["3'000", 'de-CH', '3000'],
  ['3’000', 'de-CH', '3000'],
  ['12,34,567', 'hi', '1234567'],
  ['١٬٢٣٤٫٥', 'ar-EG', '1234.5'],
  ['\u22125', 'sv', '-5'],
  ['+5', 'en', '5'],
  ['05', 'en', '5'],
  ['.5', 'en', '0.5'],
  ['1,234,567,890,123,456,789,012', 'en', '1234567890123456789012'],
  ...['1,5', '1,2345', '10,20,300', '12,34,567', '1.000.5', '1e3', '$5', '-', '', 'first'].map(
    (text) => [text, 'en', undefined] as const,
  ),
])('readShownNumber: reads a number as the window shows it: %j in %s', (text, locale, number) => {
  expect(readShownNumber(text, locale)).toBe(number)
})
