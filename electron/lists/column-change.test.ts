import { expect, test } from 'vitest'
import type { KnownColumn } from '#shared/lists/list-columns.ts'
import type { ColumnType } from '#shared/lists/list.ts'
import { maxDataColumns } from '../records/columns/schema-tree.ts'
import { columnDifference, isDifferent, withKnownTypes } from './column-change.ts'

const columns = (types: Readonly<Record<string, ColumnType>>): KnownColumn[] =>
  Object.entries(types).map(([path, type]) => ({ path, type }))

test('columnDifference: distinguishes new columns, removed columns and changed types', () => {
  const difference = columnDifference(
    columns({ id: 'text', amount: 'number', old: 'text' }),
    columns({ id: 'text', amount: 'mixed', 'owner.team': 'text' }),
  )
  expect(difference).toEqual({
    added: [{ path: 'owner.team', type: 'text' }],
    gone: [{ path: 'old', type: 'text' }],
    changed: [{ path: 'amount', from: 'number', to: 'mixed' }],
    isPartial: false,
  })
})

test('columnDifference: no field is new or removed because a load reached the column limit', () => {
  const fields = (first: number, count: number): KnownColumn[] =>
    Array.from({ length: count }, (_, each) => ({ path: `f${first + each}`, type: 'text' }))
  // The same 2,500 fields in another order.
  expect(isDifferent(columnDifference(fields(0, maxDataColumns), fields(500, maxDataColumns)))).toBe(false)
  const more = columnDifference(fields(0, 10), fields(5, maxDataColumns))
  expect(more).toMatchObject({ gone: [], isPartial: true })
  expect(more.added).toHaveLength(maxDataColumns - 5)
  const fewer = columnDifference(fields(5, maxDataColumns), fields(0, 10))
  expect(fewer).toMatchObject({ added: [], isPartial: true })
  expect(fewer.gone).toHaveLength(maxDataColumns - 5)
})

test('columnDifference: ignores the order of columns, and values that replace nulls', () => {
  const before = columns({ a: 'text', b: 'null', c: 'number' })
  const after = columns({ c: 'null', a: 'text', b: 'boolean' })
  expect(isDifferent(columnDifference(before, after))).toBe(false)
})

test('withKnownTypes: a column that is all null in one load keeps its type', () => {
  expect(withKnownTypes(columns({ a: 'null', b: 'null' }), columns({ a: 'number' }))).toEqual(
    columns({ a: 'number', b: 'null' }),
  )
})
