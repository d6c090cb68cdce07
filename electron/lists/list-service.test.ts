import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ListQuery, DatasetSummary } from '#shared/lists/list.ts'
import { pageOf } from '../records/testing/page-text.ts'
import type { ListService } from './list-service.ts'
import type { DatasetRegistry } from './loading/dataset-registry.ts'
import type { ListAnswer } from './testing/list-server.ts'
import { datasetFileNames } from './testing/list-services.ts'
import { pages, ServedLists, upTo } from './testing/served-lists.ts'

const everything: ListQuery = { search: [], filters: [], sort: [] }

let served: ServedLists
let lists: ListService
let datasets: DatasetRegistry
let progress: readonly DatasetSummary[]
let folder: string

beforeEach(async () => {
  served = await ServedLists.start()
  ;({ lists, datasets } = served.services)
  ;({ progress, folder } = served)
})
afterEach(() => served.end())

const opened: ServedLists['opened'] = (...given) => served.opened(...given)
const ids: ServedLists['ids'] = (datasetId) => served.ids(datasetId)

describe('loading', () => {
  test('ListService: opening requests nothing; pages are requested in sequence with the cursor in the header', async () => {
    const { datasetId, server } = await opened(pages(5))
    expect(datasets.get(datasetId).summary()).toMatchObject({
      state: { kind: 'idle' },
      pages: 0,
      records: 0,
      columns: [],
    })
    expect(server.asked).toEqual([])
    expect(await lists.load(datasetId, 2)).toMatchObject({ state: { kind: 'idle' }, pages: 2, records: 20 })
    expect(server.asked).toEqual([undefined, 'c2'])
    expect(await lists.load(datasetId, 'all')).toMatchObject({
      state: { kind: 'complete' },
      pages: 5,
      records: 50,
      recordMember: 'reports',
      columns: [{ path: 'id', type: 'number', filled: 50 }],
    })
    expect(server.asked).toEqual([undefined, 'c2', 'c3', 'c4', 'c5'])
    expect(server.maxConcurrent()).toBe(1)
    expect(await ids(datasetId)).toEqual(upTo(50))
    await lists.load(datasetId, 1)
    expect(server.asked).toHaveLength(5)
  })

  test('ListService: asks the database nothing new with each page, while nothing is stored', async () => {
    const { datasetId } = await opened(pages(30))
    await lists.load(datasetId, 2)
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
    try {
      expect(await lists.load(datasetId, 'all')).toMatchObject({ pages: 30 })
      expect(prepare.mock.calls).toEqual([])
    } finally {
      prepare.mockRestore()
    }
  })

  test('ListService: reports pages that arrived quickly while it waits for a slow one', async () => {
    let answer: (() => void) | undefined
    const isSlow = new Promise<void>((resolve) => (answer = resolve))
    const { datasetId } = await opened(async (cursor) => {
      if (cursor === 'c5') await isSlow
      return pages(5)(cursor)
    })
    const loading = lists.load(datasetId, 'all')
    await expect
      .poll(() => progress.at(-1))
      .toMatchObject({ state: { kind: 'loading' }, pages: 4, records: 40, columns: [{ filled: 40 }] })
    // No progress, no report.
    const before = progress.length
    await wait(250)
    expect(progress).toHaveLength(before)
    answer?.()
    expect(await loading).toMatchObject({ state: { kind: 'complete' }, records: 50 })
  })

  test('ListService: an empty list is complete after one page', async () => {
    const { datasetId } = await opened(() => pageOf([], null, 'true'))
    expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, pages: 1, records: 0 })
  })

  test.each([
    ['client ID', { clientId: 'other' }],
    ['token endpoint', { tokenUrl: 'https://other.example' }],
    ['reporting address', { reportsBaseUrl: 'https://other.example' }],
  ])('ListService: adds no page to the loaded ones if the %s changed', async (words, change) => {
    const { datasetId, profileId, server } = await opened(pages(5))
    await lists.load(datasetId, 2)
    const { profiles } = served.services
    const before = await profiles.get(profileId)
    await profiles.changeSettings(profileId, (settings) => ({ ...settings, ...change }))
    expect(await lists.load(datasetId, 'all')).toMatchObject({
      state: {
        kind: 'failed',
        error: { code: 'list-cursor-refused', message: expect.stringContaining(words) as string },
      },
      records: 20,
    })
    expect(server.asked).toEqual([undefined, 'c2'])

    const { clientId, tokenUrl, reportsBaseUrl } = before.profile
    await profiles.changeSettings(profileId, (settings) => ({ ...settings, clientId, tokenUrl, reportsBaseUrl }))
    expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 50 })
  })

  test('ListService: a second load joins the running one and raises its target', async () => {
    const { datasetId, server } = await opened(pages(10))
    const [first, second] = await Promise.all([lists.load(datasetId, 2), lists.load(datasetId, 4)])
    expect(first).toMatchObject({ pages: 4 })
    expect(second).toMatchObject({ pages: 4 })
    expect(server.asked).toEqual([undefined, 'c2', 'c3', 'c4'])
  })

  test('ListService: a load that starts while the previous one ends is not lost', async () => {
    const { datasetId } = await opened(pages(100))
    for (let count = 1; count <= 20; count += 1) {
      const before = lists.load(datasetId, 1)
      // Starts at any moment of the load before, including its last steps.
      for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      const { pages: reached } = datasets.get(datasetId).summary()
      expect((await lists.load(datasetId, 1)).pages).toBeGreaterThan(reached)
      await before
    }
  })

  test('ListService: reports progress on state changes and at most about ten times a second', async () => {
    const { datasetId } = await opened(pages(300))
    const began = performance.now()
    await lists.load(datasetId, 'all')
    const seconds = (performance.now() - began) / 1000
    expect(progress[0]).toMatchObject({ datasetId, state: { kind: 'loading' } })
    expect(progress.at(-1)).toMatchObject({ datasetId, state: { kind: 'complete' }, pages: 300, records: 3000 })
    expect(progress.length).toBeLessThanOrEqual(2 + Math.ceil(seconds * 10))
  })

  test('ListService: loading all pages also applies to a running load of one page', async () => {
    const { datasetId } = await opened(pages(5))
    const one = lists.load(datasetId, 1)
    expect(datasets.get(datasetId).summary().state).toEqual({ kind: 'loading', loadsAll: false })
    const all = lists.load(datasetId, 'all')
    expect(progress.at(-1)?.state).toEqual({ kind: 'loading', loadsAll: true })
    expect(await all).toMatchObject({ state: { kind: 'complete' }, pages: 5 })
    await one
  })
})

