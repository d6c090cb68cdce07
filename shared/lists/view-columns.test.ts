import { expect, test } from 'vitest'
import { absentColumns, absentColumnsMessage, withoutColumns } from './view-columns.ts'

const layout = {
  order: ['a', 'b'],
  settings: [
    { path: 'b', title: 'B' },
    { path: 'c', hidden: true },
  ],
}
const sort = [{ path: 'a', direction: 'ascending' as const }]
const columnsOf = (...paths: string[]) => paths.map((path) => ({ path, type: 'text' as const, filled: 1 }))

test('absentColumns: names what a view sorts by and shows, and not what it hides', () => {
  const view = { sort, columns: layout }
  expect(absentColumns(view, columnsOf('x'))).toEqual({ sort: ['a'], groups: [], chart: [], columns: ['a', 'b'] })
  expect(absentColumns(view, columnsOf('a', 'b'))).toEqual({ sort: [], groups: [], chart: [], columns: [] })
})

test('absentColumns: names what a view groups by', () => {
  const view = {
    sort: [],
    groups: [{ path: 'a' }, { path: 'b', unit: 'day' as const }],
    columns: { order: [], settings: [] },
  }
  expect(absentColumns(view, columnsOf('a')).groups).toEqual(['b'])
})

test('absentColumns: names what the chart of a view shows, and not what it would show otherwise', () => {
  const chart = {
    plan: {
      measure: { kind: 'sum' as const, path: 'amount' },
      kind: 'value' as const,
      values: { path: 'team', most: 10 },
      dates: { path: 'created', unit: 'automatic' as const },
      splitPath: 'status',
    },
    shape: 'bars' as const,
    isTable: false,
  }
  const absent = (...known: string[]) =>
    absentColumns({ sort: [], chart, columns: { order: [], settings: [] } }, columnsOf(...known)).chart
  expect(absent()).toEqual(['team', 'status', 'amount'])
  expect(absent('team', 'status', 'amount')).toEqual([])
})

test('absentColumnsMessage: names each column once, and counts those of a long list', () => {
  expect(absentColumnsMessage('V', { sort: [], groups: [], chart: [], columns: [] })).toBeUndefined()
  const start = 'View “V” uses columns that no loaded record has:'
  expect(absentColumnsMessage('V', { sort: ['a'], groups: ['d'], chart: ['c'], columns: ['a', 'b', 'c', 'd'] })).toBe(
    `${start} “a” (sort), “d” (group), “c” (chart), “b”.`,
  )
  const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  expect(absentColumnsMessage('V', { sort: [], groups: [], chart: [], columns: many })).toBe(
    `${start} “a”, “b”, “c”, “d”, “e”, 2 more.`,
  )
})

test('withoutColumns: forgets the place and the settings of a column', () => {
  expect(withoutColumns(layout, ['b'])).toEqual({ order: ['a'], settings: [{ path: 'c', hidden: true }] })
})
