import { expect, test } from 'vitest'
import type { ChartGroup } from '#shared/lists/list-analysis.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import { groupFilters, valueFilters } from './value-filters.ts'

const named: ChartGroup = { kind: 'value', value: { kind: 'number', text: '1.50' } }

test('a value, a stretch of time and what is empty can be filtered by', () => {
  expect(groupFilters('a', named, [named], false)).toEqual([
    { path: 'a', excludes: false, condition: { kind: 'equals', text: '1.50' } },
  ])
  expect(groupFilters('a', { kind: 'time', from: '2026-01-01', to: '2026-01-02' }, [], false)).toEqual([
    {
      path: 'a',
      excludes: false,
      condition: {
        kind: 'range',
        from: { value: '2026-01-01', inclusive: true },
        to: { value: '2026-01-02', inclusive: false },
      },
    },
  ])
  expect(groupFilters('a', { kind: 'empty' }, [], false)).toEqual([
    { path: 'a', excludes: false, condition: { kind: 'empty' } },
  ])
})

test('the others are the filled ones with none of the named values', () => {
  expect(groupFilters('a', { kind: 'others' }, [named, { kind: 'others' }], false)).toEqual([
    { path: 'a', excludes: true, condition: { kind: 'one-of', texts: ['1.50'] } },
    { path: 'a', excludes: true, condition: { kind: 'empty' } },
  ])
})

test('where none of the others’ neighbours is named, the others are the filled ones', () => {
  expect(groupFilters('a', { kind: 'others' }, [{ kind: 'others' }, { kind: 'empty' }], false)).toEqual([
    { path: 'a', excludes: true, condition: { kind: 'empty' } },
  ])
})

test('lists, objects and cut texts cannot', () => {
  expect(valueFilters('a', { kind: 'list', text: '[1]' }, false)).toEqual([])
  expect(valueFilters('a', { kind: 'text', text: 'begins', cut: true }, false)).toEqual([])
  expect(groupFilters('a', { kind: 'all' }, [], false)).toEqual([])
})

test('lists that have the value as an item are left out', () => {
  const isOne: ColumnFilter = { path: 'a', excludes: false, condition: { kind: 'equals', text: '1.50' } }
  const isNoList: ColumnFilter = { path: 'a', excludes: true, condition: { kind: 'contains', text: '[' } }
  expect(groupFilters('a', named, [named], true)).toEqual([isOne, isNoList])
  // No filter tells these from lists.
  expect(valueFilters('a', { kind: 'text', text: 'see [1]' }, true)).toEqual([])
  expect(groupFilters('a', { kind: 'others' }, [named, { kind: 'others' }], true)).toEqual([])
})
