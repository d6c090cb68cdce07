import { expect, test } from 'vitest'
import { placeToday } from './axis-drawing.tsx'

const measure = (text: string): number => text.length * 6
const texts = ['Today, Monday, November 30', 'Today, Nov 30', 'Today'] as const

test.each([
  ['in the middle if it covers nothing', 300, 600, [], 'Today, Monday, November 30', 216],
  ['within the edge', 20, 600, [], 'Today, Monday, November 30', 0],
  [
    'beside the start of a year, in full if there is room',
    300,
    600,
    [{ x: 340, width: 30 }],
    'Today, Monday, November 30',
    167,
  ],
  ['beside it, shorter', 70, 600, [{ x: 120, width: 30 }], 'Today, Nov 30', 25],
  ['beside it, as a word', 45, 450, [{ x: 78, width: 30 }], 'Today', 24],
  ['over it if today itself is', 100, 600, [{ x: 90, width: 30 }], 'Today, Monday, November 30', 16],
] as const)('placeToday: %s', (_what, now, width, labels, words, x) => {
  expect(placeToday(texts, labels, { x: (at) => at, now, width, measure })).toMatchObject({ words, x })
})
