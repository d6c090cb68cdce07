import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { defaultProfileSettings } from '../../shared/model/profile.ts'
import type { RunSummary } from '../../shared/model/list.ts'
import { ActivityLog } from '../activity/activity-log.ts'
import { HttpClient } from '../http/http-client.ts'
import { ProfileStore } from '../profiles/profile-store.ts'
import { startLoopbackServer, type LoopbackServer } from '../testing/loopback-server.ts'
import { ListService } from './list-service.ts'

let folder: string
let profiles: ProfileStore
let http: HttpClient
let server: LoopbackServer
let lists: ListService
let profileId: string
/** The cursors that were asked for, in order; empty for the first page. */
let asked: string[]
/** What the service answers to a cursor. */
let answer: (cursor: string) => { status?: number; headers?: Record<string, string>; body: string; delay?: number }

/** Page number `index` of a list of `pages` pages with two records each. */
const plainPage = (index: number, pages: number): string => {
  const isLast = index === pages - 1
  return `{"reports":[{"n":${index * 2}},{"n":${index * 2 + 1}}],"next":${isLast ? 'null' : `"c${index + 1}"`},"lastPage":"${isLast}"}`
}
const indexOf = (cursor: string): number => Number(cursor.slice(1) || 0)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-lists-'))
  asked = []
  answer = (cursor) => ({ body: plainPage(indexOf(cursor), 4) })
  server = await startLoopbackServer((request, response) => {
    const cursor = String(request.headers['next'] ?? '')
    asked.push(cursor)
    const { status = 200, headers = {}, body, delay = 0 } = answer(cursor)
    setTimeout(() => response.writeHead(status, headers).end(body), delay)
  })
  profiles = new ProfileStore({ folder, now: Date.now, newId: randomUUID })
  http = new HttpClient({ resolveProxy: () => Promise.resolve(undefined), activity: new ActivityLog(), now: Date.now })
  lists = new ListService({
    profiles,
    // A token has no part in these tests: the list's own rules are what is looked at.
    client: {
      get: async (_profileId, url, { headers = {}, signal, kind, what, onWaiting }) => {
        const response = await http.send({
          ...{ method: 'GET', url, headers, retry: 'safe', authorities: [], proxy: 'none', purpose: { kind, what } },
          ...(signal === undefined ? {} : { signal }),
          ...(onWaiting === undefined ? {} : { onWaiting }),
        })
        return response
      },
    },
    workerUrl: new URL('record-store-worker.ts', import.meta.url),
    temporaryFolder: join(folder, 'runs'),
    now: Date.now,
    newId: randomUUID,
  })
  const { id } = await profiles.create(
    {
      ...defaultProfileSettings('basic'),
      name: 'Lists',
      environment: 'mock',
      clientId: 'x',
      tokenUrl: `${server.origin}/token`,
      reportsBaseUrl: `${server.origin}/base/`,
    },
    { practice: false },
  )
  profileId = id
})
afterEach(async () => {
  await lists.end()
  await http.close()
  await server.end()
  await rm(folder, { recursive: true, force: true })
})

const open = async (): Promise<string> => (await lists.open(profileId, 'reports', false)).runId
const numbers = async (runId: string): Promise<(string | undefined)[]> =>
  (await lists.rows({ runId, view: { search: '', sort: [] }, offset: 0, limit: 1000, paths: ['n'] })).rows.map(
    ({ cells: [cell] }) => cell?.text,
  )
const upTo = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index))

test('pages come one after the other, the cursor in the header, until the last', async () => {
  const runId = await open()
  expect(await lists.load(runId, 1)).toMatchObject({ state: { kind: 'idle' }, pages: 1, records: 2 })
  expect(await lists.load(runId, 2)).toMatchObject({ state: { kind: 'idle' }, pages: 3, records: 6 })
  expect(await lists.load(runId, 'all')).toMatchObject({ state: { kind: 'complete' }, pages: 4, records: 8 })
  expect(await lists.load(runId, 'all')).toMatchObject({ pages: 4 })
  expect(asked).toEqual(['', 'c1', 'c2', 'c3'])
  expect(await numbers(runId)).toEqual(upTo(8))
  expect(lists.summary(runId).columns).toEqual([{ path: 'n', type: 'number', filled: 8 }])
})

test('a run is kept until it is restarted; a second call joins the fetch under way', async () => {
  answer = (cursor) => ({ body: plainPage(indexOf(cursor), 4), delay: 20 })
  const runId = await open()
  const summaries = await Promise.all([lists.load(runId, 1), lists.load(runId, 1), lists.load(runId, 3)])
  expect(new Set(summaries.map(({ pages }) => pages))).toEqual(new Set([3]))
  expect(asked).toHaveLength(3)
  expect(await open()).toBe(runId)
  const again = await lists.open(profileId, 'reports', true)
  expect(again.runId).not.toBe(runId)
  expect(() => lists.summary(runId)).toThrow(expect.objectContaining({ code: 'list-run-gone' }))
})

