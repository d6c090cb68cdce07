import { describe, expect, test } from 'vitest'
import { isPassing, pauseBefore, pauseWithin, retryAfter } from './retry.ts'

const now = Date.parse('2026-11-20T10:00:00Z')

describe('retryAfter', () => {
  test.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7000],
    ['Fri, 20 Nov 2026 10:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['99999999999999999999', 99_999_999_999_999_999_999 * 1000],
    ['9'.repeat(400), Number.POSITIVE_INFINITY],
    ['Fri, 31 Dec 999999 23:59:59 GMT', Number.POSITIVE_INFINITY],
    ['', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    [undefined, undefined],
  ])('retryAfter: parses %j to %j ms', (value, expected) => {
    expect(retryAfter(value, now)).toBe(expected)
  })
})

test('pauseBefore: grows with jitter, unless the service requests a pause that is not too long', () => {
  expect([1, 2, 3].map((failed) => pauseBefore(failed, undefined, 500, 0.5))).toEqual([500, 1000, 2000])
  expect([0, 1].map((random) => pauseBefore(1, undefined, 500, random))).toEqual([375, 625])
  expect(pauseBefore(3, 0, 500, 0.5)).toBe(0)
  expect(pauseBefore(1, 300_000, 500, 0.5)).toBe(300_000)
  expect(pauseBefore(1, 300_001, 500, 0.5)).toBeUndefined()
})

test('isPassing: 429 and 5xx are passing, lasting failures are not', () => {
  expect([200, 401, 404, 408, 425, 429, 500, 501, 502, 503, 504, 505].filter(isPassing)).toEqual([
    408, 425, 429, 500, 502, 503, 504,
  ])
})

describe('pauseWithin', () => {
  test('pauseWithin: allows attempts until shortly before the end, with growing pauses', () => {
    const pauses: number[] = []
    for (let left = 300_000, failed = 1; ; failed += 1) {
      const pause = pauseWithin(left, failed, undefined, 500, 0.5)
      if (pause === undefined) break
      pauses.push(pause)
      left -= pause
    }
    expect(pauses.slice(0, 8)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(Math.max(...pauses)).toBe(30_000)
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(299_000)
  })

  test('pauseWithin: honors a requested pause that fits, also beyond five minutes', () => {
    expect(pauseWithin(1_000_000, 1, 400_000, 500, 0.5)).toBe(400_000)
    expect(pauseWithin(1000, 1, 1001, 500, 0.5)).toBeUndefined()
    expect(pauseWithin(1e9, 1, Number.POSITIVE_INFINITY, 500, 0.5)).toBeUndefined()
  })

  test('pauseWithin: pauses even if the service keeps requesting no pause', () => {
    expect(pauseWithin(300_000, 3, 0, 500, 0.5)).toBe(0)
    expect(pauseWithin(300_000, 8, 0, 500, 0.5)).toBe(30_000)
  })
})
