import { expect, test } from 'vitest'
import type { ColumnChange, KnownColumn } from '#shared/lists/list-columns.ts'
import { columnChangeMessage, columnCountMessage } from './messages.ts'

const some = (count: number): KnownColumn[] =>
  Array.from({ length: count }, (_, index) => ({ path: `p${index}`, type: 'text' }))
const change = (added: number, gone: number, changed: number): ColumnChange => ({
  since: '2026-05-01T10:00:00Z',
  added: some(added),
  gone: some(gone),
  changed: some(changed).map(({ path }) => ({ path, from: 'text', to: 'number' })),
  isPartial: false,
})

test.each([
  [change(3, 1, 0), '3 new fields, 1 removed field'],
  [change(0, 2, 0), '2 removed fields'],
  [change(1, 0, 1), '1 new field, 1 changed type'],
])('columnChangeMessage: counts the changes by kind: %#', (given, words) => {
  expect(columnChangeMessage(given)).toBe(words)
})

test('columnCountMessage: counts shown columns and matches', () => {
  expect(columnCountMessage({ all: 2000, shown: 12, found: undefined })).toBe('12 of 2,000 columns shown')
  expect(columnCountMessage({ all: 20, shown: 12, found: 1 })).toBe('1 match · 12 of 20 columns shown')
})
