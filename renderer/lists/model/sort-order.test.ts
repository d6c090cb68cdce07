import { expect, test } from 'vitest'
import { nextSort, withSort, type SortOrder } from './sort-order.ts'

const words = (order: SortOrder): string => order.map(({ path, direction }) => `${path} ${direction}`).join(', ')

test('nextSort: sorts a column ascending, descending, then not at all', () => {
  const up = nextSort([], 'a', false)
  expect(words(up)).toBe('a ascending')
  const down = nextSort(up, 'a', false)
  expect(words(down)).toBe('a descending')
  expect(nextSort(down, 'a', false)).toEqual([])
})

test('nextSort: another column replaces the sort, or is added to it', () => {
  const up = nextSort([], 'a', false)
  expect(words(nextSort(up, 'b', false))).toBe('b ascending')
  const both = nextSort(up, 'b', true)
  expect(words(both)).toBe('a ascending, b ascending')
  expect(words(nextSort(both, 'a', true))).toBe('a descending, b ascending')
  expect(words(nextSort(nextSort(both, 'a', true), 'a', true))).toBe('b ascending')
})

test('withSort: keeps eight columns at most', () => {
  let order: SortOrder = []
  for (let index = 0; index < 10; index += 1) order = nextSort(order, `c${index}`, true)
  expect(order).toHaveLength(8)
})

test('withSort: removing one column leaves the others', () => {
  const both = nextSort(nextSort([], 'a', false), 'b', true)
  expect(words(withSort(both, 'a', undefined, true))).toBe('b ascending')
  expect(withSort(both, 'c', undefined, true)).toBe(both)
})
