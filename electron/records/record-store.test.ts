import { Buffer } from 'node:buffer'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultCsvOptions, type ChosenRecords } from '#shared/lists/export.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { RecordStore } from './record-store.ts'
import { bundledWorker } from './testing/bundled-worker.ts'
import { pageOf } from './testing/page-text.ts'
import { searchFor } from './testing/plain-search.ts'

const workerUrl = bundledWorker()
const everything: ListQuery = { search: [], filters: [], sort: [] }
const all: ChosenRecords = { kind: 'query', query: everything }
const unhurried = { signal: new AbortController().signal, onProgress: () => undefined }

let folder: string
let store: RecordStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-store-'))
  store = new RecordStore(workerUrl, {
    file: join(folder, 'records'),
    list: 'reports',
    chosenMember: undefined,
    language: 'en',
  })
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const numbered = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `{"id":${from + index}}`)

test('RecordStore: stores pages in the worker and returns windows, records and columns', async () => {
  expect(await store.addPage([pageOf(numbered(0, 500), 'c2', 'false')], false)).toEqual({
    records: 500,
    recordMember: 'reports',
    lacksRecords: false,
    envelope: { next: { kind: 'cursor', cursor: 'c2' }, lastPage: 'false' },
  })
  expect(await store.addPage([pageOf(numbered(500, 3), null, 'true')], false)).toMatchObject({ records: 503 })
  expect(await store.columns()).toEqual([{ path: 'id', type: 'number', filled: 503 }])
  expect(await store.rows(everything, 501, 10, ['id'], 'exact')).toEqual({
    rows: [501, 502].map((position) => ({ position, texts: [String(position)], kinds: ['number'], cut: [] })),
    count: 503,
    covers: 503,
  })
  const sort: ListQuery['sort'] = [{ path: 'id', direction: 'descending' }]
  expect(await store.rowOf({ ...everything, sort }, 502, 'exact')).toBe(0)
  expect(await store.rowOf({ ...everything, search: searchFor('7') }, 502, 'exact')).toBeUndefined()
  expect(await store.record(7)).toBe('{"id":7}')
  expect(await store.record(503)).toBeUndefined()
})

test('RecordStore: returns a row with whole values where the rows of a query have them cut', async () => {
  const long = `${'"ä\\n'.repeat(300)}🙂`
  await store.addPage([pageOf([JSON.stringify({ a: long, b: [long, 1], c: null })], null, 'true')], false)
  const paths = ['b', 'a', 'c', 'd']
  expect((await store.rows(everything, 0, 1, paths, 'exact')).rows[0]?.cut).toEqual([0, 1])
  expect(await store.wholeRow(0, paths)).toEqual({
    position: 0,
    texts: [JSON.stringify([long, 1]), long, 'null', ''],
    kinds: ['list', 'text', 'null', 'absent'],
    cut: [],
  })
  expect(await store.wholeRow(1, paths)).toBeUndefined()
})

test('RecordStore: cuts a whole row after as many characters as the clipboard takes', async () => {
  const depth = 9
  const long = 'x'.repeat(8 * 1024 * 1024)
  const record = `${'{"a":'.repeat(depth)}"${long}"${'}'.repeat(depth)}`
  await store.addPage([pageOf([record], null, 'true')], false)
  const paths = Array.from({ length: depth }, (_, index) => 'a.'.repeat(index) + 'a')
  const { texts = [], cut } = (await store.wholeRow(0, paths)) ?? {}
  expect(texts.reduce((sum, { length }) => sum + length, 0)).toBe(64 * 1024 * 1024)
  expect(texts[0]).toHaveLength(long.length + '{"a":}'.length * (depth - 1) + 2)
  expect(cut).toEqual([7, 8])
})

test('RecordStore: stores a body from the parts in which it arrived, wherever they are in a buffer', async () => {
  const page = pageOf(['{"id":"ä"}', '{"id":2}'], null, 'true')
  // A buffer of its own, like those of a connection: head and start of the body arrived together.
  const first = new Uint8Array([...Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), ...page.subarray(0, 20)])
  await store.addPage([first.subarray(19, 30), first.subarray(30), page.subarray(20)], false)
  expect(await store.record(0)).toBe('{"id":"ä"}')
  expect(await store.record(1)).toBe('{"id":2}')
})

