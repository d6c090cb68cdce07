import { afterAll, beforeAll, expect, test } from 'vitest'
import { everything, RecordDatabases } from '../testing/record-databases.ts'
import { summarizeSelection } from './selection-summary.ts'

let databases: RecordDatabases
beforeAll(async () => {
  databases = await RecordDatabases.start()
})
afterAll(() => databases.end())

const { signal } = new AbortController()
const backwards = { ...everything, sort: [{ path: 'id', direction: 'descending' as const }] }

test('summarizeSelection: sums up the numbers of rows as the table shows them, with all digits', async () => {
  const amounts = ['0.1', '0.2', '90071992547409930.01', '-5', '"7"', 'null', 'true']
  const database = databases.of(amounts.map((amount, id) => `{"id":${id},"amount":${amount}}`))
  const of = (query: typeof backwards | typeof everything, first: number, count: number) =>
    summarizeSelection(database, { kind: 'rows', query, first, count }, { path: 'amount' }, 'exact', signal)
  expect(await of(everything, 0, 3)).toEqual({
    count: 3,
    sum: '90071992547409930.31',
    mean: '30023997515803310.103333',
    min: '0.1',
    max: '90071992547409930.01',
    currencies: { count: 0, names: [] },
  })
  expect(await of(backwards, 0, 4)).toMatchObject({ count: 1, sum: '-5', mean: '-5', min: '-5', max: '-5' })
  expect(await of(everything, 4, 3)).toMatchObject({ count: 0, min: undefined, max: undefined })
})

test('summarizeSelection: counts the currencies of the numbers of selected records, and only of those', async () => {
  const database = databases.of([
    '{"amount":1,"currency":"EUR"}',
    '{"amount":2,"currency":"EUR"}',
    '{"amount":3,"currency":"USD"}',
    '{"amount":null,"currency":"JPY"}',
    '{"amount":4}',
  ])
  const currencies = async (positions: number[]): Promise<unknown> => {
    const columns = { path: 'amount', currencyPath: 'currency' }
    const selection = { kind: 'selected', positions, query: everything } as const
    return (await summarizeSelection(database, selection, columns, 'exact', signal)).currencies
  }
  expect(await currencies([0, 1])).toEqual({ count: 1, names: ['EUR'] })
  expect(await currencies([0, 2, 3])).toEqual({ count: 2, names: ['EUR', 'USD'] })
  expect(await currencies([3, 4])).toEqual({ count: 0, names: [] })
})
