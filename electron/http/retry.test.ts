import { describe, expect, test } from 'vitest'
import { isPassing, pauseBefore, retryAfter } from './retry.ts'

const now = Date.parse('2026-11-20T10:00:00Z')

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7000],
    ['Fri, 20 Nov 2026 10:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    [undefined, undefined],
  ])('%j is %j ms', (value, expected) => {
    expect(retryAfter(value, now)).toBe(expected)
  })
})

test('pauses grow, with jitter; a pause requested by the service takes precedence, unless it is too long', () => {
  expect([1, 2, 3].map((failed) => pauseBefore(failed, undefined, 500, 0.5))).toEqual([500, 1000, 2000])
  expect([0, 1].map((random) => pauseBefore(1, undefined, 500, random))).toEqual([375, 625])
  expect(pauseBefore(3, 0, 500, 0.5)).toBe(0)
  expect(pauseBefore(1, 300_000, 500, 0.5)).toBe(300_000)
  expect(pauseBefore(1, 300_001, 500, 0.5)).toBeUndefined()
})

test('429 and 5xx may pass, lasting failures do not', () => {
  expect([200, 401, 404, 429, 500, 501, 502, 503, 504, 505].filter(isPassing)).toEqual([429, 500, 502, 503, 504])
})