test('RecordStore: passes on an error with its code, hint and details', async () => {
  await expect(store.addPage([Buffer.from('{"a":[],"b":[],"lastPage":"true"}')], false)).rejects.toMatchObject({
    code: 'list-records-ambiguous',
    hint: 'Choose the one that holds the records.',
    details: { candidates: ['a', 'b'] },
  })
})

test('RecordStore: each call fails with the reason the file could not be opened', async () => {
  const other = join(folder, 'other')
  await writeFile(other, 'x'.repeat(100))
  const noSuchFolder = join(folder, 'no', 'such', 'folder')
  for (const [file, code] of [
    [other, 'list-file-damaged'],
    [noSuchFolder, 'disk-failed'],
  ] as const) {
    const broken = new RecordStore(workerUrl, {
      file,
      list: 'reports',
      chosenMember: undefined,
      language: 'en',
    })
    const asked = await Promise.allSettled([broken.restored(), broken.columns()])
    for (const answer of asked) expect(answer).toMatchObject({ reason: { code } })
    await expect(broken.columns()).rejects.toMatchObject({ code })
    await broken.close()
  }
})

test('RecordStore: calls fail at once when the worker has exited', async () => {
  const broken = new RecordStore(new URL('data:text/javascript,throw new Error("died")'), {
    file: join(folder, 'unused'),
    list: 'reports',
    chosenMember: undefined,
    language: 'en',
  })
  const asked = broken.columns()
  await expect(asked).rejects.toMatchObject({ code: 'internal-fault' })
  await expect(broken.columns()).rejects.toMatchObject({ code: 'internal-fault' })
  await broken.close()
})

test('RecordStore: refuses calls after it is closed', async () => {
  await store.close()
  await expect(store.columns()).rejects.toMatchObject({ code: 'dataset-closed' })
  await store.close()
})

test('RecordStore: closing ends a running export, leaves no partial file and keeps the old one', async () => {
  for (let page = 0; page < 40; page += 1) await store.addPage([pageOf(numbered(page * 500, 500), null, 'true')], false)
  const target = join(folder, 'reports.ndjson')
  await writeFile(target, 'as it was')
  const saving = store.exportTo(all, { format: 'ndjson' }, target, unhurried)
  const closing = store.close()
  await expect(saving).rejects.toMatchObject({ code: 'dataset-closed' })
  await closing
  expect((await readdir(folder)).toSorted()).toEqual(['records', 'reports.ndjson'])
  expect(await readFile(target, 'utf8')).toBe('as it was')
})

test('RecordStore: returns rows while an export is running', async () => {
  for (let page = 0; page < 40; page += 1) await store.addPage([pageOf(numbered(page * 500, 500), null, 'true')], false)
  const order: string[] = []
  const saving = store
    .exportTo(all, { format: 'ndjson' }, join(folder, 'out'), unhurried)
    .then(({ records }) => order.push(`saved ${records}`))
  await store.rows(everything, 0, 10, [], 'exact').then(() => order.push('rows'))
  await saving
  expect(order).toEqual(['rows', 'saved 20000'])
})

const byId = {
  measure: { kind: 'count' },
  grouping: { kind: 'value', path: 'id', most: 2 },
  timeZone: 'UTC',
} as const

test('RecordStore: counts profiles and charts in the worker, over all records', async () => {
  for (let page = 0; page < 4; page += 1) await store.addPage([pageOf(numbered(page * 500, 500), null, 'true')], false)
  const { records, profiles } = await store.profileColumns(everything, ['id'], 'UTC', unhurried)
  expect(records).toBe(2000)
  expect(profiles[0]).toMatchObject({
    path: 'id',
    filled: 2000,
    numbers: { smallest: '0', largest: '1999', sum: '1999000' },
  })
  expect(await store.chart(everything, byId, unhurried)).toMatchObject({ records: 2000 })
  await expect(store.profileColumns(everything, ['id'], 'nowhere', unhurried)).rejects.toMatchObject({
    code: 'input-invalid',
  })
})

test('RecordStore: reports the progress of a count in growing numbers, and never after the end', async () => {
  for (let page = 0; page < 20; page += 1) await store.addPage([pageOf(numbered(page * 500, 500), null, 'true')], false)
  const reports: number[] = []
  const onProgress = (records: number): unknown => reports.push(records)
  await store.profileColumns(everything, ['id'], 'UTC', { ...unhurried, onProgress })
  expect(reports).toEqual([1024, 2048, 3072, 4096, 5120, 6144, 7168, 8192, 9216])
})

