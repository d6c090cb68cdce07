import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ListQuery } from '#shared/lists/list.ts'
import { maxCopiedRows } from '#shared/lists/view-limits.ts'
import { everything, RecordDatabases } from '../testing/record-databases.ts'
import { selectedRows } from './selected-rows.ts'

let databases: RecordDatabases
beforeAll(async () => {
  databases = await RecordDatabases.start()
})
afterAll(() => databases.end())

const backwards: ListQuery = { ...everything, sort: [{ path: 'id', direction: 'descending' }] }
const numbered = (count: number): string[] => Array.from({ length: count }, (_, id) => `{"id":${id},"name":"n${id}"}`)

test('selectedRows: returns rows of a query as the table shows them, with the columns asked for', async () => {
  const database = databases.of(numbered(10))
  const names = async (first: number, count: number, query = everything): Promise<unknown> =>
    (await selectedRows(database, { kind: 'rows', query, first, count }, ['name'], 'exact')).map(({ texts }) => texts)
  expect(await names(2, 3)).toEqual([['n2'], ['n3'], ['n4']])
  expect(await names(0, 2, backwards)).toEqual([['n9'], ['n8']])
  // The last rows may be gone by now.
  expect(await names(8, 5)).toEqual([['n8'], ['n9']])
  expect(await names(10, 1)).toEqual([])
})

test('selectedRows: returns records by position in the order of the query, and those it leaves out last', async () => {
  const database = databases.of(numbered(10))
  const positions = async (query: ListQuery): Promise<unknown> =>
    (await selectedRows(database, { kind: 'selected', positions: [7, 1, 4], query }, [], 'exact')).map(
      ({ position }) => position,
    )
  expect(await positions(everything)).toEqual([1, 4, 7])
  expect(await positions(backwards)).toEqual([7, 4, 1])
})

test('selectedRows: returns the rows that the table shows, although a relative period has moved on', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-03T12:00:00Z') })
  try {
    const database = databases.of(
      ['2026-11-02T12:30:00Z', '2026-11-03T11:00:00Z'].map((at, id) => JSON.stringify({ id, at })),
    )
    const condition = { kind: 'one-of' as const, texts: [], periods: ['last 24h'] }
    const query: ListQuery = { ...everything, filters: [{ path: 'at', excludes: false, condition }] }
    const positions = async (): Promise<unknown> =>
      (await selectedRows(database, { kind: 'rows', query, first: 0, count: 2 }, [], 'exact')).map(
        ({ position }) => position,
      )
    expect((await database.rows(query, 0, 2, [])).count).toBe(2)
    vi.setSystemTime(Date.parse('2026-11-03T13:00:00Z'))
    expect(await positions()).toEqual([0, 1])
    // The table queries again: now the rows differ.
    expect((await database.rows(query, 0, 2, [])).count).toBe(1)
    expect(await positions()).toEqual([1])
  } finally {
    vi.useRealTimers()
  }
})

test('selectedRows: has values in full where the table cuts them', async () => {
  const long = 'x'.repeat(2000)
  const database = databases.of([JSON.stringify({ id: 1, name: long })])
  const [row] = await selectedRows(database, { kind: 'rows', query: everything, first: 0, count: 1 }, ['name'], 'exact')
  expect(row).toEqual({ position: 0, texts: [long], kinds: ['text'], cut: [] })
})

test('selectedRows: refuses more rows or text than the clipboard takes, and takes as many as that', async () => {
  const database = databases.of(numbered(maxCopiedRows + 1))
  const rows = (count: number) =>
    selectedRows(database, { kind: 'rows', query: everything, first: 0, count }, ['id'], 'exact')
  expect(await rows(maxCopiedRows)).toHaveLength(maxCopiedRows)
  await expect(rows(maxCopiedRows + 1)).rejects.toMatchObject({
    code: 'input-invalid',
    message: '10,001 rows are more than can be copied.',
  })
  // Each of the columns has the whole of the one below it.
  const depth = 5
  const long = `${'{"a":'.repeat(depth)}"${'x'.repeat(8 * 1024 * 1024)}"${'}'.repeat(depth)}`
  const large = databases.of([long, long])
  const paths = Array.from({ length: depth }, (_, index) => 'a.'.repeat(index) + 'a')
  const texts = (count: number) =>
    selectedRows(large, { kind: 'rows', query: everything, first: 0, count }, paths, 'exact')
  expect(await texts(1)).toHaveLength(1)
  await expect(texts(2)).rejects.toMatchObject({
    code: 'input-invalid',
    message: 'The selection has more text than can be copied.',
  })
})