describe('interruptions', () => {
  test('ListService: resends the running request after the computer slept, without duplicates or gaps', async () => {
    let arrived: () => void = () => undefined
    const hanging = new Promise<void>((resolve) => (arrived = resolve))
    const { datasetId, server } = await opened((cursor, time) => {
      if (cursor !== 'c3' || time > 1) return pages(5)(cursor)
      arrived()
      // The response to this one never arrives.
      return () => undefined
    })
    const loading = lists.load(datasetId, 'all')
    await hanging
    lists.wake()
    expect(await loading).toMatchObject({ state: { kind: 'complete' }, pages: 5 })
    expect(server.asked).toEqual([undefined, 'c2', 'c3', 'c3', 'c4', 'c5'])
    expect(await ids(datasetId)).toEqual(upTo(50))
    expect(datasets.get(datasetId).report()).toMatchObject({
      pages: 5,
      records: 50,
      counts: { woken: 1, retry: 0, failure: 0 },
      events: [{ kind: 'woken', page: 3 }],
    })
    // No request is running any more.
    lists.wake()
  })

  test.each([
    ['back', -3_600_000],
    ['forward', 3_600_000],
  ])('ListService: setting the clock %s changes neither measured time nor reported progress', async (_, shift) => {
    // Stands still otherwise: on a busy machine a planned pause would be shorter by the time until it is counted.
    const began = Date.now()
    let set = 0
    vi.spyOn(Date, 'now').mockImplementation(() => began + set)
    ;({ lists, datasets } = await served.restart())
    const { datasetId } = await opened(async (cursor, time) => {
      if (cursor === 'c2' && time === 1) return (response) => response.writeHead(429, { 'retry-after': '1' }).end()
      await wait(150)
      if (cursor === 'c2') set = shift
      return pages(5)(cursor)
    })
    const { pagesPerSecond } = await lists.load(datasetId, 'all')
    expect(pagesPerSecond).toBeLessThan(7)
    const { loadingMs, waitingMs } = datasets.get(datasetId).report()
    expect(loadingMs).toBeGreaterThan(1700)
    expect(loadingMs).toBeLessThan(60_000)
    expect(waitingMs).toBeGreaterThan(950)
    expect(waitingMs).toBeLessThan(loadingMs)
    expect(progress.filter(({ state }) => state.kind === 'loading').map((each) => each.pages)).toEqual(
      expect.arrayContaining([3, 4]),
    )
  })

  test('ListService: a report counts retries with their waiting time, and failures', async () => {
    const { datasetId } = await opened((cursor, time) => {
      if (cursor === 'c2' && time === 1) return (response) => response.writeHead(429, { 'retry-after': '1' }).end()
      if (cursor === 'c3' && time === 1) return '{"reports":[{"id":99}],"next":"c4"}'
      return pages(3)(cursor)
    })
    expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'failed' } })
    expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'complete' } })
    const report = datasets.get(datasetId).report()
    expect(report).toMatchObject({
      state: { kind: 'complete' },
      pages: 3,
      counts: { retry: 1, failure: 1, 'new-token': 0 },
      events: [
        { kind: 'retry', page: 2, words: expect.stringContaining('too many requests') as string },
        { kind: 'failure', page: 3, words: expect.stringContaining('does not say whether') as string },
      ],
      olderEvents: 0,
    })
    expect(report.waitingMs).toBeGreaterThan(500)
    expect(report.loadingMs).toBeGreaterThanOrEqual(report.waitingMs)
  })
})

test('ListService: the time of a request after a pause does not count as waiting', async () => {
  const { datasetId } = await opened(async (cursor, time) => {
    if (cursor === 'c2' && time < 3) {
      await wait(300)
      return (response) => response.writeHead(503, { 'retry-after': '0' }).end()
    }
    if (cursor === 'c2') await wait(300)
    return pages(2)(cursor)
  })
  await lists.load(datasetId, 1)
  const loading = lists.load(datasetId, 'all')
  await wait(200)
  // The current waiting time counts, too.
  expect(datasets.get(datasetId).report().loadingMs).toBeGreaterThan(150)
  await loading
  const { waitingMs, loadingMs, counts } = datasets.get(datasetId).report()
  expect(counts.retry).toBe(2)
  expect(loadingMs).toBeGreaterThan(850)
  // The requests themselves took 900 ms.
  expect(waitingMs).toBeLessThan(250)
})

