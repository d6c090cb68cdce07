import { expect, test } from 'vitest'
import { durationText, parseDuration } from './wait-options.ts'

test.each([
  ['90', 90_000, '90s'],
  ['5m', 300_000, '5m'],
  ['120s', 120_000, '2m'],
  ['2h', 7_200_000, '2h'],
  ['0', 604_800_000, '168h'],
])('parseDuration: %s is %d milliseconds', (text, milliseconds, formatted) => {
  expect(parseDuration(text)).toBe(milliseconds)
  expect(durationText(milliseconds)).toBe(formatted)
})

test.each(['', '5 m', '-1', '1.5h', '169h', '1d'])('parseDuration: refuses “%s”', (text) => {
  expect(() => parseDuration(text)).toThrow('Enter a number with s, m or h')
})
