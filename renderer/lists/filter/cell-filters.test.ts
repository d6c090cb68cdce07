import { expect, test } from 'vitest'
import { cellFilters, cellSearchLine } from './cell-filters.ts'

test('cellFilters: show or exclude a value, and bound a range if it has an order', () => {
  expect(cellFilters('a', { kind: 'text', text: 'x' })).toEqual([
    { label: 'Filter to “x”', filter: { path: 'a', excludes: false, condition: { kind: 'equals', text: 'x' } } },
    { label: 'Exclude “x”', filter: { path: 'a', excludes: true, condition: { kind: 'equals', text: 'x' } } },
  ])
  expect(cellFilters('a', { kind: 'number', text: '0.10' })).toHaveLength(4)
  expect(cellFilters('a', { kind: 'text', text: '2026-11-01T08:00:00Z' })).toHaveLength(4)
  // What the line would refuse as a bound is offered as none.
  expect(cellFilters('a', { kind: 'text', text: '2024-02-30' })).toHaveLength(2)
})

test('cellFilters: an empty value and a cut one have filters of their own', () => {
  for (const cell of [null, { kind: 'null', text: 'null' }, { kind: 'text', text: '' }] as const)
    expect(cellFilters('a', cell)[0]?.filter.condition).toEqual({ kind: 'empty' })
  expect(cellFilters('a', { kind: 'text', text: 'x'.repeat(500), cut: true })[0]?.filter.condition).toEqual({
    kind: 'contains',
    text: 'x'.repeat(200),
  })
})

test.each([
  ['a word', { kind: 'text', text: 'cfg-000012' }, 'cfg-000012'],
  ['text with spaces and quotes', { kind: 'text', text: 'all of "them"' }, String.raw`"all of \"them\""`],
  ['text that would be a filter', { kind: 'text', text: 'status:Failed' }, '"status:Failed"'],
  ['text that would exclude', { kind: 'text', text: '-x' }, '"-x"'],
  ['a number', { kind: 'number', text: '-0.10' }, '-0.10'],
  ['the beginning of long text', { kind: 'text', text: `${'x'.repeat(199)}🙂`, cut: true }, 'x'.repeat(199)],
  ['empty text', { kind: 'text', text: '' }, undefined],
  ['a flag', { kind: 'boolean', text: 'true' }, undefined],
  ['a list', { kind: 'list', text: '["a"]' }, undefined],
  ['a missing field', null, undefined],
] as const)('cellSearchLine: searches for exactly the value, if it is %s', (_, cell, line) => {
  expect(cellSearchLine(cell)).toBe(line)
})
