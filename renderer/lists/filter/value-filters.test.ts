import { expect, test } from 'vitest'
import type { ChartGroup } from '#shared/lists/list-analysis.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import { groupFilters, valueFilters } from './value-filters.ts'

const named: ChartGroup = { kind: 'value', value: { kind: 'number', text: '1.50' } }

test('groupFilters: filter by a value, a period, or empty', () => {
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

test('groupFilters: “Other” excludes the named values and empty ones', () => {
  expect(groupFilters('a', { kind: 'others' }, [named, { kind: 'others' }], false)).toEqual([
    { path: 'a', excludes: true, condition: { kind: 'one-of', texts: ['1.50'] } },
    { path: 'a', excludes: true, condition: { kind: 'empty' } },
  ])
})

test('groupFilters: “Other” excludes only empty values if no value is named', () => {
  expect(groupFilters('a', { kind: 'others' }, [{ kind: 'others' }, { kind: 'empty' }], false)).toEqual([
    { path: 'a', excludes: true, condition: { kind: 'empty' } },
  ])
})

test('valueFilters, groupFilters: have none for lists, objects, cut texts and all records', () => {
  expect(valueFilters('a', { kind: 'list', text: '[1]' }, false)).toEqual([])
  expect(valueFilters('a', { kind: 'text', text: 'begins', cut: true }, false)).toEqual([])
  expect(groupFilters('a', { kind: 'all' }, [], false)).toEqual([])
})

test('groupFilters: exclude lists that contain the value', () => {
  const isOne: ColumnFilter = { path: 'a', excludes: false, condition: { kind: 'equals', text: '1.50' } }
  const isNoList: ColumnFilter = { path: 'a', excludes: true, condition: { kind: 'contains', text: '[' } }
  expect(groupFilters('a', named, [named], true)).toEqual([isOne, isNoList])
  // No filter tells these from lists.
  expect(valueFilters('a', { kind: 'text', text: 'see [1]' }, true)).toEqual([])
  expect(groupFilters('a', { kind: 'others' }, [named, { kind: 'others' }], true)).toEqual([])
})
