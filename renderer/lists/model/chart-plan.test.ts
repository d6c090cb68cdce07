import { expect, test } from 'vitest'
import type { Column } from '#shared/lists/list.ts'
import { chartByValue, defaultChart, defaultPlan, definitionOf, withKind } from './chart-plan.ts'

const column = (path: string, type: Column['type'] = 'text', filled = 9): Column => ({ path, type, filled })
const columns = [column('reportId'), column('name'), column('status'), column('createdAt', 'datetime')]
const groupingOf = (of: readonly Column[]): unknown => definitionOf(defaultPlan(of), 'UTC').grouping

test('defaultPlan: the first chart is over time, by the date that most records have', () => {
  const dated = [column('id'), column('seen', 'datetime', 4), column('made', 'datetime', 9)]
  expect(groupingOf(dated)).toEqual({ kind: 'time', path: 'made', unit: 'automatic' })
})

test('defaultPlan: groups by a value without a date, and requests nothing that could fail without columns', () => {
  expect(groupingOf([column('n', 'number'), column('status')])).toMatchObject({ kind: 'value', path: 'status' })
  expect(groupingOf([])).toMatchObject({ kind: 'value', path: '' })
})

test('defaultPlan: prefers a column named like a category, and an identifier only if there is nothing else', () => {
  const first = (...of: Column[]): unknown => groupingOf(of)
  expect(first(column('reportId'), column('name'), column('status'))).toMatchObject({ path: 'status' })
  expect(first(column('id'), column('isOpen', 'boolean'), column('owner.team'))).toMatchObject({ path: 'isOpen' })
  expect(first(column('user_id'), column('owner.team'), column('MAIL'))).toMatchObject({ path: 'owner.team' })
  expect(first(column('amount', 'number'), column('id'))).toMatchObject({ path: 'id' })
})

test('withKind: returns to each kind as it was left', () => {
  const byTime = defaultPlan(columns)
  const byValue = withKind({ ...byTime, kind: 'time', dates: { path: 'createdAt', unit: 'week' } }, 'value', columns)
  const chosen = { ...byValue, kind: 'value', values: { path: 'name', most: 50 }, splitPath: 'status' } as const
  const byTimeAgain = withKind(chosen, 'time', columns)
  expect(definitionOf(byTimeAgain, 'UTC')).toEqual({
    measure: { kind: 'count' },
    grouping: { kind: 'time', path: 'createdAt', unit: 'week' },
    split: { path: 'status', most: 6 },
    timeZone: 'UTC',
  })
  expect(withKind(byTimeAgain, 'value', columns)).toEqual(chosen)
})

test('withKind: groups by another column than the colors', () => {
  const split = { ...defaultPlan(columns), splitPath: 'status' }
  expect(definitionOf(withKind(split, 'value', [...columns, column('currency')]), 'UTC').grouping.path).toBe('currency')
})

test('chartByValue: groups by the column, and keeps measure, number of bars and the dates of the chart over time', () => {
  const chart = { ...defaultChart(columns), shape: 'lines', isTable: true } as const
  const byName = chartByValue(chart, 'name')
  expect(byName).toEqual({ ...chart, plan: { ...chart.plan, kind: 'value', values: { path: 'name', most: 10 } } })
  const wide = { ...byName, plan: { ...byName.plan, kind: 'value', values: { path: 'name', most: 50 } } } as const
  expect(chartByValue(wide, 'status').plan.values).toEqual({ path: 'status', most: 50 })
})
