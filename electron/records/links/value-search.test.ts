import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RecordDatabase } from '../record-database.ts'
import { pageOf } from '../testing/page-text.ts'
import { findValues } from './value-search.ts'

let folder: string
let database: RecordDatabase
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clavis-search-'))
  database = new RecordDatabase(join(folder, 'records'), {
    list: 'reports',
    chosenMember: undefined,
    language: 'en',
  })
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const never = new AbortController().signal

test('values are found by what they say, however they are written', async () => {
  const records = [
    '{"id":"a-1","n":12}',
    '{"id":"\\u0061-1","n":"12"}',
    '{"id":"a-11","n":12.0}',
    '{"n":{"id":"a-1"}}',
    '{"id":"ü-1"}',
    '{"id":["a-1",[12,"a-1"]]}',
  ]
  database.addPage(pageOf(records, null, 'true'), false)
  expect(await findValues(database, ['a-1', '12', 'ü-1'], ['id', 'n'], never)).toEqual([
    { path: 'id', value: 'a-1', count: 3, firstPosition: 0 },
    { path: 'n', value: '12', count: 3, firstPosition: 0 },
    { path: 'id', value: 'ü-1', count: 1, firstPosition: 4 },
    { path: 'id', value: '12', count: 1, firstPosition: 5 },
  ])
})

test('a value is found as often as a filter finds it', async () => {
  const values = [
    '"ab-12345"',
    '"AB-12345"',
    '123456789',
    '123456789.0',
    '"1.23456789e8"',
    '"\\u0031123456789"',
    '"0123"',
    '"café"',
    '"CAFE\u0301"',
    '"cafe\\u0301"',
    '"İzmir"',
  ]
  const records = [...values, '["ab-12345",123456789]', '12345678901234567890', '12345678901234567891', 'null', 'true']
  database.addPage(
    pageOf(
      records.map((value) => `{"v":${value}}`),
      null,
      'true',
    ),
    false,
  )
  const wanted = ['ab-12345', 'Ab-12345', '123456789', '1123456789', '0123', 'café', 'izmir', '12345678901234567890']
  const found = await findValues(database, wanted, ['v'], never)
  for (const text of wanted) {
    const filters = [{ path: 'v', excludes: false, condition: { kind: 'equals' as const, text } }]
    const { rows, count } = await database.rows({ search: [], filters, sort: [] }, 0, 1, [])
    expect(found.find(({ value }) => value === text)).toMatchObject({ count, firstPosition: rows[0]?.position })
  }
})

test('a search ends when it is cancelled, and another one goes on', async () => {
  const records = Array.from({ length: 5000 }, (_, index) => `{"id":"a-${index}"}`)
  database.addPage(pageOf(records, null, 'true'), false)
  const abort = new AbortController()
  const first = findValues(database, ['a-1'], ['id'], abort.signal)
  const second = findValues(database, ['a-1'], ['id'], never)
  abort.abort(new Error('cancelled'))
  await expect(first).rejects.toThrow('cancelled')
  expect(await second).toHaveLength(1)
})
