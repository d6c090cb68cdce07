import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tableGroupsSchema, type TableGroups } from '#shared/lists/list-analysis.ts'
import { maxGroups, type ListQuery } from '#shared/lists/list.ts'
import type { SummedColumn } from '#shared/lists/selected-records.ts'
import type { RecordDatabase } from '../record-database.ts'
import { pageOf } from '../testing/page-text.ts'
import { everything, positionsOf, RecordDatabases } from '../testing/record-databases.ts'
import { maxCurrencySums, tableGroups } from './table-groups.ts'

let databases: RecordDatabases
beforeAll(async () => {
  databases = await RecordDatabases.start()
})
afterAll(() => databases.end())

const { signal } = new AbortController()

const groupsOf = async (
  database: RecordDatabase,
  query: Partial<ListQuery>,
  sums: readonly SummedColumn[] = [],
): Promise<TableGroups> =>
  tableGroupsSchema.parse(await tableGroups(database, { ...everything, ...query }, sums, 'exact', signal))

/** The groups in a line each: level, name and number of records. */
const lines = ({ groups }: TableGroups): string[] =>
  groups.map(({ level, group, records }) => {
    const name = group.kind === 'value' ? group.value.text : group.kind === 'time' ? group.from : group.kind
    return `${' '.repeat(level - 1)}${name} ${records}`
  })

const payments = [
  '{"team":"Risk","status":"open","amount":0.1,"currency":"EUR"}',
  '{"team":"treasury","status":"open","amount":90071992547409930.01,"currency":"EUR"}',
  '{"team":"Treasury","status":"done","amount":0.2,"currency":"EUR"}',
  '{"team":"Treasury","status":"done","amount":"5.5","currency":"USD"}',
  '{"team":null,"status":"open","amount":7}',
  '{"team":"","status":"done","amount":null,"currency":"EUR"}',
  '{"status":"open","amount":true}',
  '{"team":"Treasury","status":"open","amount":-1,"currency":"JPY"}',
]

test('tableGroups: counts the records of each value, without letter case, and those without one last', async () => {
  const groups = await groupsOf(databases.of(payments), { groups: [{ path: 'team' }] })
  expect(lines(groups)).toEqual(['Risk 1', 'treasury 4', 'empty 3'])
  expect(groups).toMatchObject({ covers: 8, levels: [{ hasLists: false }] })
})

test('tableGroups: sums up exactly and keeps currencies apart, also those of amounts without one', async () => {
  const sums = [{ path: 'amount', currencyPath: 'currency' }, { path: 'amount' }, { path: 'other' }]
  const { groups } = await groupsOf(databases.of(payments), { groups: [{ path: 'team' }] }, sums)
  expect(groups.map((group) => group.sums)).toEqual([
    [[{ currency: 'EUR', sum: '0.1' }], [{ currency: '', sum: '0.1' }], []],
    [
      [
        { currency: 'EUR', sum: '90071992547409930.21' },
        { currency: 'JPY', sum: '-1' },
        { currency: 'USD', sum: '5.5' },
      ],
      [{ currency: '', sum: '90071992547409934.71' }],
      [],
    ],
    [[{ currency: '', sum: '7' }], [{ currency: '', sum: '7' }], []],
  ])
})

test('tableGroups: a number too large to add is no sum, and the groups beside it keep theirs', async () => {
  const database = databases.of(['{"v":"a","n":1e9999}', '{"v":"b","n":2}'])
  const { groups } = await groupsOf(database, { groups: [{ path: 'v' }] }, [{ path: 'n' }])
  expect(groups.map((group) => group.sums)).toEqual([[[{ currency: '' }]], [[{ currency: '', sum: '2' }]]])
})

test('tableGroups: two levels count and sum within each other, and rows follow the groups in the order of the sort', async () => {
  const database = databases.of(payments)
  const query = {
    groups: [{ path: 'team' }, { path: 'status' }],
    sort: [{ path: 'amount', direction: 'ascending' as const }],
  }
  const groups = await groupsOf(database, query, [{ path: 'amount', currencyPath: 'currency' }])
  expect(lines(groups)).toEqual([
    'Risk 1',
    ' open 1',
    'treasury 4',
    ' done 2',
    ' open 2',
    'empty 3',
    ' done 1',
    ' open 2',
  ])
  expect(groups.groups.slice(2, 5).map((group) => group.sums[0])).toEqual([
    [
      { currency: 'EUR', sum: '90071992547409930.21' },
      { currency: 'JPY', sum: '-1' },
      { currency: 'USD', sum: '5.5' },
    ],
    [
      { currency: 'EUR', sum: '0.2' },
      { currency: 'USD', sum: '5.5' },
    ],
    [
      { currency: 'EUR', sum: '90071992547409930.01' },
      { currency: 'JPY', sum: '-1' },
    ],
  ])
  expect(await positionsOf(database, query)).toEqual([0, 2, 3, 7, 1, 5, 6, 4])
})

