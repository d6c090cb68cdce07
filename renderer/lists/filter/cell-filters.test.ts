import { expect, test } from 'vitest'
import { maxFilterTextLength } from '#shared/lists/list-filter.ts'
import { cellFilters, cellSearchLine } from './cell-filters.ts'

test('cellFilters: offers to filter to and exclude a value, and also ranges if it is a number or a date', () => {
  expect(cellFilters('a', { kind: 'text', text: 'x' })).toEqual([
    { label: 'Filter to “x”', filter: { path: 'a', excludes: false, condition: { kind: 'equals', text: 'x' } } },
    { label: 'Exclude “x”', filter: { path: 'a', excludes: true, condition: { kind: 'equals', text: 'x' } } },
  ])
  expect(cellFilters('a', { kind: 'number', text: '0.10' })).toHaveLength(4)
  expect(cellFilters('a', { kind: 'text', text: '2026-11-01T08:00:00Z' })).toHaveLength(4)
  // The filter line would refuse this text as a bound.
  expect(cellFilters('a', { kind: 'text', text: '2024-02-30' })).toHaveLength(2)
})

test('cellFilters: offers the filter for empty cells if the cell has no value', () => {
  for (const cell of [null, { kind: 'null', text: 'null' }, { kind: 'text', text: '' }] as const)
    expect(cellFilters('a', cell)[0]?.filter.condition).toEqual({ kind: 'empty' })
})

test('cellFilters: compares a long value in full, and offers no filter if it is too long', () => {
  const longest = 'x'.repeat(maxFilterTextLength)
  for (const kind of ['text', 'list'] as const) {
    const conditions = cellFilters('a', { kind, text: longest }).map(({ filter }) => filter.condition)
    expect(conditions).toEqual([
      { kind: 'equals', text: longest },
      { kind: 'equals', text: longest },
    ])
    expect(cellFilters('a', { kind, text: `${longest}x` })).toEqual([])
  }
})

test.each([
  ['a word', { kind: 'text', text: 'cfg-000012' }, 'cfg-000012'],
  ['text with spaces and quotes', { kind: 'text', text: 'all of "them"' }, String.raw`"all of \"them\""`],
  ['text that would be a filter', { kind: 'text', text: 'status:Failed' }, '"status:Failed"'],
  ['text that would exclude', { kind: 'text', text: '-x' }, '"-x"'],
  ['a number', { kind: 'number', text: '-0.10' }, '-0.10'],
  ['long text', { kind: 'text', text: 'x'.repeat(1000) }, 'x'.repeat(1000)],
  ['text longer than a search', { kind: 'text', text: 'x'.repeat(1001) }, undefined],
  ['empty text', { kind: 'text', text: '' }, undefined],
  ['a flag', { kind: 'boolean', text: 'true' }, undefined],
  ['a list', { kind: 'list', text: '["a"]' }, undefined],
  ['a missing field', null, undefined],
] as const)(
  'cellSearchLine: finds exactly the value, or is undefined if it can’t be searched for: %s',
  (_, cell, line) => {
    expect(cellSearchLine(cell)).toBe(line)
  },
)
