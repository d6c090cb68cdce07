import { expect, test } from 'vitest'
import type { ChartGroup, TableGroups } from '#shared/lists/list-analysis.ts'
import { GroupedRows } from './grouped-rows.ts'

const value = (text: string): ChartGroup => ({ kind: 'value', value: { kind: 'text', text } })
const keyOf = (text: string): string => JSON.stringify(['text', text])

/** @param groups level, value and number of records of each */
function tableOf(
  levels: number,
  groups: readonly (readonly [level: number, text: string, records: number])[],
): TableGroups {
  return {
    covers: 100,
    levels: Array.from({ length: levels }, () => ({ hasLists: false })),
    groups: groups.map(([level, text, records]) => ({ level, group: value(text), records, sums: [] })),
  }
}

const one = tableOf(1, [
  [1, 'a', 3],
  [1, 'b', 2],
  [1, 'c', 4],
])
const two = tableOf(2, [
  [1, 'a', 3],
  [2, 'x', 1],
  [2, 'y', 2],
  [1, 'b', 2],
  [2, 'x', 2],
])

/** The rows of a table: a group as its number with its sign, a record as its row in the query. */
const rows = (grouped: GroupedRows): string =>
  Array.from({ length: grouped.rowCount }, (_, row) => {
    const place = grouped.at(row)
    if (place?.kind === 'record') return String(place.row)
    return place === undefined ? '?' : `${place.isOpen ? '-' : '+'}${place.group}`
  }).join(' ')

test('GroupedRows: shows only groups while they are closed, and the records of those that are open', () => {
  expect(rows(new GroupedRows(one, new Set()))).toBe('+0 +1 +2')
  expect(rows(new GroupedRows(one, new Set([keyOf('b')])))).toBe('+0 -1 3 4 +2')
  expect(new GroupedRows(one, new Set()).at(3)).toBeUndefined()
})

test('GroupedRows: the groups within a group show once it is open, and stay open while it is closed', () => {
  const inner = `${keyOf('a')} ${keyOf('y')}`
  expect(rows(new GroupedRows(two, new Set([inner])))).toBe('+0 +3')
  expect(rows(new GroupedRows(two, new Set([keyOf('a')])))).toBe('-0 +1 +2 +3')
  expect(rows(new GroupedRows(two, new Set([keyOf('a'), inner])))).toBe('-0 +1 -2 1 2 +3')
})

test('GroupedRows: a range stands for the records of its closed groups, and not twice for those of open ones', () => {
  const grouped = new GroupedRows(one, new Set([keyOf('b')]))
  expect(grouped.span(0, 0)).toEqual({ first: 0, count: 3 })
  expect(grouped.span(1, 1)).toEqual({ first: 3, count: 0 })
  expect(grouped.span(0, 2)).toEqual({ first: 0, count: 4 })
  expect(grouped.span(2, 4)).toEqual({ first: 3, count: 6 })
  const both = new GroupedRows(two, new Set([keyOf('a')]))
  expect(both.span(0, 1)).toEqual({ first: 0, count: 1 })
  expect(both.span(3, 3)).toEqual({ first: 3, count: 2 })
})

test('GroupedRows: only records in view are visible, without those of closed groups between them', () => {
  const grouped = new GroupedRows(one, new Set([keyOf('a'), keyOf('c')]))
  expect(rows(grouped)).toBe('-0 0 1 2 +1 -2 5 6 7 8')
  expect(grouped.visible(2, 7)).toEqual([
    { first: 1, count: 2 },
    { first: 5, count: 2 },
  ])
  expect(grouped.visible(4, 5)).toEqual([])
})

test('GroupedRows: finds the row of a record, or the closed group that hides it', () => {
  const grouped = new GroupedRows(one, new Set([keyOf('b')]))
  expect(grouped.rowOf(4)).toEqual({ row: 3, closed: [] })
  expect(grouped.rowOf(6)).toEqual({ row: 4, closed: [keyOf('c')] })
  const inner = `${keyOf('a')} ${keyOf('y')}`
  expect(new GroupedRows(two, new Set()).rowOf(2)).toEqual({ row: 0, closed: [keyOf('a')] })
  expect(new GroupedRows(two, new Set([keyOf('a')])).rowOf(2)).toEqual({ row: 2, closed: [inner] })
})

test('GroupedRows: are of rows with their count and coverage, and of no others', () => {
  const grouped = new GroupedRows(two, new Set())
  expect(grouped.isOf({ count: 5, covers: 100 })).toBe(true)
  expect(grouped.isOf({ count: 4, covers: 100 })).toBe(false)
  expect(grouped.isOf({ count: 5, covers: 101 })).toBe(false)
})