describe('what goes wrong keeps what came', () => {
  test.each([
    ['a web page', { body: '<html>' }, 'response-not-json'],
    ['a cut body', { body: '{"reports":[{"n":4},{"n"' }, 'response-truncated'],
    ['a page without records', { body: '{"next":"c3","lastPage":"false"}' }, 'list-records-missing'],
  ])('%s, and goes on from that page', async (_what, bad, code) => {
    let isBad = true
    answer = (cursor) => (cursor === 'c2' && isBad ? bad : { body: plainPage(indexOf(cursor), 4) })
    const runId = await open()
    expect(await lists.load(runId, 'all')).toMatchObject({
      state: { kind: 'failed', error: { code }, retry: true },
      pages: 2,
      records: 4,
    })
    isBad = false
    expect(await lists.load(runId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 8 })
    expect(await numbers(runId)).toEqual(upTo(8))
  })

  test('an envelope that does not say how to go on: the page is kept, and asked for again', async () => {
    let isBad = true
    answer = (cursor) =>
      cursor === 'c2' && isBad
        ? { body: '{"reports":[{"n":4},{"n":5}],"next":null,"lastPage":"false"}' }
        : { body: plainPage(indexOf(cursor), 4) }
    const runId = await open()
    expect(await lists.load(runId, 'all')).toMatchObject({
      state: { kind: 'failed', error: { code: 'list-envelope-invalid' } },
      records: 6,
    })
    isBad = false
    expect(await lists.load(runId, 'all')).toMatchObject({ state: { kind: 'complete' }, pages: 4, records: 8 })
    expect(await numbers(runId)).toEqual(upTo(8))
  })

  test('a cursor that comes twice ends the run instead of looping', async () => {
    answer = (cursor) => ({
      body: cursor === 'c2' ? '{"reports":[{"n":4}],"next":"c1","lastPage":"false"}' : plainPage(indexOf(cursor), 9),
    })
    const runId = await open()
    expect(await lists.load(runId, 'all')).toMatchObject({
      state: { kind: 'failed', error: { code: 'list-cursor-repeated' } },
      records: 5,
    })
    expect(asked).toEqual(['', 'c1', 'c2'])
  })

  test('several arrays: the person chooses, and the run starts anew', async () => {
    answer = () => ({ body: '{"items":[{"n":1}],"others":[],"next":null,"lastPage":"true"}' })
    const runId = await open()
    expect(await lists.load(runId, 'all')).toMatchObject({
      state: { kind: 'failed', retry: false, error: { details: { candidates: ['items', 'others'] } } },
    })
    await lists.chooseRecordMember(profileId, 'reports', 'items')
    const next = await open()
    expect(next).not.toBe(runId)
    expect(await lists.load(next, 'all')).toMatchObject({
      state: { kind: 'complete' },
      recordMember: 'items',
      records: 1,
    })
  })
})

test('a pause that the service asks for is told, and kept', async () => {
  let refusals = 1
  answer = (cursor) => {
    if (cursor !== 'c1' || refusals === 0) return { body: plainPage(indexOf(cursor), 3) }
    refusals -= 1
    return { status: 429, headers: { 'retry-after': '0' }, body: '' }
  }
  const states: string[] = []
  lists.onProgress(({ state }) => states.push(state.kind))
  const runId = await open()
  await lists.load(runId, 'all')
  expect(states).toContain('waiting')
  expect(lists.summary(runId)).toMatchObject({ state: { kind: 'complete' }, records: 6 })
})

describe('load all', () => {
  beforeEach(() => {
    answer = (cursor) => ({ body: plainPage(indexOf(cursor), 400), delay: 5 })
  })

  test('is paused after the page under way, and goes on', async () => {
    const runId = await open()
    const loading = lists.load(runId, 'all')
    await wait(60)
    const paused = await lists.pause(runId)
    await loading
    expect(paused.state.kind).toBe('paused')
    const { pages } = paused
    await wait(40)
    expect(lists.summary(runId).pages).toBe(pages)
    expect(await lists.load(runId, 3)).toMatchObject({ state: { kind: 'idle' }, pages: pages + 3 })
    expect(await numbers(runId)).toEqual(upTo((pages + 3) * 2))
  })

  test('is stopped at once, and what came is kept without a gap', async () => {
    const runId = await open()
    const loading = lists.load(runId, 'all')
    await wait(60)
    expect((await lists.stop(runId)).state.kind).toBe('paused')
    const { records } = await loading
    expect(await numbers(runId)).toEqual(upTo(records))
    expect(await lists.load(runId, 5)).toMatchObject({ state: { kind: 'idle' }, records: records + 10 })
    expect(await numbers(runId)).toEqual(upTo(records + 10))
  })
})

test('progress is told at most ten times a second, but each change of state', async () => {
  answer = (cursor) => ({ body: plainPage(indexOf(cursor), 300) })
  const told: RunSummary[] = []
  lists.onProgress((summary) => told.push(summary))
  const began = performance.now()
  await lists.load(await open(), 'all')
  const seconds = (performance.now() - began) / 1000
  expect(told.length).toBeLessThanOrEqual(Math.ceil(seconds * 10) + 3)
  expect(told.at(-1)?.state.kind).toBe('complete')
})

test('records are in a private file that goes with the run; those of dead processes are swept', async () => {
  const runs = join(folder, 'runs')
  await lists.close(await open())
  await writeFile(join(runs, '999999999-left.sqlite'), 'left behind')
  const fresh = new ListService({
    profiles,
    client: { get: () => Promise.reject(new Error('not asked')) },
    workerUrl: new URL('record-store-worker.ts', import.meta.url),
    temporaryFolder: runs,
    now: Date.now,
    newId: randomUUID,
  })
  const { runId } = await fresh.open(profileId, 'reports', false)
  const names = await readdir(runs)
  expect(names).toEqual([`${process.pid}-${runId}.sqlite`])
  expect((await stat(join(runs, names[0] ?? ''))).mode & 0o777).toBe(0o600)
  await fresh.end()
  expect(await readdir(runs)).toEqual([])
})

test('a profile without a reporting address says so', async () => {
  await profiles.changeSettings(profileId, (settings) => ({ ...settings, reportsBaseUrl: '' }))
  await expect(open()).rejects.toMatchObject({ code: 'input-invalid' })
})