describe('resuming an earlier load', () => {
  test('ListService: resumes the load in a file and continues the page count', async () => {
    const { profileId, server } = await opened(pages(5))
    const file = join(folder, 'own.partial')
    await writeFile(file, '')
    const { datasetId } = await lists.openFile(file, profileId, 'reports')
    await lists.load(datasetId, 2)
    await datasets.close(datasetId)
    const { datasetId: next } = await lists.openFile(file, profileId, 'reports')
    expect(datasets.get(next).loader.mark()).toEqual({ cursor: 'c3', pages: 2, records: 20 })
    expect(await lists.load(next, 'all')).toMatchObject({ state: { kind: 'complete' }, pages: 5, records: 50 })
    expect(server.asked).toEqual([undefined, 'c2', 'c3', 'c4', 'c5'])
    expect(await ids(next)).toEqual(upTo(50))
    await expect(lists.openFile(file, profileId, 'report-configs')).rejects.toMatchObject({ code: 'input-invalid' })
  })
})

describe('pausing and stopping', () => {
  test('ListService: pauses after the current page, and a load resumes', async () => {
    let arrived: () => void = () => undefined
    const thirdAsked = new Promise<void>((resolve) => (arrived = resolve))
    const { datasetId } = await opened((cursor) => {
      if (cursor === 'c3') arrived()
      return pages(20)(cursor)
    })
    const loading = lists.load(datasetId, 'all')
    await thirdAsked
    const paused = await datasets.get(datasetId).pause()
    expect(paused.state).toEqual({ kind: 'paused' })
    expect(paused.pages).toBeLessThan(20)
    expect(await loading).toEqual(paused)
    expect(await lists.load(datasetId, 1)).toMatchObject({ state: { kind: 'idle' }, pages: paused.pages + 1 })
    expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 200 })
    expect(await ids(datasetId)).toEqual(upTo(200))
  })

  test('ListService: loading one page right after a pause does not load all', async () => {
    const { datasetId } = await opened(pages(50))
    const all = lists.load(datasetId, 'all')
    const pausing = datasets.get(datasetId).pause()
    const one = lists.load(datasetId, 1)
    expect((await one).pages).toBeLessThan(5)
    await Promise.all([all, pausing])
  })

  test('ListService: stop cancels the running request, and a load right after it resumes', async () => {
    let arrived: () => void = () => undefined
    const hanging = new Promise<void>((resolve) => (arrived = resolve))
    const { datasetId } = await opened((cursor, time) => {
      if (cursor !== 'c3' || time > 1) return pages(5)(cursor)
      arrived()
      return () => undefined
    })
    const loading = lists.load(datasetId, 'all')
    await hanging
    const stopping = datasets.get(datasetId).stop()
    const again = lists.load(datasetId, 'all')
    expect(await stopping).toMatchObject({ state: { kind: 'paused' }, pages: 2, records: 20 })
    expect(await loading).toMatchObject({ pages: 2 })
    expect(await again).toMatchObject({ state: { kind: 'complete' }, pages: 5, records: 50 })
    expect(await ids(datasetId)).toEqual(upTo(50))
  })
})

