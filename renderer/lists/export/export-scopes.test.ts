import { expect, test } from 'vitest'
import type { ListQuery, DatasetSummary } from '#shared/lists/list.ts'
import { exportScopes, defaultScope } from './export-scopes.ts'

const summary: DatasetSummary = {
  datasetId: '0b6f2b3e-0000-4000-8000-000000000000',
  list: 'reports',
  state: { kind: 'complete' },
  pages: 25,
  records: 12_500,
  columns: [],
  startedAt: '2026-11-20T10:00:00Z',
}
const everything: ListQuery = { search: [], filters: [], sort: [] }
const searched: ListQuery = { search: [{ text: 'fees', excludes: false }], filters: [], sort: [] }

test('exportScopes: has one choice if the table shows everything', () => {
  expect(exportScopes({ summary, query: everything, count: 12_500, selected: [] })).toMatchObject([
    { which: 'all', label: 'All 12,500 records' },
  ])
})

test('exportScopes: offers all, filtered and selected records', () => {
  const answers = exportScopes({ summary, query: searched, count: 431, selected: [7, 3] })
  expect(answers.map(({ label }) => label)).toEqual([
    'All 12,500 records',
    'Filtered records (431)',
    'Selected records (2)',
  ])
})

test('exportScopes: does not show an unknown number of records', () => {
  const labels = (query: ListQuery): string[] =>
    exportScopes({ summary, query, count: undefined, selected: [] }).map(({ label }) => label)
  expect(labels(searched)).toEqual(['All 12,500 records', 'Filtered records'])
  const sorted: ListQuery = { ...everything, sort: [{ path: 'id', direction: 'descending' }] }
  expect(labels(sorted)).toEqual(['All 12,500 records', 'Same records, in table order'])
})

test('exportScopes: selected records are saved in table order, whatever order they were selected in', () => {
  const selected = (query: ListQuery): unknown => exportScopes({ summary, query, count: 431, selected: [7, 3] }).at(-1)
  expect(selected(searched)).toMatchObject({
    description: 'In table order; records that the table does not show come last.',
    chosen: { kind: 'selected', positions: [7, 3], query: searched },
  })
  expect(selected(everything)).toMatchObject({ description: 'In the order received.' })
})

test('exportScopes: counts one filtered record', () => {
  const one = exportScopes({ summary: { ...summary, records: 2 }, query: searched, count: 1, selected: [] })
  expect(one.at(-1)?.label).toBe('Filtered records (1)')
})

test('exportScopes: promises only loaded records', () => {
  const loading: DatasetSummary = { ...summary, state: { kind: 'idle' } }
  const sorted: ListQuery = { search: [], filters: [], sort: [{ path: 'id', direction: 'descending' }] }
  expect(exportScopes({ summary: loading, query: sorted, count: 12_500, selected: [] })).toMatchObject([
    { label: 'All 12,500 loaded records' },
    { label: 'Same records, in table order' },
  ])
})

test('defaultScope: is the selection for several records, but not for one that is only viewed', () => {
  const query = { ...everything, search: [{ text: 'x', excludes: true }] }
  expect(defaultScope(exportScopes({ summary, query, count: 431, selected: [7] }))?.which).toBe('query')
  expect(defaultScope(exportScopes({ summary, query: everything, count: 12_500, selected: [7] }))?.which).toBe('all')
  expect(defaultScope(exportScopes({ summary, query, count: 431, selected: [7, 3] }))?.which).toBe('selected')
})
