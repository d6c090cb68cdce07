import { expect, test } from 'vitest'
import { cellFilters } from './cell-filters.ts'

test('a value is shown or left out; one that has an order bounds a range, too', () => {
  expect(cellFilters('a', { kind: 'text', text: 'x' })).toEqual([
    { label: 'Filter to “x”', filter: { path: 'a', excludes: false, condition: { kind: 'equals', text: 'x' } } },
    { label: 'Exclude “x”', filter: { path: 'a', excludes: true, condition: { kind: 'equals', text: 'x' } } },
  ])
  expect(cellFilters('a', { kind: 'number', text: '0.10' })).toHaveLength(4)
  expect(cellFilters('a', { kind: 'text', text: '2026-11-01T08:00:00Z' })).toHaveLength(4)
  // What the line would refuse as a bound is offered as none.
  expect(cellFilters('a', { kind: 'text', text: '2024-02-30' })).toHaveLength(2)
})

test('no value, and one of which only the beginning is here, have filters of their own', () => {
  for (const cell of [null, { kind: 'null', text: 'null' }, { kind: 'text', text: '' }] as const)
    expect(cellFilters('a', cell)[0]?.filter.condition).toEqual({ kind: 'empty' })
  expect(cellFilters('a', { kind: 'text', text: 'x'.repeat(500), cut: true })[0]?.filter.condition).toEqual({
    kind: 'contains',
    text: 'x'.repeat(200),
  })
})
