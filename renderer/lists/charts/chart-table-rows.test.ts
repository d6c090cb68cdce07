import { expect, test } from 'vitest'
import type { Chart, ChartDefinition } from '#shared/lists/list-analysis.ts'
import { systemDates } from '#shared/values/date-text.ts'
import { chartTableRows, spreadsheetRows } from './chart-table-rows.ts'

const measured = (value: string | null, records: number): Chart['total'] => ({ value, records })
const team = (text: string): Chart['groups'][number] => ({ kind: 'value', value: { kind: 'text', text } })
const sum: ChartDefinition = {
  measure: { kind: 'sum', path: 'amount' },
  grouping: { kind: 'value', path: 'owner.team', most: 10 },
  timeZone: 'UTC',
}
const common = { records: 5, withoutDate: 0, withoutNumber: 0, withLists: [], groups: [team('Ops'), team('Fees')] }
const one: Chart = {
  ...common,
  series: [{ name: { kind: 'all' }, measured: [measured('0.1', 2), measured('0.20', 3)], total: measured('0.3', 5) }],
  totals: [measured('0.1', 2), measured('0.20', 3)],
  total: measured('0.3', 5),
}
const split: Chart = {
  ...common,
  series: [
    {
      name: { kind: 'value', value: { kind: 'text', text: '=EUR' } },
      measured: [measured('0.1', 1), measured(null, 0)],
      total: measured('0.1', 1),
    },
    { name: { kind: 'others' }, measured: [measured('2', 1), measured('3', 3)], total: measured('5', 4) },
  ],
  totals: [measured('2.1', 2), measured('3', 3)],
  total: measured('5.1', 5),
}
const columns = [{ path: 'owner.team', type: 'text', title: 'Team' }] as const

test('chartTableRows: ends with the totals, and says how many records a sum is from', () => {
  expect(spreadsheetRows(chartTableRows(one, sum, columns, systemDates))).toEqual([
    ['Team', 'Sum of amount', 'Records'],
    ['Ops', '0.1', '2'],
    ['Fees', '0.20', '3'],
    ['Total', '0.3', '5'],
  ])
})

test('chartTableRows: has no second number of records if records are counted', () => {
  const rows = chartTableRows(one, { ...sum, measure: { kind: 'count' } }, [], systemDates)
  expect(rows).toMatchObject({ columns: ['Number of records'], totals: { name: 'Total', numbers: ['0.3'] } })
})

test('chartTableRows: has a total for each row and each series', () => {
  expect(spreadsheetRows(chartTableRows(split, sum, columns, systemDates))).toEqual([
    ['Team', '=EUR', 'Other', 'Total'],
    ['Ops', '0.1', '2', '2.1'],
    ['Fees', '', '3', '3'],
    ['Total', '0.1', '5', '5.1'],
  ])
})

test('chartTableRows: does not call a mean of everything a total', () => {
  const rows = chartTableRows(split, { ...sum, measure: { kind: 'mean', path: 'amount' } }, columns, systemDates)
  expect(rows).toMatchObject({ columns: ['=EUR', 'Other', 'All'], totals: { name: 'All' } })
})
