import { describe, expect, test } from 'vitest'
import { plainLayout, type ColumnLayout } from '#shared/lists/list-columns.ts'
import type { Column } from '#shared/lists/list.ts'
import { arrangeColumns } from '../model/column-layout.ts'
import { exportedColumns, exportedColumnsMessage } from './exported-columns.ts'

const columns = ['id', 'name', 'owner.name', 'owner.team', ''].map((path): Column => ({
  path,
  type: 'text',
  filled: 1,
}))

function saved(layout: Partial<ColumnLayout>): { path: string; name: string }[] {
  return exportedColumns(arrangeColumns(columns, { ...plainLayout, ...layout }))
}

describe('exportedColumns', () => {
  test('exportedColumns: have the table’s order and the person’s names, without hidden ones', () => {
    expect(
      saved({
        order: ['owner.team', 'name', 'id'],
        settings: [
          { path: 'name', pinned: 'right' },
          { path: 'owner.name', pinned: 'left', title: 'Owner' },
          { path: 'id', hidden: true },
        ],
      }),
    ).toEqual([
      { path: 'owner.name', name: 'Owner' },
      { path: 'owner.team', name: 'owner.team' },
      { path: '', name: '(value)' },
      { path: 'name', name: 'name' },
    ])
  })

  test('exportedColumns: adds paths to duplicate names, but not to a name that is the column’s path', () => {
    const titled = (titles: Record<string, string>): string[] =>
      saved({ settings: Object.entries(titles).map(([path, title]) => ({ path, title })) }).map(({ name }) => name)
    expect(titled({ 'owner.name': 'Name' })).toEqual(['id', 'name', 'Name (owner.name)', 'owner.team', '(value)'])
    expect(titled({ 'owner.name': 'Who', 'owner.team': 'who' }).slice(2, 4)).toEqual([
      'Who (owner.name)',
      'who (owner.team)',
    ])
    expect(titled({ id: 'name (owner.name)', 'owner.name': 'name' })).toEqual([
      ...['name (owner.name)', 'name', 'name (owner.name) 2', 'owner.team', '(value)'],
    ])
    // Many readers of tables take letters for the same in either case.
    expect(titled({ id: 'NAME (OWNER.NAME)', 'owner.name': 'name' })).toEqual([
      ...['NAME (OWNER.NAME)', 'name', 'name (owner.name) 2', 'owner.team', '(value)'],
    ])
    expect(titled({ '': 'ID' }).at(-1)).toBe('ID ((value))')
  })
})

test('exportedColumns: adds the path to a title that is a hidden field’s', () => {
  const settings = [
    { path: 'id', hidden: true },
    { path: 'name', title: 'id' },
  ]
  expect(saved({ settings })[0]).toEqual({ path: 'name', name: 'id (name)' })
})

test('exportedColumns: names records that are not objects differently from a field of that name', () => {
  const arranged = arrangeColumns([...columns, { path: '(value)', type: 'text', filled: 1 }], plainLayout)
  expect(exportedColumns(arranged).slice(-2)).toEqual([
    { path: '', name: '(value) 2' },
    { path: '(value)', name: '(value)' },
  ])
})

describe('exportedColumnsMessage', () => {
  const words = (layout: Partial<ColumnLayout>): string => {
    const arranged = arrangeColumns(columns, { ...plainLayout, ...layout })
    return exportedColumnsMessage(arranged, exportedColumns(arranged))
  }

  test('exportedColumnsMessage: counts the columns and says that values are raw', () => {
    expect(words({})).toBe(
      '5 visible columns, in table order, under your names. Values are raw: local time and thousands separators are not exported.',
    )
  })

  test('exportedColumnsMessage: says how duplicate names are distinguished', () => {
    expect(words({ settings: [{ path: 'owner.name', title: 'Name' }] })).toContain(
      'Duplicate names get their path: “Name (owner.name)”.',
    )
  })
})
