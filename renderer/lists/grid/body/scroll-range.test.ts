import { describe, expect, test } from 'vitest'
import {
  canvasHeight,
  isScaled,
  maxTop,
  rowsInSight,
  scrollTopAt,
  maxCanvasHeight,
  topAt,
  topShowing,
  type ScrollRange,
} from './scroll-range.ts'

const rowHeight = 28
const short: ScrollRange = { rows: 1000, viewHeight: 600, rowHeight, pixelRatio: 1 }
const long: ScrollRange = { rows: 10_000_000, viewHeight: 617, rowHeight, pixelRatio: 1 }

test('ScrollRange: scrolls pixel by pixel a list that fits into the browser’s maximum height', () => {
  expect(isScaled(short)).toBe(false)
  expect(canvasHeight(short)).toBe(1000 * rowHeight)
  for (const place of [0, 1, 4711, maxTop(short)]) {
    expect(topAt(short, place)).toBe(place)
    expect(scrollTopAt(short, place)).toBe(place)
  }
})

test.each([
  { pixelRatio: 0.5, rows: 10_000_000, scaled: true },
  { pixelRatio: 1, rows: 560_000, scaled: false },
  { pixelRatio: 1, rows: 10_000_000, scaled: true },
  { pixelRatio: 2, rows: 560_000, scaled: false },
  { pixelRatio: 2.5, rows: 560_000, scaled: true },
  { pixelRatio: 3, rows: 390_000, scaled: false },
  { pixelRatio: 3, rows: 560_000, scaled: true },
  { pixelRatio: 15, rows: 10_000_000, scaled: true },
])(
  'ScrollRange: the last of $rows rows is reached within 33,554,431 pixels of the screen, at a ratio of $pixelRatio',
  ({ pixelRatio, rows, scaled }) => {
    const range: ScrollRange = { ...long, rows, pixelRatio }
    expect(isScaled(range)).toBe(scaled)
    expect(canvasHeight(range) * pixelRatio).toBeLessThan(2 ** 25 - 1)
    expect(rowsInSight(range, topAt(range, 0)).first).toBe(0)
    expect(rowsInSight(range, topAt(range, canvasHeight(range) - range.viewHeight)).last).toBe(rows - 1)
  },
)

test('ScrollRange: the scroll bar’s position corresponds to that of the rows, in both directions', () => {
  for (const part of [0, 0.1, 0.5, 0.999, 1]) {
    const top = part * maxTop(long)
    expect(scrollTopAt(long, top)).toBeCloseTo(part * (maxCanvasHeight(long) - long.viewHeight), 3)
    expect(topAt(long, scrollTopAt(long, top))).toBeCloseTo(top, 3)
  }
})

test('ScrollRange: no position is beyond the ends', () => {
  for (const range of [short, long]) {
    expect(topAt(range, -50)).toBe(0)
    expect(topAt(range, 1e12)).toBe(maxTop(range))
    expect(scrollTopAt(range, -50)).toBe(0)
    expect(scrollTopAt(range, 1e12)).toBe(canvasHeight(range) - range.viewHeight)
  }
  const few: ScrollRange = { rows: 3, viewHeight: 600, rowHeight, pixelRatio: 1 }
  expect(topAt(few, 10)).toBe(0)
  expect(rowsInSight(few, 0)).toEqual({ first: 0, last: 2 })
  expect(rowsInSight({ rows: 0, viewHeight: 600, rowHeight, pixelRatio: 1 }, 0)).toEqual({ first: 0, last: -1 })
})

describe('topShowing', () => {
  test('topShowing: does not scroll for a visible row, and as little as possible for one nearby', () => {
    expect(topShowing(short, 320, 12, 'nearest')).toBe(320)
    expect(topShowing(short, 320, 9, 'nearest')).toBe(9 * rowHeight)
    expect(topShowing(short, 0, 21, 'nearest')).toBe(22 * rowHeight - 600)
  })

  test('topShowing: makes any of ten million rows fully visible', () => {
    for (const row of [0, 1, 4_999_999, 9_999_998, 9_999_999])
      for (const where of ['nearest', 'middle'] as const) {
        const top = topShowing(long, 123_456, row, where)
        expect(row * rowHeight).toBeGreaterThanOrEqual(top)
        expect((row + 1) * rowHeight).toBeLessThanOrEqual(top + long.viewHeight)
      }
  })
})
