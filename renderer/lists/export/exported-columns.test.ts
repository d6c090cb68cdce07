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

describe('the columns of the table', () => {
  test('stand as they are arranged: pinned left, free, pinned right, without hidden ones, by the person’s names', () => {
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

  test('of the same name are distinguished by their paths; a column named by its path stays as it is', () => {
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

test('records without members have a name of their own beside a member that is called like them', () => {
  const arranged = arrangeColumns([...columns, { path: '(value)', type: 'text', filled: 1 }], plainLayout)
  expect(exportedColumns(arranged).slice(-2)).toEqual([
    { path: '', name: '(value) 2' },
    { path: '(value)', name: '(value)' },
  ])
})

describe('their description', () => {
  const words = (layout: Partial<ColumnLayout>): string => {
    const arranged = arrangeColumns(columns, { ...plainLayout, ...layout })
    return exportedColumnsMessage(arranged, exportedColumns(arranged))
  }

  test('is how many they are, and that values are not changed', () => {
    expect(words({})).toBe(
      '5 visible columns, in table order, under your names. Values are raw: local time and thousands separators are not exported.',
    )
  })

  test('says how columns of the same name are distinguished', () => {
    expect(words({ settings: [{ path: 'owner.name', title: 'Name' }] })).toContain(
      'Duplicate names get their path: “Name (owner.name)”.',
    )
  })
})