describe('faults of the service', () => {
  test.each<readonly [string, ListAnswer, string, boolean]>([
    ['a web page', '<!doctype html><p>Sign in', 'response-not-json', true],
    ['half a page', '{"reports":[{"id":30},{"i', 'response-truncated', true],
    ['no records', '{"next":"c5","lastPage":"false"}', 'list-records-missing', true],
    ['no lastPage', '{"reports":[{"id":99}],"next":"c5"}', 'list-envelope-invalid', true],
    ['“false” without a cursor', pageOf(['{"id":99}'], null, 'false'), 'list-envelope-invalid', true],
    ['a cursor that came before', pageOf(['{"id":99}'], 'c2', 'false'), 'list-cursor-repeated', true],
    ['its own cursor', pageOf(['{"id":99}'], 'c4', 'false'), 'list-cursor-repeated', true],
  ])('ListService: keeps the records after %s, and a retry loads the rest', async (_, fault, code, retry) => {
    let isBroken = true
    served.retry.forMs = 500
    const { datasetId } = await opened((cursor) => (cursor === 'c4' && isBroken ? fault : pages(6)(cursor)))
    const failed = await lists.load(datasetId, 'all')
    expect(failed.state).toMatchObject({ kind: 'failed', error: { code }, retry })
    expect(failed.records).toBeGreaterThanOrEqual(30)
    expect((await ids(datasetId)).slice(0, 30)).toEqual(upTo(30))
    isBroken = false
    expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, pages: 6, records: 60 })
    expect(await ids(datasetId)).toEqual(upTo(60))
  })

  test('ListService: a page without a usable cursor keeps its records until it is loaded again correctly', async () => {
    const { datasetId, server } = await opened((cursor, time) => {
      if (cursor !== 'c2') return pages(3)(cursor)
      if (time === 1) return pageOf(['{"id":10}'], null, 'false')
      return time === 2 ? '{"lastPage":"false"}' : pages(3)(cursor)
    })
    expect(await lists.load(datasetId, 'all')).toMatchObject({
      state: { kind: 'failed', page: 2 },
      pages: 2,
      records: 11,
    })
    expect(await lists.load(datasetId, 'all')).toMatchObject({
      state: { kind: 'failed', page: 2 },
      pages: 2,
      records: 11,
    })
    expect(await ids(datasetId)).toEqual(upTo(11))
    expect(await lists.load(datasetId, 1)).toMatchObject({ state: { kind: 'idle' }, pages: 2, records: 20 })
    expect(await lists.load(datasetId, 1)).toMatchObject({ state: { kind: 'complete' }, pages: 3, records: 30 })
    expect(server.asked).toEqual([undefined, 'c2', 'c2', 'c2', 'c3'])
    expect(await ids(datasetId)).toEqual(upTo(30))
  })

  test('ListService: cancels the request for the next page if a page with an intact end is broken', async () => {
    let isBroken = true
    served.retry.forMs = 500
    const { datasetId, server } = await opened((cursor) => {
      if (cursor === 'c2' && isBroken) return '{"reports":[{"id":1 0}],"next":"c3","lastPage":"false"}'
      return cursor === 'c3' && isBroken ? () => undefined : pages(4)(cursor)
    })
    expect(await lists.load(datasetId, 'all')).toMatchObject({
      state: { kind: 'failed', error: { code: 'response-not-json' }, page: 2 },
      pages: 1,
    })
    await expect.poll(() => server.underWay()).toBe(0)
    isBroken = false
    expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, pages: 4 })
    expect(await ids(datasetId)).toEqual(upTo(40))
  })

  test('ListService: does not follow a repeated cursor', async () => {
    const { datasetId, server } = await opened((cursor) =>
      pageOf([`{"id":"${cursor}"}`], cursor === 'a' ? 'b' : 'a', 'false'),
    )
    const summary = await lists.load(datasetId, 'all')
    expect(summary.state).toMatchObject({ kind: 'failed', error: { code: 'list-cursor-repeated' }, retry: true })
    expect(server.asked).toEqual([undefined, 'a', 'b'])
  })

  test.each<[string, (asked: number) => readonly string[], { pages: number; records: number; after: number }]>([
    ['the first page’s records again and again', () => ['{"id":1}', '{"id":2}'], { pages: 1, records: 2, after: 1 }],
    ['only empty pages', () => [], { pages: 20, records: 0, after: 40 }],
    [
      'a page of records, then empty pages',
      (asked) => (asked === 1 ? ['{"id":1}'] : []),
      { pages: 21, records: 1, after: 41 },
    ],
    [
      // Loading on finds the same page twice in a row, because one was requested ahead.
      'two pages in turn',
      (asked) => (asked % 2 === 1 ? ['{"id":1}', '{"id":2}'] : ['{"id":3}', '{"id":4}']),
      { pages: 22, records: 44, after: 22 },
    ],
    [
      'the same records with a field that changes',
      (asked) => [`{"id":1,"asked":${asked}}`, `{"id":2,"asked":${asked}}`],
      { pages: 21, records: 42, after: 41 },
    ],
    [
      'the same records in another order',
      (asked) => [0, 1, 2].map((index) => `{"id":${(index + asked) % 3}}`),
      { pages: 21, records: 63, after: 41 },
    ],
    [
      'known records and empty pages in turn',
      (asked) => (asked % 2 === 1 ? [`{"id":1,"asked":${asked}}`] : []),
      { pages: 21, records: 11, after: 41 },
    ],
  ])(
    'Load: a service that sends %s, with a new cursor each time, ends it',
    async (_what, recordsOf, { after, ...expected }) => {
      let asked = 0
      const { datasetId } = await opened(() => {
        asked += 1
        return pageOf(recordsOf(asked), `c${asked}`, 'false')
      })
      const endless = { kind: 'failed', error: { code: 'list-page-repeated' }, retry: true }
      expect(await lists.load(datasetId, 'all')).toMatchObject({ state: endless, ...expected })
      // Loading on takes as many pages again at most.
      expect(await lists.load(datasetId, 'all')).toMatchObject({ state: endless, pages: after })
    },
  )

  test.each<[string, number, (page: number) => readonly string[]]>([
    [
      '30 pages again, with a new record on every 20th',
      600,
      (page) => (page % 20 === 0 ? [`{"id":${page}}`] : [`{"id":${(page % 7) + 1000},"page":${page}}`]),
    ],
    ['pages that overlap', 60, (page) => [0, 1, 2].map((index) => `{"id":${page + index}}`)],
    ['an ID that many records share', 60, (page) => [`{"id":1,"page":${page}}`, `{"id":1,"page":${-page}}`]],
    ['no clear identifier', 60, (page) => [`{"code":1,"page":${page}}`]],
    ['records without the identifier', 60, (page) => (page === 1 ? ['{"id":1}'] : [`{"v":${page}}`])],
    ['an identifier that is null', 60, (page) => [`{"id":${page === 1 ? '1' : 'null'},"page":${page}}`]],
  ])('Load: a list with %s is loaded to its end', async (_what, last, recordsOf) => {
    const { datasetId } = await opened((cursor = 'c1') => {
      const page = Number(cursor.slice(1))
      return page < last ? pageOf(recordsOf(page), `c${page + 1}`, 'false') : pageOf(recordsOf(page), null, 'true')
    })
    expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, pages: last })
  })

  test('Load: pages without records between others do not end it', async () => {
    const { datasetId } = await opened((cursor = 'c1') => {
      const page = Number(cursor.slice(1))
      const records = page % 20 === 0 ? [`{"id":${page}}`] : []
      return page < 100 ? pageOf(records, `c${page + 1}`, 'false') : pageOf(records, null, 'true')
    })
    expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, pages: 100, records: 5 })
  })

  test.each<[string, (cursor: string | undefined) => ListAnswer, number]>([
    ['“reports” null', () => '{"reports":null,"next":null,"lastPage":"true"}', 0],
    ['no “reports”', () => '{"next":null,"lastPage":"true"}', 0],
    ['“reports” null and another array', () => '{"reports":null,"warnings":[1],"next":null,"lastPage":"true"}', 0],
    [
      '“reports” null after other pages',
      (cursor) => (cursor === 'c3' ? '{"reports":null,"lastPage":"true"}' : pages(3)(cursor)),
      20,
    ],
    ['no “reports” after other pages', (cursor) => (cursor === 'c3' ? '{"lastPage":"true"}' : pages(3)(cursor)), 20],
    [
      'no “reports” and values of other kinds after other pages',
      (cursor) =>
        cursor === 'c3' ? '{"warnings":["late"],"meta":{"a":[[1]]},"errors":[],"lastPage":"true"}' : pages(3)(cursor),
      20,
    ],
    [
      'the same links as the first page',
      (cursor) =>
        cursor === undefined
          ? '{"reports":[{"id":0}],"links":[{"rel":"self"}],"next":"c2","lastPage":"false"}'
          : '{"links":[{"rel":"self"},{"rel":"up"}],"lastPage":"true"}',
      1,
    ],
  ])('Load: a last page with %s counts as empty, with a notice that stays', async (_what, answer, records) => {
    const { datasetId } = await opened(answer)
    const expected = {
      state: { kind: 'complete', notice: expect.stringContaining('no array of records') as string },
      records,
    }
    expect(await lists.load(datasetId, 'all')).toMatchObject(expected)
    const { id } = await served.services.snapshots.keep(datasetId, 'kept')
    const { snapshots } = await served.restart()
    expect(await snapshots.open(id)).toMatchObject(expected)
  })

  test.each([
    ['“report” instead of “reports”', '{"report":[{"id":20}],"next":null,"lastPage":"true"}'],
    ['“Reports” instead of “reports”', '{"Reports":[{"id":20}],"next":null,"lastPage":"true"}'],
    ['“reports” below “data”', '{"data":{"reports":[{"id":20}]},"next":null,"lastPage":"true"}'],
    ['“reports” null and “items”', '{"reports":null,"items":[{"id":20}],"next":null,"lastPage":"true"}'],
    ['“reports” empty and “items”', '{"reports":[],"items":[{"id":20}],"next":null,"lastPage":"true"}'],
    ['“items”, and another page', '{"reports":[],"items":[{"id":20}],"next":"c4","lastPage":"false"}'],
  ])('Load: a page with %s is not taken for an empty one, and the right page is still read', async (_what, moved) => {
    let isMoved = true
    const { datasetId } = await opened((cursor) => (cursor === 'c3' && isMoved ? moved : pages(4)(cursor)))
    const { id } = await served.services.snapshots.keep(datasetId, 'kept')
    const failed = { state: { kind: 'failed', error: { code: 'list-records-elsewhere' }, retry: true }, records: 20 }
    expect(await lists.load(datasetId, 'all')).toMatchObject(failed)
    expect(await served.services.snapshots.list()).toMatchObject([{ records: 20, complete: false }])
    const { lists: later, snapshots } = await served.restart()
    const again = await snapshots.open(id)
    expect(again).toMatchObject({ state: { kind: 'paused' }, records: 20 })
    expect(await later.load(again.datasetId, 'all')).toMatchObject(failed)
    isMoved = false
    expect(await later.load(again.datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 40 })
  })

  test('Load: an only page with “reports” null and objects in another field is not an empty list', async () => {
    const { datasetId } = await opened(() => '{"reports":null,"items":[{"id":1}],"next":null,"lastPage":"true"}')
    const error = { code: 'list-records-elsewhere', details: { candidates: ['items'] } }
    expect((await lists.load(datasetId, 'all')).state).toMatchObject({ kind: 'failed', error })
  })

  test('Load: warnings with fields beside records, or beside none on the first page, are no fault', async () => {
    const warned = (records: string, next: string): string => `{"reports":[${records}],"warnings":[{"a":1}],${next}}`
    const last = '"next":null,"lastPage":"true"'
    const { datasetId } = await opened((cursor) =>
      cursor === undefined ? pages(2)(cursor) : warned('{"id":10}', last),
    )
    expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 11 })
    const only = await opened(() => warned('', last))
    expect(await lists.load(only.datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 0 })
  })

  test('Load: a field that is beside records from a later page on, or an error with code 0, is no fault on an empty page', async () => {
    const beside = '"links":[{"rel":"prev"}],"error":{"code":0,"message":"OK"}'
    const { datasetId } = await opened((cursor) =>
      cursor === 'c3'
        ? `{"reports":[],${beside},"next":null,"lastPage":"true"}`
        : cursor === 'c2'
          ? `{"reports":[{"id":10}],${beside},"next":"c3","lastPage":"false"}`
          : pages(3)(cursor),
    )
    expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 11 })
  })

  test.each([
    [undefined, 1],
    ['c2', 11],
  ])('Load: errors beside records do not hide an error that comes in their place (cursor %s)', async (at, records) => {
    const errors = '"errors":[{"title":"Not reachable"}]'
    const { datasetId } = await opened((cursor) =>
      cursor === 'c3'
        ? `{"reports":[],${errors},"next":null,"lastPage":"true"}`
        : cursor === at
          ? `{"reports":[{"id":10}],${errors},"next":"c3","lastPage":"false"}`
          : pages(3)(cursor),
    )
    const failed = { kind: 'failed', error: { code: 'list-error-received' } }
    expect(await lists.load(datasetId, 'all')).toMatchObject({ state: failed, records })
  })

  test.each([
    'null',
    '""',
    '[]',
    '{}',
    'false',
    '0',
    '"OK"',
    '" None "',
    '{"code":"SUCCESS","text":"Done"}',
    '[null]',
    '{"code":null,"message":""}',
  ])('Load: on an empty page, an “error” of %s is none', async (error) => {
    const { datasetId } = await opened((cursor) =>
      cursor === 'c3' ? `{"reports":[],"error":${error},"lastPage":"true"}` : pages(3)(cursor),
    )
    expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 20 })
  })

  test.each([
    'true',
    '503',
    '"Not OK"',
    '{"code":503}',
    '{"code":null,"message":"Later"}',
    '{"code":{"toString":1}}',
    '["Later"]',
  ])('Load: on an empty page, an “error” of %s is one', async (error) => {
    served.retry.forMs = 100
    const { datasetId } = await opened((cursor) =>
      cursor === 'c3' ? `{"reports":[],"error":${error},"lastPage":"true"}` : pages(3)(cursor),
    )
    const failed = { kind: 'failed', error: { code: 'list-error-received' } }
    expect(await lists.load(datasetId, 'all')).toMatchObject({ state: failed, records: 20 })
  })

  test('Load: a field that stood beside records is no fault on an empty page, but another one next to it is', async () => {
    const withMeta = (records: string, meta: string, next: string): string =>
      `{"reports":[${records}],"meta":{${meta}},${next}}`
    const [known, last] = ['"links":[{"rel":"up"}]', '"next":null,"lastPage":"true"']
    const load = async (meta: string): Promise<DatasetSummary> => {
      const { datasetId } = await opened((cursor) =>
        cursor === undefined ? withMeta('{"id":0}', known, '"next":"c2","lastPage":"false"') : withMeta('', meta, last),
      )
      return lists.load(datasetId, 'all')
    }
    expect(await load(known)).toMatchObject({ state: { kind: 'complete' }, records: 1 })
    const failed = { kind: 'failed', error: { code: 'list-records-elsewhere' } }
    expect(await load(`${known},"items":[{"id":1}]`)).toMatchObject({ state: failed, records: 1 })
  })

  test.each([undefined, 'c2'])(
    'Load: errors with status 200 are the service’s words, not records, and the next attempt reads on (cursor %s)',
    async (at) => {
      for (const page of [
        '{"errors":[{"title":"Rebuilding","detail":"Reports are being rebuilt"}],"next":null,"lastPage":"true"}',
        '{"reports":null,"error":{"message":"Reports are being rebuilt"},"next":null,"lastPage":"true"}',
        '{"reports":[],"Errors":["Reports are being rebuilt"],"lastPage":"true"}',
      ]) {
        let isFailing = true
        const { datasetId } = await opened((cursor) => (cursor === at && isFailing ? page : pages(3)(cursor)))
        const { state } = await lists.load(datasetId, 'all')
        expect(state).toMatchObject({ kind: 'failed', error: { code: 'list-error-received' }, retry: true })
        const message = state.kind === 'failed' ? state.error.message : ''
        expect(message).toMatch(/It says: (?:Rebuilding: )?Reports are being rebuilt\.$/u)
        expect(message.includes('Rebuilding')).toBe(page.includes('Rebuilding'))
        isFailing = false
        expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 30 })
      }
    },
  )

  test.each([
    '{"reports":{"id":1},"lastPage":"true"}',
    '{"data":{"reports":[]},"lastPage":"true"}',
    '{"next":null,"lastPage":"false"}',
  ])('Load: %s does not count as an empty list', async (page) => {
    const { datasetId } = await opened(() => page)
    expect((await lists.load(datasetId, 'all')).state).toMatchObject({
      kind: 'failed',
      error: { code: 'list-records-missing' },
    })
  })

  test.each<[string, readonly string[], string | undefined]>([
    [
      'equal',
      ['{"id":1,"v":1}', '{"id":2}', '{"id":1,"v":1}'],
      '1 record repeats the “id” of an earlier one: records 1 and 3.',
    ],
    [
      'one different',
      ['{"id":1}', '{"id":2}', '{"id":1,"v":1}'],
      '1 record repeats the “id” of an earlier one with other values: records 1 and 3.',
    ],
    [
      'different',
      ['{"id":1}', '{"id":1}', '{"id":1,"v":1}'],
      '2 records repeat the “id” of an earlier one, 1 of them with other values, for example records 1 and 3.',
    ],
    ['no', ['{"id":1}', '{"id":2}'], undefined],
    ['no clear', ['{"code":1}', '{"code":1}'], undefined],
  ])('Load: reports %s repeated identifiers when it is complete', async (_what, records, notice) => {
    const { datasetId } = await opened(() => pageOf(records, null, 'true'))
    const { state } = await lists.load(datasetId, 'all')
    expect(state).toEqual({ kind: 'complete', ...(notice !== undefined && { notice }) })
  })

  test('ListService: a last page with a cursor ends the load, with a notice', async () => {
    const { datasetId, server } = await opened(() => pageOf(['{"id":0}'], 'c2', 'true'))
    expect((await lists.load(datasetId, 'all')).state).toMatchObject({
      kind: 'complete',
      notice: expect.stringContaining('has a “next” cursor') as string,
    })
    expect(server.asked).toEqual([undefined])
  })

  test('ListService: retries a connection that breaks in the middle of a page', async () => {
    const { datasetId } = await opened((cursor, time) =>
      cursor === 'c2' && time === 1
        ? (response) => {
            response.writeHead(200, { 'content-length': '1000' }).write('{"reports":[')
            response.socket?.destroySoon()
          }
        : pages(3)(cursor),
    )
    expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 30 })
    expect(progress.map(({ state }) => state.kind)).toContain('waiting')
    expect(await ids(datasetId)).toEqual(upTo(30))
  })

  test('ListService: a page in an unknown content coding is not requested again', async () => {
    const { datasetId, server } = await opened((cursor) =>
      cursor === 'c2'
        ? (response) => void response.writeHead(200, { 'content-encoding': 'aws-chunked' }).end('x')
        : pages(3)(cursor),
    )
    expect(await lists.load(datasetId, 'all')).toMatchObject({
      state: { kind: 'failed', error: { code: 'response-encoding-unsupported' }, retry: true },
      records: 10,
    })
    expect(server.asked).toEqual([undefined, 'c2'])
  })

  test.each<[string, ListAnswer]>([
    ['a 503', (response) => response.writeHead(503).end()],
    ['a 503 that asks for no pause', (response) => response.writeHead(503, { 'retry-after': '0' }).end()],
    ['an HTML page', '<!doctype html><title>Maintenance</title>'],
    ['a truncated page', '{"reports":[{"id":3'],
    ['a damaged page', '{"reports":[{"id":3}],"next":nil,"lastPage":"false"}'],
    ['an empty response', ''],
    ['a closed connection', (response) => response.destroy()],
  ])('ListService: continues after an outage of over four attempts, %s', async (_what, outage) => {
    const { datasetId, server } = await opened((cursor, time) =>
      cursor === 'c2' && time <= 6 ? outage : pages(3)(cursor),
    )
    expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 30 })
    expect(server.asked).toEqual([undefined, ...new Array(7).fill('c2'), 'c3'])
    expect(datasets.get(datasetId).report()).toMatchObject({ counts: { retry: 6 } })
    expect(await ids(datasetId)).toEqual(upTo(30))
  })

  test('ListService: tries four times if it gets HTML before the first page, as from a wrong address', async () => {
    const { datasetId, server } = await opened(() => '<html></html>')
    expect((await lists.load(datasetId, 'all')).state).toMatchObject({
      kind: 'failed',
      error: { code: 'response-not-json' },
    })
    expect(server.asked).toHaveLength(4)
  })

  test('ListService: pauses at once if a load waits for another attempt', async () => {
    const { datasetId, server } = await opened((cursor) =>
      cursor === 'c2' ? (response) => response.writeHead(503, { 'retry-after': '1' }).end() : pages(3)(cursor),
    )
    const loading = lists.load(datasetId, 'all')
    await expect.poll(() => datasets.get(datasetId).summary().state.kind).toBe('waiting')
    expect(await datasets.get(datasetId).pause()).toMatchObject({ state: { kind: 'paused' }, records: 10 })
    await loading
    expect(server.asked).toEqual([undefined, 'c2'])
  })

  test('ListService: reports a pause requested by the service and resumes after it', async () => {
    const { datasetId } = await opened((cursor, time) =>
      cursor === 'c2' && time === 1
        ? (response) => response.writeHead(429, { 'retry-after': '1' }).end()
        : pages(3)(cursor),
    )
    expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 30 })
    const waiting = progress.find(({ state }) => state.kind === 'waiting')
    expect(waiting).toMatchObject({
      state: {
        resumesAt: expect.any(String) as string,
        reason: expect.stringContaining('too many requests') as string,
      },
    })
  })
})

