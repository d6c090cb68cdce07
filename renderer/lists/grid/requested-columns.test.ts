import { expect, test } from 'vitest'
import { requestedColumns } from './requested-columns.ts'

const columns = (count: number): string[] => Array.from({ length: count }, (_, index) => `c${index}`)

test('of few columns all are asked for', () => {
  expect(requestedColumns(columns(40), ['c39'])).toEqual(columns(40))
})

test('requestedColumns: columns in view, two on each side and pinned ones, and pinned ones with their neighbours', () => {
  const all = columns(200)
  expect(requestedColumns(all, ['c100', 'c101'])).toEqual(all.slice(80, 122))
  expect(requestedColumns(all, ['c0', 'c100', 'c199'])).toEqual([
    ...all.slice(0, 21),
    ...all.slice(80, 121),
    ...all.slice(179),
  ])
})

test('the first ones are asked for until it is known which are in sight, or where those are gone', () => {
  const all = columns(200)
  expect(requestedColumns(all, [])).toEqual(all.slice(0, 40))
  expect(requestedColumns(all, ['gone'])).toEqual(all.slice(0, 40))
})
