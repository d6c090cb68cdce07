import { expect, test } from 'vitest'
import { plainLayout, type ColumnLayout } from '#shared/lists/list-columns.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import { requestedPaths } from '../grid/requested-columns.ts'
import { arrangeColumns } from '../model/column-layout.ts'
import {
  differenceColumns,
  differenceFilters,
  differenceLayout,
  filteredColumns,
  filteredPath,
  kindOf,
  lineFilters,
  newestRecord,
  suggestedPath,
} from './difference-columns.ts'

const paths = ['change', 'id', 'fields', 'before.key', 'before.n', 'after.key', 'after.n', 'after.new', 'after.change']

function visible(shownPaths?: readonly string[], layout: ColumnLayout = plainLayout): Record<string, string> {
  const arranged = arrangeColumns(
    paths.map((path) => ({ path, type: 'text', filled: 1 })),
    layout,
  )
  const columns = differenceColumns(arranged, 'key', shownPaths && new Set(shownPaths))
  return Object.fromEntries(columns.flatMap(({ isHidden, path, title }) => (isHidden ? [] : [[path, title]])))
}

test('differenceColumns: has one column for each field, under its own name, and the identifier', () => {
  expect(visible()).toEqual({
    change: 'change',
    id: 'key',
    'after.n': 'n',
    'after.new': 'new',
    // The name that a column of the difference itself has is not used twice.
    'after.change': 'after.change',
  })
})

test('differenceColumns: shows only fields that changed, on request', () => {
  expect(visible(['change', 'id', 'fields', 'before.n'])).toEqual({
    ...{ change: 'change', id: 'key' },
    'after.n': 'n',
  })
})

test('differenceColumns: keeps a column renamed or hidden', () => {
  const settings = [
    { path: 'after.n', title: 'Number' },
    { path: 'after.new', hidden: true },
  ]
  expect(visible(undefined, { order: [], settings })).toMatchObject({ 'after.n': 'Number' })
  expect(visible(undefined, { order: [], settings })).not.toHaveProperty('after.new')
})

test('requestedPaths: include both sides of a field, and the kind of difference', () => {
  const arranged = arrangeColumns(
    ['id', 'before.n', 'after.n', 'after.m'].map((path) => ({ path, type: 'number', filled: 1 })),
    plainLayout,
  )
  const drawn = differenceColumns(arranged, 'key', undefined)
  const paths = ['id', 'after.n', 'change', 'before.n', 'after.m']
  expect(requestedPaths(drawn, ['id', 'after.n', 'after.m'])).toEqual(paths)
})

const compared = [
  'change',
  'id',
  'fields',
  'before.n',
  'after.n',
  'record.key',
  'record.name',
  'record.n',
  'before.status',
]

function arrangedAs(layout: ColumnLayout): ReturnType<typeof differenceColumns> {
  const columns = compared.map((path) => ({ path, type: 'text' as const, filled: 1 }))
  return differenceColumns(arrangeColumns(columns, layout), 'key', new Set(['before.n', 'after.n']))
}

test('differenceLayout: a record’s identifier, name and status stay in view, also if they did not change', () => {
  const layout = differenceLayout(
    compared.map((path) => ({ path, type: 'text', filled: 1 })),
    'key',
  )
  const shown = arrangedAs(layout).filter(({ isHidden }) => !isHidden)
  expect(shown.map(({ title, pinned }) => [title, pinned])).toEqual([
    ['change', 'left'],
    ['key', 'left'],
    ['name', 'left'],
    ['status', 'left'],
    ['n', undefined],
  ])
})

test('filteredColumns: names the fields of the records, and each of the two sides', () => {
  const names = filteredColumns(arrangedAs(plainLayout)).map(({ path }) => path)
  expect(names).toEqual([
    ...['n', 'key', 'name', 'status'],
    ...['change', 'id', 'before.n', 'after.n', 'before.status'],
  ])
})

test('differenceFilters: a field means the newer record, a side only itself', () => {
  const filter = (path: string): ColumnFilter => ({ path, excludes: false, condition: { kind: 'empty' } })
  expect(differenceFilters(undefined)([filter('status'), filter('before.status'), filter('change')])).toEqual([
    { ...filter('status'), newest: true },
    filter('before.status'),
    filter('change'),
  ])
  expect(['after.status', 'record.owner.team', 'before.status', 'change', 'after.change'].map(filteredPath)).toEqual([
    ...['status', 'owner.team', 'before.status', 'change', 'after.change'],
  ])
  const columns = [{ path: 'before.gone' }, { path: 'after.status' }]
  expect(['status', 'gone', 'after.status'].map((path) => suggestedPath(path, columns))).toEqual([
    ...['after.status', 'before.gone', 'after.status'],
  ])
})

test('lineFilters: are the filters that were made the dataset’s, without their kind', () => {
  const filters: ColumnFilter[] = [
    { path: 'status', excludes: false, condition: { kind: 'empty' } },
    { path: 'change', excludes: true, condition: { kind: 'equals', text: 'added' } },
  ]
  expect(kindOf(differenceFilters(undefined)(filters))).toBeUndefined()
  for (const kind of [undefined, 'added', 'gone', 'changed'] as const) {
    const ofDataset = differenceFilters(kind)(filters)
    expect(kindOf(ofDataset)).toBe(kind)
    expect(lineFilters(ofDataset)).toEqual(filters)
  }
})

test('newestRecord: is the newer version, or the older one of a removed record', () => {
  const records = [
    { change: 'changed', before: { s: 1 }, after: { s: 2 }, record: { s: 2, t: 3 } },
    { change: 'added', after: { s: 4 } },
    { change: 'gone', before: { s: 5 } },
  ]
  expect(records.map((each) => newestRecord(JSON.stringify(each)))).toEqual(['{"s":2,"t":3}', '{"s":4}', '{"s":5}'])
})