test('tableGroups: are by value in the order of the sort, or the largest first within each group', async () => {
  const database = databases.of(payments)
  const order = async (query: Partial<ListQuery>): Promise<string[]> => lines(await groupsOf(database, query))
  const sort = [{ path: 'team', direction: 'descending' as const }]
  expect(await order({ groups: [{ path: 'team' }], sort })).toEqual(['treasury 4', 'Risk 1', 'empty 3'])
  expect(await order({ groups: [{ path: 'team', byCount: true }], sort })).toEqual(['treasury 4', 'empty 3', 'Risk 1'])
  const both = [{ path: 'team' }, { path: 'status', byCount: true }]
  expect((await order({ groups: both })).slice(-2)).toEqual([' open 2', ' done 1'])
})

test('tableGroups: values that sort alike but are two values stay two groups, each in one piece', async () => {
  const database = databases.of(['1', '"1"', '1.0', '"1"', 'true', '"true"'].map((v, id) => `{"v":${v},"w":${id % 2}}`))
  const groups = await groupsOf(database, { groups: [{ path: 'v' }, { path: 'w' }] })
  expect(lines(groups)).toEqual(['true 2', ' 0 1', ' 1 1', '1 2', ' 0 2', '1 2', ' 1 2'])
})

test('tableGroups: dates are in days of the time zone, before other values; without a zone as written', async () => {
  const dates = [
    '"2026-03-01T23:30:00Z"',
    '"2026-03-01T10:00:00Z"',
    '"soon"',
    'null',
    '"2026-02-27T00:00:00Z"',
    '["x"]',
  ]
  const database = databases.of(dates.map((d) => `{"d":${d}}`))
  const groups = await groupsOf(database, { groups: [{ path: 'd', unit: 'day' }], timeZone: 'Europe/Berlin' })
  expect(lines(groups)).toEqual([
    '2026-02-26T23:00:00Z 1',
    '2026-02-28T23:00:00Z 1',
    '2026-03-01T23:00:00Z 1',
    'soon 1',
    '["x"] 1',
    'empty 1',
  ])
  expect(groups.levels).toEqual([{ clock: { kind: 'zone', timeZone: 'Europe/Berlin' }, hasLists: true }])
  const plain = databases.of(['{"d":"2026-03-31"}', '{"d":"2026-03-01"}', '{"d":"2026-04-01"}'])
  const byMonth = await groupsOf(plain, { groups: [{ path: 'd', unit: 'month' }], timeZone: 'Europe/Berlin' })
  expect(lines(byMonth)).toEqual(['2026-03-01 2', '2026-04-01 1'])
})

test('tableGroups: search and filters apply, and records of a column that is missing are one group', async () => {
  const database = databases.of(payments)
  const search = [{ text: 'treasury', excludes: false }]
  expect(lines(await groupsOf(database, { groups: [{ path: 'status' }], search }))).toEqual(['done 2', 'open 2'])
  const filters = [{ path: 'status', excludes: false, condition: { kind: 'equals' as const, text: 'done' } }]
  expect(lines(await groupsOf(database, { groups: [{ path: 'team' }], filters }))).toEqual(['Treasury 2', 'empty 1'])
  expect(lines(await groupsOf(database, { groups: [{ path: 'none' }] }))).toEqual(['empty 8'])
  expect(
    lines(await groupsOf(database, { groups: [{ path: 'team' }], filters: [...filters, ...filters], search })),
  ).toEqual(['Treasury 2'])
})

