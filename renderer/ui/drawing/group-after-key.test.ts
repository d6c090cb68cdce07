import { expect, test } from 'vitest'
import { groupAfterKey } from './use-group-focus.ts'

test.each<[string, number, number, number, number | undefined]>([
  ['ArrowRight', 0, 10, 10, 1],
  ['ArrowRight', 9, 10, 10, undefined],
  ['ArrowDown', 3, 10, 10, 4],
  ['ArrowUp', 0, 10, 10, undefined],
  ['ArrowDown', 3, 10, 1, 4],
  ['ArrowLeft', 3, 10, 1, 2],
  ['ArrowDown', 25, 168, 24, 49],
  ['ArrowUp', 5, 168, 24, undefined],
  ['End', 5, 168, 24, 167],
  ['Home', 5, 168, 24, 0],
  ['x', 5, 168, 24, undefined],
])('groupAfterKey: %s from %d of %d, %d in a row: %s', (key, from, count, inRow, to) => {
  expect(groupAfterKey(key, from, count, inRow)).toBe(to)
})
