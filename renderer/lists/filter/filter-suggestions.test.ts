import { expect, test } from 'vitest'
import type { Column } from '#shared/lists/list.ts'
import {
  exampleFilters,
  isNamePrefix,
  suggestColumns,
  suggestValues,
  writingAt,
  type Suggestion,
} from './filter-suggestions.ts'

const columns: Column[] = [
  { path: 'status', type: 'text', filled: 1 },
  { path: 'owner.team', type: 'text', filled: 1 },
  { path: 'owner.status', type: 'text', filled: 1 },
  { path: 'two words', type: 'text', filled: 1 },
  { path: 'at', type: 'datetime', filled: 1 },
]

function namesFor(line: string, cursor = line.length): Suggestion[] {
  const writing = writingAt(line, cursor, columns)
  return writing.kind === 'name' ? suggestColumns(writing, columns) : []
}

test('suggestColumns: matches the beginning of names first, then the rest', () => {
  expect(namesFor('free te').map(({ text, start, end }) => [text, start, end])).toEqual([['team:', 5, 7]])
  expect(namesFor('-STAT').map(({ text }) => text)).toEqual(['-status:', '-owner.status:'])
  expect(namesFor('owner').map(({ label }) => label)).toEqual(['owner.status', 'team'])
  expect(namesFor('two').map(({ text }) => text)).toEqual(['"two words":'])
  expect(namesFor('te more', 2).map(({ text }) => text)).toEqual(['team:'])
  expect(namesFor('te ')).toEqual([])
  expect(namesFor('"te')).toEqual([])
})

test.each([
  ['{"status":"Completed","amount":59913.63,"n":1}', 'status:Completed amount>=59913'],
  ['{"status":"3 of 4","note":"Über","n":7}', 'note:Über n>=7'],
  ['{"status":"Errored","amount":null}', 'status:Errored'],
  ['{"status":"empty","amount":-0.5,"n":1}', 'amount>=-1'],
  ['{"n":1e300}', ''],
])('exampleFilters: returns filters that find the record: %s', (record, example) => {
  const named = [
    ...(['status', 'note'] as const).map((path) => ({ path, type: 'text' as const })),
    ...(['n', 'amount'] as const).map((path) => ({ path, type: 'number' as const })),
  ]
  expect(exampleFilters(record, named)).toBe(example)
})

test('exampleFilters: prefers a state and a date', () => {
  const named = [
    { path: 'type', type: 'text' },
    { path: 'status', type: 'text' },
    { path: 'amount', type: 'number' },
    { path: 'createdAt', type: 'datetime' },
  ] as const
  const record = '{"type":"FEES","status":"Errored","amount":5.5,"createdAt":"2026-11-20T10:00:00Z"}'
  expect(exampleFilters(record, named)).toBe('status:Errored createdAt:last week')
})

test('isNamePrefix: a typed text is the prefix of a name until it is longer', () => {
  const isPrefix = (line: string): boolean => isNamePrefix(writingAt(line, line.length, columns), columns)
  expect(['st', 'free stat', '-status', 'tea', 'two'].map(isPrefix)).toEqual([true, true, true, true, true])
  expect(['', 'statuses', 'eam', 'status:', 'status ', '"st'].map(isPrefix)).toEqual(Array(6).fill(false))
})

test('suggestColumns: finds a column by the person’s name and by its path', () => {
  const named = columns.map((column) => ({
    ...column,
    title: { status: 'State of it', 'owner.team': 'Gruppe', 'owner.status': 'gruppe' }[column.path] ?? column.path,
  }))
  const suggested = (line: string): Suggestion[] => {
    const writing = writingAt(line, line.length, named)
    return writing.kind === 'name' ? suggestColumns(writing, named) : []
  }
  expect(suggested('stat').map(({ text }) => text)).toEqual(['"State of it":', 'gruppe:'])
  expect(suggested('-state')).toMatchObject([{ text: '-"State of it":', label: 'State of it', remark: 'status, text' }])
  // They differ in case.
  expect(suggested('grupp').map(({ text, label, remark }) => [text, label, remark])).toEqual([
    ['Gruppe:', 'Gruppe', 'owner.team, text'],
    ['gruppe:', 'gruppe', 'owner.status, text'],
  ])
  const writing = writingAt('Gruppe:T', 8, named)
  if (writing.kind === 'value')
    expect(suggestValues(writing, [{ text: 'T 1', count: 1 }], named)).toMatchObject([{ text: 'Gruppe:"T 1" ' }])
  expect(writing).toMatchObject({ kind: 'value', path: 'owner.team' })
})

test('suggestValues: suggests values of the named column, written as the filter line takes them', () => {
  const writing = writingAt('x -team:"T', 10, columns)
  expect(writing).toMatchObject({ kind: 'value', path: 'owner.team', beginning: 'T' })
  if (writing.kind !== 'value') return
  const values = [
    { text: 'T1', count: 1234 },
    { text: 'T 2', count: 1 },
  ]
  expect(suggestValues(writing, values, columns)).toEqual([
    { text: '-team:T1 ', start: 2, end: 10, label: 'T1', remark: '1,234' },
    { text: '-team:"T 2" ', start: 2, end: 10, label: 'T 2', remark: '1' },
  ])
  const open = writingAt('team:', 5, columns)
  if (open.kind === 'value') expect(suggestValues(open, [], columns)).toMatchObject([{ text: 'team:empty ' }])
  // However it is written that a column has a value.
  const unlike = writingAt('team!=T', 7, columns)
  expect(unlike).toMatchObject({ kind: 'value', path: 'owner.team', beginning: 'T' })
  if (unlike.kind === 'value') expect(suggestValues(unlike, values, columns)).toMatchObject([{ text: 'team!=T1 ' }, {}])
  expect(writingAt('nothing=x', 9, columns)).toEqual({ kind: 'nothing' })
  expect(writingAt('nothing:x', 9, columns)).toEqual({ kind: 'nothing' })
  expect(writingAt('team>5', 6, columns)).toEqual({ kind: 'nothing' })
})

test.each([
  ['at:', ['today', 'yesterday', 'this week', 'last week', 'this month', 'last month', 'last 7d', 'last 24h']],
  ['at:To', ['today']],
  ['at:last ', ['last week', 'last month', 'last 7d', 'last 24h']],
  ['at:last  we', ['last week']],
  ['status:to', []],
])('suggestValues: periods for a column of dates, after “%s”', (line, periods) => {
  const typed = writingAt(line, line.length, columns)
  if (typed.kind !== 'value') throw new Error('No value is typed.')
  const suggested = suggestValues(typed, [], columns).filter(({ label }) => label !== 'empty')
  expect(suggested.map(({ text, end }) => [text, end])).toEqual(periods.map((period) => [`at:${period} `, line.length]))
})