test('tableGroups: cover what was loaded when the rows were ordered, and all of it once nothing loads', async () => {
  const database = databases.of(payments)
  const query = { ...everything, groups: [{ path: 'team' }] }
  const of = async (freshness: 'exact' | 'lagging'): Promise<unknown> => {
    const { covers, groups } = await tableGroups(database, query, [{ path: 'amount' }], freshness, signal)
    return [covers, groups.map(({ records, sums }) => [records, sums[0]?.[0]?.sum])]
  }
  await of('exact')
  database.addPage(pageOf(['{"team":"Risk","amount":1.9}'], null, 'true'), false)
  expect(await of('lagging')).toEqual([
    8,
    [
      [1, '0.1'],
      [4, '90071992547409934.71'],
      [3, '7'],
    ],
  ])
  expect(await of('exact')).toEqual([
    9,
    [
      [2, '2'],
      [4, '90071992547409934.71'],
      [3, '7'],
    ],
  ])
})

test('tableGroups: are those of the rows that the table shows, although a relative period has moved on', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-03T12:00:00Z') })
  try {
    const database = databases.of(
      ['2026-11-02T12:30:00Z', '2026-11-03T11:00:00Z'].map((at, id) => JSON.stringify({ id, at, amount: 1 })),
    )
    const condition = { kind: 'one-of' as const, texts: [], periods: ['last 24h'] }
    const query: ListQuery = {
      ...everything,
      filters: [{ path: 'at', excludes: false, condition }],
      groups: [{ path: 'none' }],
    }
    const counted = async (): Promise<unknown> =>
      (await groupsOf(database, query, [{ path: 'amount' }])).groups.map(({ records, sums }) => [
        records,
        sums[0]?.[0]?.sum,
      ])
    expect((await database.rows(query, 0, 2, [])).count).toBe(2)
    vi.setSystemTime(Date.parse('2026-11-03T13:00:00Z'))
    expect(await counted()).toEqual([[2, '2']])
    // The table asks again: then the rows are others.
    expect((await database.rows(query, 0, 2, [])).count).toBe(1)
    expect(await counted()).toEqual([[1, '1']])
  } finally {
    vi.useRealTimers()
  }
})

test('tableGroups: a column named like a currency with too many values leaves its amounts without sums', async () => {
  const record = (id: number): string => `{"amount":1,"n":2,"currency":"c${id}"}`
  const sums = [{ path: 'amount', currencyPath: 'currency' }, { path: 'n' }]
  const query = { groups: [{ path: 'none' }] }
  const sizes = async (count: number): Promise<unknown> => {
    const { groups } = await groupsOf(databases.of(Array.from({ length: count }, (_, id) => record(id))), query, sums)
    return groups.map((group) => group.sums.map(({ length }) => length))
  }
  expect(await sizes(maxCurrencySums)).toEqual([[maxCurrencySums, 1]])
  expect(await sizes(maxCurrencySums + 1)).toEqual([[0, 1]])
})

test('tableGroups: are counted again if records are replaced while they are summed up', async () => {
  const database = databases.of(['{"team":"a","amount":1}', '{"team":"b","amount":2}'])
  let isFirst = true
  const records: Parameters<typeof tableGroups>[0] = {
    get replacements() {
      return database.replacements
    },
    shown: (...wanted) => database.shown(...wanted),
    read: (...wanted) => {
      if (isFirst) database.addPage(pageOf(['{"team":"b","amount":5}', '{"team":"a","amount":7}'], null, 'true'), true)
      isFirst = false
      return database.read(...wanted)
    },
  }
  const query = { ...everything, groups: [{ path: 'team' }] }
  const { groups } = await tableGroups(records, query, [{ path: 'amount' }], 'exact', signal)
  expect(groups.map(({ sums }) => sums[0]?.[0]?.sum)).toEqual(['7', '5'])
})

test('tableGroups: more groups than the limit are refused with what to do, and as many as the limit are not', async () => {
  const many = Array.from({ length: maxGroups }, (_, id) => `{"id":${id},"half":${id % 2}}`)
  const database = databases.of(many)
  expect((await groupsOf(database, { groups: [{ path: 'id' }] })).groups).toHaveLength(maxGroups)
  await expect(groupsOf(database, { groups: [{ path: 'half' }, { path: 'id' }] })).rejects.toThrow(
    'Grouping by “half” and “id” makes more than 10,000 groups.',
  )
  const more = databases.of([...many, '{"id":-1}'])
  await expect(groupsOf(more, { groups: [{ path: 'id' }] })).rejects.toMatchObject({
    code: 'input-invalid',
    message: 'Grouping by “id” makes more than 10,000 groups.',
  })
})
