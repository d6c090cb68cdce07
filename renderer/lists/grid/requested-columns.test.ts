import { expect, test } from 'vitest'
import { requestedColumns } from './requested-columns.ts'

const columns = (count: number): string[] => Array.from({ length: count }, (_, index) => `c${index}`)

test('requestedColumns: requests all columns if there are few', () => {
  expect(requestedColumns(columns(40), ['c39'])).toEqual(columns(40))
})

test('requestedColumns: of many columns, those in view and their neighbors, in each group of adjacent ones', () => {
  const all = columns(200)
  expect(requestedColumns(all, ['c100', 'c101'])).toEqual(all.slice(80, 122))
  expect(requestedColumns(all, ['c0', 'c100', 'c199'])).toEqual([
    ...all.slice(0, 21),
    ...all.slice(80, 121),
    ...all.slice(179),
  ])
})

test('requestedColumns: the first columns if none is known to be in view', () => {
  const all = columns(200)
  expect(requestedColumns(all, [])).toEqual(all.slice(0, 40))
  expect(requestedColumns(all, ['gone'])).toEqual(all.slice(0, 40))
})
