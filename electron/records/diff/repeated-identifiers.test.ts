import { truncateSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RecordDatabase } from '../record-database.ts'
import { pageOf } from '../testing/page-text.ts'
import { RecordDatabases } from '../testing/record-databases.ts'

let databases: RecordDatabases
beforeEach(async () => {
  databases = await RecordDatabases.start()
})
afterEach(() => databases.end())

function load(database: RecordDatabase, ...pages: readonly (readonly string[])[]): RecordDatabase {
  for (const records of pages) database.addPage(pageOf(records, null, 'true'), false, true)
  return database
}

const loaded = (...pages: readonly (readonly string[])[]): RecordDatabase => load(databases.of(), ...pages)

const withIds = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `{"reportId":"rep-${from + index}"}`)

test('Repeats: are known at the end of a load without reading its pages again', () => {
  const database = loaded(withIds(0, 500), withIds(500, 500), ['{"reportId":"rep-1000"}'])
  truncateSync(databases.file(0), 0)
  expect(database.repeats()).toBeUndefined()
})

test('Repeats: the records named are of different content, if there are any', () => {
  const database = loaded(withIds(0, 500), withIds(500, 500), ['{"reportId":"rep-7"}', '{"reportId":"rep-8","v":1}'])
  const example = { first: 8, position: 1001 }
  expect(database.repeats()).toEqual({ idPath: 'reportId', equal: 1, different: 1, example, isMore: false })
})

test.each([
  ['"a"', '"\\u0061"'],
  ['"a/b"', '"a\\/b"'],
  ['10', '1e1'],
  ['10', '10.0'],
  ['0', '-0'],
  ['123456789012345678901', '1.23456789012345678901e20'],
])('Repeats: %s and %s are one identifier', (one, other) => {
  const records = [`{"id":${one},"v":1}`, `{"id":${other},"v":2}`]
  for (const given of [records, records.toReversed()])
    expect(loaded(given).repeats()).toMatchObject({ different: 1, example: { first: 0, position: 1 } })
})

test.each([
  ['1', '"1"'],
  ['123456789012345678901', '123456789012345678902'],
  ['"a"', '"A"'],
  ['null', 'null'],
])('Repeats: %s and %s are not one identifier', (one, other) => {
  expect(loaded([`{"id":${one}}`, `{"id":${other}}`]).repeats()).toBeUndefined()
})

test('Repeats: a field that a later record lacks does not identify records', () => {
  expect(loaded(['{"id":1}', '{"id":1}'], ['{"v":1}']).repeats()).toBeUndefined()
})

test('Repeats: a page that replaces the last one counts instead of it', () => {
  const database = loaded(withIds(0, 2), withIds(0, 2).toReversed())
  database.addPage(pageOf(withIds(1, 3), null, 'true'), true, true)
  expect(database.repeats()).toMatchObject({ equal: 1, example: { first: 1, position: 2 } })
})

test('Repeats: a page that is stored again does not repeat itself', () => {
  const database = loaded(withIds(0, 2), withIds(2, 2))
  database.addPage(pageOf(withIds(3, 3), null, 'true'), true, true)
  expect(load(database, withIds(6, 2)).repeats()).toBeUndefined()
})

test('addPage: a page has nothing new if all its records are known, also after a restart, and counts only once it stays', () => {
  const isNew = (database: RecordDatabase, records: readonly string[], replacesLast = false): boolean =>
    database.addPage(pageOf(records, null, 'true'), replacesLast, true).isRepeated !== true
  const database = loaded(withIds(0, 500), withIds(500, 500))
  expect(isNew(database, withIds(990, 10).toReversed())).toBe(false)
  expect(isNew(database, withIds(995, 10))).toBe(true)
  // What is replaced was never there.
  expect(isNew(database, withIds(1000, 10), true)).toBe(true)
  expect(isNew(database, withIds(1000, 3), true)).toBe(true)
  const reopened = databases.reopen(database)
  expect(reopened.hasNew).toBe(true)
  expect(isNew(reopened, [...withIds(0, 3), ...withIds(1000, 3)])).toBe(false)
  expect(isNew(reopened, withIds(1003, 1))).toBe(true)
  expect(isNew(reopened, withIds(7, 1))).toBe(false)
  reopened.addPage(pageOf([], null, 'true'), false, true)
  expect(databases.reopen(reopened)).toMatchObject({ hasNew: false, emptyBeforeLast: 1 })
})

test('addPage: finds known records among a million, and takes no page of new ones for known', () => {
  const many = Array.from({ length: 2000 }, (_, page) => withIds(page * 500, 500))
  const database = loaded(...many.slice(0, 1))
  for (const records of many.slice(1))
    expect(database.addPage(pageOf(records, null, 'true'), false, true).isRepeated).toBeUndefined()
  for (const page of [0, 1000, 1998])
    expect(database.addPage(pageOf(many[page] ?? [], null, 'true'), false, true).isRepeated).toBe(true)
})

test('Repeats: include records of an earlier load that is continued', () => {
  const pages = Array.from({ length: 20 }, (_, page) => withIds(page * 2, 2))
  const continued = load(databases.reopen(loaded(...pages)), withIds(100, 1), withIds(30, 2), withIds(101, 1))
  expect(continued.repeats()).toMatchObject({ equal: 2, example: { first: 30, position: 41 } })
  // With fewer new pages than it takes to add all earlier ones.
  const short = load(databases.reopen(loaded(...pages)), withIds(38, 1))
  expect(short.repeats()).toMatchObject({ equal: 1, example: { first: 38, position: 40 } })
})

test('Repeats: a service that repeats everything is compared up to a limit', () => {
  const pages = Array.from({ length: 4 }, () => withIds(0, 500))
  // Each page would be refused as the same as the one before.
  for (const [index, records] of pages.entries()) records.push(`{"reportId":"page ${index}"}`)
  expect(loaded(...pages).repeats()).toMatchObject({ equal: 1000, different: 0, isMore: true })
})

test('Repeats: are found in imported records, whose pages are read for it', () => {
  expect(databases.of(withIds(0, 2), withIds(1, 2)).repeats()).toMatchObject({
    equal: 1,
    example: { first: 1, position: 2 },
  })
})
