import { expect, test } from 'vitest'
import type { ListQuery, ReloadState, LoadState, DatasetSummary } from '#shared/lists/list.ts'
import {
  buildingMessages,
  canLoadMore,
  isLoading,
  noMatchMessage,
  rateMessage,
  statusMessage,
  searchTermText,
} from './list-messages.ts'

const dataset = (state: LoadState, pages = 3, records = 1500): DatasetSummary => ({
  datasetId: '0b6f2b3e-0000-4000-8000-000000000000',
  list: 'reports',
  state,
  pages,
  records,
  columns: [],
  startedAt: '2026-11-20T10:00:00Z',
})
const error = { code: 'network-refused', message: 'x' } as const
const failed = (page: number, retry: boolean): LoadState => ({ kind: 'failed', error, retry, page, loadsAll: true })
const waiting = { kind: 'waiting', resumesAt: '2026-11-20T10:00:00Z', reason: '' } as const

test.each<[LoadState, string, boolean, boolean]>([
  [{ kind: 'idle' }, '1,500 records loaded · more available', true, false],
  [{ kind: 'loading', loadsAll: true }, '1,500 records loaded · loading…', false, true],
  [waiting, '1,500 records loaded · waiting to retry', false, true],
  [{ kind: 'paused' }, '1,500 records loaded · paused · more available', true, false],
  [failed(4, true), '1,500 records loaded · page 4 failed', true, false],
  [failed(4, false), '1,500 records loaded · page 4 failed', false, false],
  [failed(3, true), '1,500 records loaded · page 3 must be reloaded', true, false],
  [{ kind: 'complete' }, 'All 1,500 records loaded', false, false],
])('statusMessage, canLoadMore: %j', (state, words, more, underWay) => {
  expect(statusMessage(dataset(state))).toBe(words)
  expect(canLoadMore(dataset(state))).toBe(more)
  expect(isLoading(dataset(state))).toBe(underWay)
})

test('canLoadMore: is false while the list is being reloaded', () => {
  const reloading = (reload: ReloadState): DatasetSummary => ({ ...dataset({ kind: 'idle' }), reload })
  expect(canLoadMore(reloading({ kind: 'loading' }))).toBe(false)
  expect(canLoadMore(reloading(waiting))).toBe(false)
  expect(canLoadMore(reloading({ kind: 'failed', error }))).toBe(true)
})

test('statusMessage: has words for an empty list and for one record', () => {
  expect(statusMessage(dataset({ kind: 'complete' }, 1, 0))).toBe('No records')
  expect(statusMessage(dataset({ kind: 'complete' }, 1, 1))).toBe('1 record loaded')
  expect(statusMessage(dataset({ kind: 'loading', loadsAll: true }, 0, 0))).toBe('Loading the first page…')
  expect(statusMessage(dataset({ kind: 'idle' }, 0, 0))).toBe('Nothing loaded yet')
  expect(statusMessage(dataset(failed(1, true), 0, 0))).toBe('Page 1 failed')
})

test('rateMessage: has no total', () => {
  expect(rateMessage({ ...dataset({ kind: 'loading', loadsAll: true }, 1), pagesPerSecond: 2.26 })).toBe(
    'Page 1 · 2.3 pages/s · total unknown',
  )
  expect(rateMessage(dataset({ kind: 'loading', loadsAll: true }, 1200))).toBe('Page 1,200 · total unknown')
})

test('statusMessage: says how many records a search covers', () => {
  const message = (count: number, covers: number, state: LoadState): string =>
    statusMessage(dataset(state), { count, covers })
  expect(message(1, 1500, { kind: 'complete' })).toBe('1 of 1,500 records matches')
  expect(message(0, 1500, { kind: 'idle' })).toBe('0 of 1,500 loaded records match · more available')
  // The latest pages are still being searched.
  expect(message(20, 1000, { kind: 'complete' })).toBe(
    '20 of the first 1,000 records match · 1,500 records loaded · searching…',
  )
  expect(message(20, 1000, { kind: 'idle' })).toBe(
    '20 of the first 1,000 records match · 1,500 records loaded · more available',
  )
})

test('buildingMessages: name what changed', () => {
  const sorting = { message: 'Sorting…', cancel: 'Cancel sorting' }
  const filtering = { message: 'Filtering…', cancel: 'Cancel filtering' }
  const search = [{ text: 'x', excludes: false }]
  const plain: ListQuery = { search: [], filters: [], sort: [] }
  const sorted: ListQuery = { ...plain, sort: [{ path: 'amount', direction: 'ascending' }] }
  expect(buildingMessages(sorted, plain)).toEqual(sorting)
  expect(buildingMessages(sorted, undefined)).toEqual(sorting)
  expect(buildingMessages({ ...sorted, search }, { ...plain, search })).toEqual(sorting)
  expect(buildingMessages({ ...sorted, search }, sorted)).toEqual(filtering)
  expect(buildingMessages({ ...plain, search }, undefined)).toEqual(filtering)
})

test('noMatchMessage: says which records were searched, and how several words are taken', () => {
  const words = ['fees', 'May'].map((text) => ({ text, excludes: false }))
  expect(noMatchMessage(dataset({ kind: 'complete' }), 1500, words.slice(1))).toBe('No records match your search.')
  expect(noMatchMessage(dataset({ kind: 'complete' }), 1000, [])).toBe(
    'None of the first 1,000 records match your search.',
  )
  expect(noMatchMessage(dataset({ kind: 'idle' }), 1500, [])).toBe(
    'No loaded records match your search. More records are available.',
  )
  expect(noMatchMessage(dataset({ kind: 'complete' }), 1500, words)).toBe(
    'No records match your search. A record must contain every word, in any order.',
  )
})

test('searchTermText: says if a word is excluded', () => {
  expect(searchTermText({ text: 'fees', excludes: false })).toBe('containing “fees”')
  expect(searchTermText({ text: 'a b', excludes: true })).toBe('without “a b”')
})
