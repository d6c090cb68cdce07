import { expect, test } from 'vitest'
import type { ListView, NewReading, RunState, RunSummary } from '../../../shared/model/lists/list.ts'
import {
  buildingMessages,
  canLoadMore,
  isLoading,
  noMatchMessage,
  rateMessage,
  loadMessage,
  matchesMessage,
  searchTermText,
} from './list-messages.ts'

const run = (state: RunState, pages = 3, records = 1500): RunSummary => ({
  runId: '0b6f2b3e-0000-4000-8000-000000000000',
  list: 'reports',
  state,
  pages,
  records,
  columns: [],
  startedAt: '2026-11-20T10:00:00Z',
})
const error = { code: 'network-refused', message: 'x' } as const
const failed = (page: number, retry: boolean): RunState => ({ kind: 'failed', error, retry, page, loadsAll: true })
const waiting = { kind: 'waiting', resumesAt: '2026-11-20T10:00:00Z', reason: '' } as const

test.each<[RunState, string, boolean, boolean]>([
  [{ kind: 'idle' }, '1,500 records loaded so far; more exist.', true, false],
  [{ kind: 'loading', loadsAll: true }, '1,500 records loaded so far; loading more…', false, true],
  [waiting, '1,500 records loaded so far; waiting.', false, true],
  [{ kind: 'paused' }, '1,500 records loaded so far; paused, more exist.', true, false],
  [failed(4, true), '1,500 records loaded so far; page 4 could not be read.', true, false],
  [failed(4, false), '1,500 records loaded so far; page 4 could not be read.', false, false],
  [failed(3, true), '1,500 records loaded so far; page 3 must be read again.', true, false],
  [{ kind: 'complete' }, 'End of list: 1,500 records on 3 pages.', false, false],
])('%j', (state, words, more, underWay) => {
  expect(loadMessage(run(state))).toBe(words)
  expect(canLoadMore(run(state))).toBe(more)
  expect(isLoading(run(state))).toBe(underWay)
})

test('nothing is asked for while a new reading’s first page is awaited', () => {
  const anew = (newReading: NewReading): RunSummary => ({ ...run({ kind: 'idle' }), newReading })
  expect(canLoadMore(anew({ kind: 'loading' }))).toBe(false)
  expect(canLoadMore(anew(waiting))).toBe(false)
  expect(canLoadMore(anew({ kind: 'failed', error }))).toBe(true)
})

test('an empty list and one record have words of their own', () => {
  expect(loadMessage(run({ kind: 'complete' }, 1, 0))).toBe('The list is empty.')
  expect(loadMessage(run({ kind: 'complete' }, 1, 1))).toBe('End of list: 1 record on 1 page.')
  expect(loadMessage(run({ kind: 'loading', loadsAll: true }, 0, 0))).toBe('Loading the first page…')
})

test('one page is one page', () => {
  expect(rateMessage({ ...run({ kind: 'loading', loadsAll: true }, 1), pagesPerSecond: 2.26 })).toBe(
    '1 page, 2.3 a second; how many there are is known on the last one',
  )
  expect(rateMessage(run({ kind: 'loading', loadsAll: true }, 1200))).toBe(
    '1,200 pages; how many there are is known on the last one',
  )
})

test('a search says what it looked at', () => {
  expect(matchesMessage({ count: 1, covers: 1500 }, run({ kind: 'complete' }))).toBe('1 match in all 1,500 records.')
  expect(matchesMessage({ count: 0, covers: 1500 }, run({ kind: 'idle' }))).toBe(
    '0 matches in the 1,500 records loaded so far; more exist.',
  )
  // The last pages have come, and are being looked through.
  const behind = { count: 20, covers: 1000 }
  expect(matchesMessage(behind, run({ kind: 'complete' }))).toBe(
    '20 matches in the first 1,000 records; looking through the rest…',
  )
  expect(matchesMessage(behind, run({ kind: 'idle' }))).toBe('20 matches in the first 1,000 records; more exist.')
})

test('what is waited for is called by what changed', () => {
  const sorting = { told: 'Sorting…', cancel: 'Cancel sorting' }
  const filtering = { told: 'Filtering…', cancel: 'Cancel filtering' }
  const search = [{ text: 'x', excludes: false }]
  const plain: ListView = { search: [], filters: [], sort: [] }
  const sorted: ListView = { ...plain, sort: [{ path: 'amount', direction: 'ascending' }] }
  expect(buildingMessages(sorted, plain)).toEqual(sorting)
  expect(buildingMessages(sorted, undefined)).toEqual(sorting)
  expect(buildingMessages({ ...sorted, search }, { ...plain, search })).toEqual(sorting)
  expect(buildingMessages({ ...sorted, search }, sorted)).toEqual(filtering)
  expect(buildingMessages({ ...plain, search }, undefined)).toEqual(filtering)
})

test('that nothing matches is said of what was looked at, and how several words are taken', () => {
  const words = ['fees', 'May'].map((text) => ({ text, excludes: false }))
  expect(noMatchMessage(run({ kind: 'complete' }), 1500, words.slice(1))).toBe(
    'None of the list’s records has what is searched for.',
  )
  expect(noMatchMessage(run({ kind: 'complete' }), 1000, [])).toBe(
    'None of the first 1,000 records has what is searched for.',
  )
  expect(noMatchMessage(run({ kind: 'idle' }), 1500, [])).toBe(
    'None of the records loaded so far has what is searched for; more exist.',
  )
  expect(noMatchMessage(run({ kind: 'complete' }), 1500, words)).toBe(
    'None of the list’s records has what is searched for. Every word must occur in one of a record’s values, in whichever order.',
  )
})

test('a word that is left out is said to be', () => {
  expect(searchTermText({ text: 'fees', excludes: false })).toBe('containing “fees”')
  expect(searchTermText({ text: 'a b', excludes: true })).toBe('without “a b”')
})