describe('datasets', () => {
  test('ListService: opening again returns the same dataset; a restart replaces it', async () => {
    const { datasetId, profileId } = await opened(pages(3))
    await lists.load(datasetId, 1)
    expect(await lists.open(profileId, 'reports', false)).toMatchObject({ datasetId, pages: 1 })
    const other = await lists.open(profileId, 'reporting-groups', false)
    const restarted = await lists.open(profileId, 'reports', true)
    expect(restarted).toMatchObject({ pages: 0, records: 0 })
    expect(new Set([datasetId, other.datasetId, restarted.datasetId]).size).toBe(3)
    expect(() => datasets.get(datasetId).summary()).toThrow(
      expect.objectContaining({ code: 'dataset-closed' }) as Error,
    )
    expect(datasets.get(other.datasetId).summary()).toMatchObject({ list: 'reporting-groups' })
  })

  test('ListService: saves the chosen field of the records in the profile', async () => {
    const { datasetId, profileId } = await opened(() => '{"rows":[{"id":0}],"items":[],"next":null,"lastPage":"true"}')
    expect((await lists.load(datasetId, 1)).state).toMatchObject({
      kind: 'failed',
      error: { code: 'list-records-ambiguous', details: { candidates: ['rows', 'items'] } },
      retry: false,
    })
    await lists.chooseRecordMember(profileId, 'reports', 'rows')
    const { datasetId: reopened } = await lists.open(profileId, 'reports', false)
    expect(reopened).not.toBe(datasetId)
    expect(await lists.load(reopened, 1)).toMatchObject({
      state: { kind: 'complete' },
      recordMember: 'rows',
      records: 1,
    })
  })

  test('ListService: records can be read and exported; missing ones are an error', async () => {
    const { datasetId } = await opened(pages(3))
    await lists.load(datasetId, 'all')
    expect(await datasets.get(datasetId).record(29)).toBe('{"id":29}')
    await expect(datasets.get(datasetId).record(30)).rejects.toMatchObject({ code: 'input-invalid' })
    await expect(datasets.get(datasetId).wholeRow(30, [])).rejects.toMatchObject({ code: 'input-invalid' })
    const query: ListQuery = { search: [], filters: [], sort: [{ path: 'id', direction: 'descending' }] }
    const path = join(folder, 'out.ndjson')
    const control = { signal: new AbortController().signal, onProgress: () => undefined }
    expect(
      await datasets.get(datasetId).store.exportTo({ kind: 'query', query }, { format: 'ndjson' }, path, control),
    ).toEqual({
      records: 30,
      furtherMembers: false,
      absentColumns: [],
      fittedColumns: [],
      textColumns: [],
      sheets: 1,
    })
    expect(await readFile(path, 'utf8')).toBe(
      upTo(30)
        .map((id) => `{"id":${29 - id}}\n`)
        .join(''),
    )
  })

  test('ListService: closing in the middle of a page ends the load, removes its file and stops its reports', async () => {
    let arrived: () => void = () => undefined
    const hanging = new Promise<void>((resolve) => (arrived = resolve))
    const { datasetId } = await opened((cursor) => {
      if (cursor === undefined) return pages(2)(cursor)
      arrived()
      return () => undefined
    })
    const loading = lists.load(datasetId, 'all')
    await hanging
    const before = progress.length
    await datasets.close(datasetId)
    await datasets.close(datasetId)
    await loading
    expect(progress.length).toBe(before)
    expect(await datasetFileNames(folder)).toEqual([])
  })

  test('ListService: ending the service closes all datasets and leaves no file', async () => {
    const { profileId } = await opened(pages(3))
    await lists.open(profileId, 'report-configs', false)
    expect(await datasetFileNames(folder)).toHaveLength(2)
    await served.services.datasets.end()
    expect(await datasetFileNames(folder)).toEqual([])
  })

  test('ListService: refuses to open a list of a profile without a reporting address', async () => {
    const { profileId } = await opened(pages(1))
    await served.services.profiles.changeSettings(profileId, (settings) => ({ ...settings, reportsBaseUrl: '' }))
    await expect(lists.open(profileId, 'reports', false)).rejects.toMatchObject({ code: 'input-invalid' })
  })
})

