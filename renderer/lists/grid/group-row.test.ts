import { expect, test } from 'vitest'
import type { TableGroups } from '#shared/lists/list-analysis.ts'
import { arrangeColumns } from '../model/column-layout.ts'
import { groupedColumns, groupRow, ungroupedOrder } from './group-row.ts'
import { cellOf } from './record-columns.ts'

const columns = arrangeColumns(
  ['id', 'team', 'amount', 'fee'].map((path) => ({ path, type: 'text' as const, filled: 1 })),
  { order: [], settings: [{ path: 'team', hidden: true }] },
)
const shown = columns.filter(({ isHidden }) => !isHidden)
const groups = [{ path: 'team' }]

const table: TableGroups = {
  covers: 1500,
  levels: [{ hasLists: false }],
  groups: [
    {
      level: 1,
      group: { kind: 'value', value: { kind: 'text', text: 'Risk' } },
      records: 1500,
      sums: [
        [
          { currency: 'EUR', sum: '90071992547409930.5' },
          { currency: '', sum: '-2' },
        ],
        [{ currency: 'JPY' }],
      ],
    },
  ],
}
const sums = { table, columns: [{ path: 'amount' }, { path: 'fee' }] }
const place = { kind: 'group' as const, group: 0, key: 'k', isOpen: false }

test('groupRow: has its value with the number of records, and sums of each currency with all digits', () => {
  const drawn = groupedColumns(columns, shown, groups)
  const row = groupRow(table, place, sums, { groups, drawn, isPart: false })
  const texts = drawn.map(({ path }) => (row === undefined ? undefined : cellOf(row, path)?.text))
  expect(texts).toEqual(['Risk · 1,500', undefined, 'EUR 90,071,992,547,409,930.5 · -2', 'JPY too large to add'])
  expect(row?.group).toMatchObject({ level: 1, isOpen: false, path: 'team', currencies: new Map([['amount', 2]]) })
  const part = groupRow(table, place, undefined, { groups, drawn, isPart: true })
  expect(part?.texts).toEqual(['Risk · 1,500 so far', '', '', ''])
})

test('groupedColumns: the groups come first and pinned, also hidden ones, and the first column is no longer pinned', () => {
  expect(groupedColumns(columns, shown, groups).map(({ path, pinned }) => [path, pinned])).toEqual([
    ['team', 'left'],
    ['id', undefined],
    ['amount', undefined],
    ['fee', undefined],
  ])
  expect(groupedColumns(columns, shown, [])).toBe(shown)
})

test('ungroupedOrder: columns moved in a grouped table leave those of its groups where they were', () => {
  const all = columns.map((column) => ({ ...column, isHidden: false }))
  expect(ungroupedOrder(['team', 'fee', 'id', 'amount'], all, groups)).toEqual(['fee', 'team', 'id', 'amount'])
  expect(ungroupedOrder(['fee', 'id', 'amount'], shown, groups)).toEqual(['fee', 'id', 'amount'])
})
