import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecordDatabase } from '../record-database.ts'
import { pageOf } from '../testing/page-text.ts'
import { RecordDatabases, recordsOf } from '../testing/record-databases.ts'

let databases: RecordDatabases
beforeAll(async () => {
  databases = await RecordDatabases.start()
})
afterAll(() => databases.end())

/** A database with pages of records that have these dates, from the first day of 2024 on. */
function ofDays(...pages: readonly (readonly number[])[]): RecordDatabase {
  return databases.of(...pages.map((days) => recordsOf(days.map((day) => `"${textOf(day)}"`))))
}

function textOf(day: number): string {
  return new Date(msOf(day)).toISOString()
}

function msOf(day: number): number {
  return Date.UTC(2024, 0, day)
}

test('DateOrder: tells newest first and oldest first, and follows the pages that arrive', async () => {
  const newest = ofDays([9, 8, 8], [8, 7])
  expect(await newest.dateOrder('v')).toEqual({
    ...{ direction: 'newest-first', first: msOf(9), last: msOf(7), pageStart: msOf(8), isLocal: false },
  })
  newest.addPage(pageOf(recordsOf([`"${textOf(6)}"`, `"${textOf(5)}"`]), null, 'true'), false)
  expect(await newest.dateOrder('v')).toMatchObject({ first: msOf(9), last: msOf(5), pageStart: msOf(6) })
  // A page without records changes nothing.
  newest.addPage(pageOf([], null, 'true'), false)
  expect(await newest.dateOrder('v')).toMatchObject({ last: msOf(5), pageStart: msOf(6) })

  expect(await ofDays([1, 2], [3]).dateOrder('v')).toMatchObject({ direction: 'oldest-first', last: msOf(3) })
})

test('DateOrder: there is none if one record departs, has no date or no such field, or if all dates are the same', async () => {
  expect(await ofDays([9, 8], [7, 8]).dateOrder('v')).toBeUndefined()
  expect(await ofDays([9, 9], [9]).dateOrder('v')).toBeUndefined()
  for (const value of ['null', '5', '"soon"', '{}'])
    expect(await databases.of(recordsOf([`"${textOf(9)}"`, value])).dateOrder('v'), value).toBeUndefined()
  expect(await databases.of(['{"v":"2024-01-02"}', '{"w":1}', '{"v":"2024-01-01"}']).dateOrder('v')).toBeUndefined()
  expect(await ofDays([9, 8]).dateOrder('other')).toBeUndefined()
  expect(await databases.of().dateOrder('v')).toBeUndefined()
})

test('DateOrder: says that dates without a zone may be hours off', async () => {
  expect(await databases.of(recordsOf(['"2024-01-02"', '"2024-01-01"'])).dateOrder('v')).toMatchObject({
    isLocal: true,
  })
})

test('DateOrder: starts over when the last page was replaced', async () => {
  const database = ofDays([9, 8], [7, 8])
  expect(await database.dateOrder('v')).toBeUndefined()
  database.addPage(pageOf(recordsOf([`"${textOf(7)}"`]), null, 'true'), true)
  expect(await database.dateOrder('v')).toMatchObject({ direction: 'newest-first', last: msOf(7) })
})

test('DateOrder: two calls at once read each page once', async () => {
  const database = ofDays(...Array.from({ length: 50 }, (_, page) => [900 - page * 2, 899 - page * 2]))
  const [one, other] = await Promise.all([database.dateOrder('v'), database.dateOrder('v')])
  expect(one).toEqual(other)
  expect(one).toMatchObject({ direction: 'newest-first', first: msOf(900), last: msOf(801) })
})