test('RecordStore: returns rows while a chart is counted, which ends when cancelled or the store is closed', async () => {
  for (let page = 0; page < 40; page += 1) await store.addPage([pageOf(numbered(page * 500, 500), null, 'true')], false)
  const abort = new AbortController()
  const order: string[] = []
  const cancelled = store.chart(everything, byId, { ...unhurried, signal: abort.signal })
  const other = store.chart(everything, byId, unhurried).finally(() => order.push('chart'))
  const rows = store.rows(everything, 0, 10, [], 'exact').finally(() => order.push('rows'))
  // All at once: a cancellation that waits for the rows could come after the end of the count.
  abort.abort()
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
  expect((await rows).count).toBe(20_000)
  expect(await other).toMatchObject({ records: 20_000 })
  expect(order).toEqual(['rows', 'chart'])
  const uncalled = store.constantColumns({ ...unhurried, signal: AbortSignal.abort() })
  await expect(uncalled).rejects.toMatchObject({ code: 'cancelled' })
  const closed = store.chart(everything, byId, unhurried)
  const ended = expect(closed).rejects.toMatchObject({ code: 'cancelled' })
  await store.close()
  await ended
})

// The long form (`npm run test:soak`); the short one has the same pages, only fewer.
const records = process.env['CLAVIS_SOAK'] === undefined ? 100_000 : 10_000_000

test('RecordStore: stores, shows, filters and sorts a list of any length', { timeout: 1_800_000 }, async () => {
  const pageSize = 500
  const valueOf = (id: number): number => (id * 7919) % records
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  for (let first = 0; first < records; first += pageSize) {
    const records = Array.from({ length: pageSize }, (_, index) => {
      const id = first + index
      return `{"id":${id},"value":${valueOf(id)},"kind":"${id % 7 === 0 ? 'seventh' : 'other'}"}`
    })
    await store.addPage([pageOf(records, 'c', 'false')], false)
    most = Math.max(most, process.memoryUsage.rss())
  }
  // Memory contains a line for each page, not the records.
  expect((most - before) / 1024 / 1024).toBeLessThan(400)
  for (const offset of [0, records / 2 + 123, records - 1]) {
    const { rows, count } = await store.rows(everything, offset, 1, ['id'], 'exact')
    expect([rows[0]?.texts[0], count]).toEqual([String(offset), records])
  }
  const filters: ListQuery['filters'] = [
    { path: 'kind', excludes: false, condition: { kind: 'equals', text: 'SEVENTH' } },
  ]
  const filtered = await store.rows({ ...everything, filters }, 1000, 1, ['id'], 'exact')
  expect(filtered).toMatchObject({ count: Math.ceil(records / 7), rows: [{ position: 7000 }] })
  const sort: ListQuery['sort'] = [{ path: 'value', direction: 'descending' }]
  for (const offset of [0, records / 2]) {
    const { rows } = await store.rows({ ...everything, sort }, offset, 1, ['value'], 'exact')
    expect(rows[0]?.texts[0]).toBe(String(records - 1 - offset))
  }
  const search = searchFor(String(records - 3), String(valueOf(records - 3)))
  expect(await store.rows({ ...everything, search }, 0, 1, [], 'exact')).toMatchObject({
    count: 1,
    rows: [{ position: records - 3 }],
  })
})

test('RecordStore: an export reports progress and ends when cancelled', async () => {
  // So many that the cancellation arrives before the end.
  for (let page = 0; page < 200; page += 1)
    await store.addPage([pageOf(numbered(page * 500, 500), null, 'true')], false)
  const abort = new AbortController()
  const reports: [number, number][] = []
  const saving = store.exportTo(all, { format: 'csv', ...defaultCsvOptions }, join(folder, 'out'), {
    signal: abort.signal,
    onProgress: (done, total) => {
      reports.push([done, total])
      abort.abort()
    },
  })
  await expect(saving).rejects.toMatchObject({ code: 'cancelled' })
  expect(reports[0]).toEqual([2000, 100_000])
  expect(await readdir(folder)).toEqual(['records'])
})