describe('faults while 50,000 records load', () => {
  const pageCount = 100
  const pageSize = 500
  const page = (number: number): Buffer => {
    const records = Array.from({ length: pageSize }, (_, index) => `{"id":${(number - 1) * pageSize + index}}`)
    return number < pageCount ? pageOf(records, `c${number + 1}`, 'false') : pageOf(records, null, 'true')
  }
  const refused =
    (status: number): ListAnswer =>
    (response) =>
      void response.writeHead(status, { 'retry-after': '0' }).end('{}')
  /** What goes wrong the first time a page is requested. */
  const faults: readonly ((number: number) => ListAnswer)[] = [
    () => refused(429),
    () => refused(503),
    (number) => page(number).subarray(0, page(number).length / 2),
    () => '<html>Sign in</html>',
    () => (response) => void response.socket?.destroy(),
    // The envelope breaks the chain, so the page is requested again and its records are replaced.
    (number) => pageOf([`{"id":${number},"wrong":true}`], null, 'false'),
    (number) => pageOf([`{"id":${number},"wrong":true}`], `c${Math.max(2, number - 3)}`, 'false'),
  ]

  test('ListService: duplicates or loses nothing and keeps nothing of a broken page, with faults in 50,000 records', async () => {
    const { datasetId } = await opened((cursor, time) => {
      const number = cursor === undefined ? 1 : Number(cursor.slice(1))
      const fault = number % 9 === 0 && time === 1 ? faults[(number / 9) % faults.length] : undefined
      return fault === undefined ? page(number) : fault(number)
    })
    let failures = 0
    for (let summary = datasets.get(datasetId).summary(); summary.state.kind !== 'complete';) {
      summary = await lists.load(datasetId, 'all')
      if (summary.state.kind !== 'failed') continue
      failures += 1
      expect(summary.state.retry).toBe(true)
      expect(failures).toBeLessThan(50)
    }
    expect(failures).toBe(2)
    expect(datasets.get(datasetId).summary()).toMatchObject({ pages: pageCount, records: pageCount * pageSize })
    expect(datasets.get(datasetId).summary().columns).toEqual([
      { path: 'id', type: 'number', filled: pageCount * pageSize },
    ])
    const file = join(folder, 'all.ndjson')
    await datasets.get(datasetId).store.exportTo({ kind: 'query', query: everything }, { format: 'ndjson' }, file, {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    const came = (await readFile(file, 'utf8')).trimEnd().split('\n')
    expect(came.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual(upTo(pageCount * pageSize))
  })
})
