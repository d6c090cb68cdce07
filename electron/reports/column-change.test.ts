import { expect, test } from 'vitest'
import type { ColumnType } from '../../shared/model/list.ts'
import type { KnownColumn } from '../../shared/model/list-columns.ts'
import { columnDifference, isDifferent, withKnownTypes } from './column-change.ts'

const columns = (types: Readonly<Record<string, ColumnType>>): KnownColumn[] =>
  Object.entries(types).map(([path, type]) => ({ path, type }))

test('new and gone columns and other types are told apart', () => {
  const difference = columnDifference(
    columns({ id: 'text', amount: 'number', old: 'text' }),
    columns({ id: 'text', amount: 'mixed', 'owner.team': 'text' }),
  )
  expect(difference).toEqual({
    added: [{ path: 'owner.team', type: 'text' }],
    gone: [{ path: 'old', type: 'text' }],
    changed: [{ path: 'amount', from: 'number', to: 'mixed' }],
  })
})

test('another order of the columns, and values where there was only null, are no difference', () => {
  const before = columns({ a: 'text', b: 'null', c: 'number' })
  const after = columns({ c: 'null', a: 'text', b: 'boolean' })
  expect(isDifferent(columnDifference(before, after))).toBe(false)
})

test('a column that is all null in one reading keeps the type it had', () => {
  expect(withKnownTypes(columns({ a: 'null', b: 'null' }), columns({ a: 'number' }))).toEqual(
    columns({ a: 'number', b: 'null' }),
  )
})
