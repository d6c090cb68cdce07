import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RunSummary } from '../../../shared/model/lists/list.ts'
import type { ListService } from '../list-service.ts'
import type { ListAnswer } from '../testing/list-server.ts'
import { pageOf } from '../../records/testing/page-text.ts'
import { pages, ServedLists, upTo } from '../testing/served-lists.ts'

const everything = { search: [], filters: [], sort: [] }
const unhurried = { signal: new AbortController().signal, onProgress: () => undefined }
const gone = expect.objectContaining({ code: 'list-run-gone' }) as Error

let served: ServedLists
let lists: ListService

beforeEach(async () => {
  served = await ServedLists.start()
  lists = served.services.lists
})
afterEach(() => served.end())

const files = (): Promise<string[]> => readdir(join(served.folder, 'runs'))

/** Something that is waited for until it is let come. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

/** A list of two pages that was read whole, and what its first page is answered with the next times. */
async function readWhole(
  anew: (time: number) => ListAnswer | Promise<ListAnswer>,
): Promise<{ readonly runId: string; readonly profileId: string; readonly asked: readonly unknown[] }> {
  const { runId, profileId, server } = await served.opened((cursor, time) =>
    cursor === undefined && time > 1 ? anew(time) : pages(2)(cursor),
  )
  await lists.load(runId, 'all')
  return { runId, profileId, asked: server.asked }
}

const noPage = '<html>Sign in</html>'

test('what is loaded stays, and is searched and saved, until the new reading has its first page', async () => {
  const { opened: arrived, open: arrive } = gate()
  const { opened: answered, open: answer } = gate()
  const { runId, profileId } = await readWhole(async () => {
    arrive()
    await answered
    return pageOf(['{"id":7}'], 'c2', 'false')
  })
  const reading = lists.reload(runId)
  await arrived
  expect(lists.summary(runId)).toMatchObject({ records: 20, newReading: { kind: 'loading' } })
  expect(await served.ids(runId)).toEqual(upTo(20))
  // It is the list's reading still: for its page, for other lists' links, for who opens it.
  expect(await lists.open(profileId, 'reports', false)).toMatchObject({ runId })
  expect(lists.runsOf(profileId)).toMatchObject([{ runId }])
  answer()
  const summary = await reading
  expect(summary).toMatchObject({ state: { kind: 'idle' }, pages: 1, records: 1 })
  expect(summary.newReading).toBeUndefined()
  expect(() => lists.summary(runId)).toThrow(gone)
  expect(lists.runsOf(profileId)).toMatchObject([{ runId: summary.runId }])
  expect(await files()).toHaveLength(1)
  expect(await lists.load(summary.runId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 11 })
})

test.each<[string, ListAnswer, string]>([
  ['no JSON', noPage, 'response-not-json'],
  ['without records', '{}', 'list-records-missing'],
  ['without a way on', pageOf(['{"id":7}'], null, 'false'), 'list-envelope-invalid'],
])('where its first page is %s, the reading that is there stays, and it is told', async (_what, answer, code) => {
  let isBack = false
  const { runId } = await readWhole(() => (isBack ? pages(2)(undefined) : answer))
  const summary = await lists.reload(runId)
  expect(summary).toMatchObject({ runId, state: { kind: 'complete' }, records: 20 })
  expect(summary.newReading).toMatchObject({ kind: 'failed', error: { code } })
  expect(await served.ids(runId)).toEqual(upTo(20))
  expect(await files()).toHaveLength(1)
  isBack = true
  expect((await lists.reload(runId)).runId).not.toBe(runId)
})

test('that it failed is forgotten on demand', async () => {
  const { runId } = await readWhole(() => noPage)
  await lists.reload(runId)
  await lists.cancelReload(runId)
  expect(lists.summary(runId).newReading).toBeUndefined()
})

test('a pause that the service asks for is told', async () => {
  const { runId } = await readWhole((time) =>
    time === 2 ? (response) => void response.writeHead(429, { 'retry-after': '0' }).end('{}') : pages(2)(undefined),
  )
  await lists.reload(runId)
  const standings = served.told.filter((told) => told.runId === runId).map(({ newReading }) => newReading)
  expect(standings).toContainEqual({
    kind: 'waiting',
    resumesAt: expect.any(String) as string,
    reason: expect.stringContaining('too many requests') as string,
  })
})

test('asked for twice it is read once', async () => {
  const { runId, asked } = await readWhole(() => pages(2)(undefined))
  const [first, second] = await Promise.all([lists.reload(runId), lists.reload(runId)])
  expect(second).toEqual(first)
  expect(asked).toEqual([undefined, 'c2', undefined])
})

test('it is cancelled, and nothing of it is left; another one is begun at once', async () => {
  const { opened: arrived, open: arrive } = gate()
  const { runId } = await readWhole((time) => {
    if (time > 2) return pages(2)(undefined)
    arrive()
    return () => undefined
  })
  const reading = lists.reload(runId)
  await arrived
  const cancelled = lists.cancelReload(runId)
  const again = lists.reload(runId)
  await cancelled
  expect(await reading).toMatchObject({ runId, records: 20 })
  expect((await again).runId).not.toBe(runId)
  expect(await files()).toHaveLength(1)
})

test('a reading that still loads is stopped, and can be gone on with where the new one fails', async () => {
  const { opened: arrived, open: arrive } = gate()
  const { runId, server } = await served.opened((cursor, time) => {
    if (cursor === undefined) return time === 1 ? pages(3)(cursor) : noPage
    if (cursor === 'c3' || time > 1) return pages(3)(cursor)
    arrive()
    return () => undefined
  })
  const loading = lists.load(runId, 'all')
  await arrived
  const summary = await lists.reload(runId)
  expect(summary).toMatchObject({ state: { kind: 'paused' }, records: 10, newReading: { kind: 'failed' } })
  expect(server.mostAtOnce()).toBe(1)
  await loading
  expect(await lists.load(runId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 30 })
})

test('whatever else takes the list’s place ends it', async () => {
  const { opened: arrived, open: arrive } = gate()
  const { runId, profileId } = await readWhole((time) => {
    if (time > 2) return pages(2)(undefined)
    arrive()
    return () => undefined
  })
  const reading = expect(lists.reload(runId)).rejects.toMatchObject({ code: 'list-run-gone' })
  await arrived
  // With another client ID it is another list that is read.
  await served.services.profiles.changeSettings(profileId, (settings) => ({ ...settings, clientId: 'other' }))
  const { runId: other } = await lists.open(profileId, 'reports', false)
  await reading
  expect(lists.runsOf(profileId)).toMatchObject([{ runId: other }])
  expect(await files()).toHaveLength(1)
})

test('what is loaded stays where the person says which member of the new pages holds the records', async () => {
  const unclear = '{"rows":[{"id":7}],"items":[],"next":null,"lastPage":"true"}'
  const { runId, profileId } = await readWhole((time) => (time === 3 ? noPage : unclear))
  const { newReading } = await lists.reload(runId)
  expect(newReading).toMatchObject({ error: { code: 'list-records-ambiguous' } })
  await lists.chooseRecordMember(profileId, 'reports', 'rows')
  // It is the list's reading still, also where the window is loaded anew and where the next page does not come either.
  expect(await lists.open(profileId, 'reports', false)).toMatchObject({ runId, records: 20 })
  await lists.reload(runId)
  expect(await lists.open(profileId, 'reports', false)).toMatchObject({
    ...{ runId, records: 20 },
    newReading: { kind: 'failed', error: { code: 'response-not-json' } },
  })
  const other = await lists.reload(runId)
  expect(other).toMatchObject({ records: 1, recordMember: 'rows', state: { kind: 'complete' } })
  expect(lists.runsOf(profileId)).toMatchObject([{ runId: other.runId }])
})

test('a reading that stayed after such a choice goes where the profile reads from elsewhere', async () => {
  const { runId, profileId } = await readWhole(() => noPage)
  await lists.chooseRecordMember(profileId, 'reports', 'rows')
  await served.services.profiles.changeSettings(profileId, (settings) => ({ ...settings, clientId: 'other' }))
  // Whatever is chosen then: it was not the list's reading any more.
  await lists.chooseRecordMember(profileId, 'reports', 'items')
  expect((await lists.open(profileId, 'reports', false)).runId).not.toBe(runId)
})

test('a reading that is closed while a new one begins leaves nothing', async () => {
  const { runId } = await readWhole(() => pages(2)(undefined))
  const { profiles } = served.services
  const get = profiles.get.bind(profiles)
  vi.spyOn(profiles, 'get').mockImplementationOnce(async (id) => {
    await lists.close(runId)
    return get(id)
  })
  await expect(lists.reload(runId)).rejects.toMatchObject({ code: 'list-run-gone' })
  expect(served.services.runs.all()).toEqual([])
  expect(await files()).toEqual([])
})

test('a comparison or a save of the old reading goes on, and only then its file goes', async () => {
  const { runId } = await readWhole(() => pages(2)(undefined))
  const { comparisons } = served.services
  const run = { kind: 'run', runId } as const
  const compared = [await comparisons.lease(run), await comparisons.lease(run)] as const
  const saved = lists.lease(runId)
  const { runId: next } = await lists.reload(runId)
  expect(() => lists.summary(runId)).toThrow(gone)
  expect(await files()).toHaveLength(2)
  const outcome = await comparisons.compareLeased(...compared, undefined, unhurried)
  expect(outcome).toMatchObject({ kind: 'compared', counts: { same: 20 } })
  for (const { release } of compared) await release()
  const path = join(served.folder, 'saved.ndjson')
  await saved.store.exportTo({ kind: 'view', view: everything }, { format: 'ndjson' }, path, unhurried)
  expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(20)
  await saved.release()
  if (outcome.kind === 'compared') await lists.close(outcome.summary.runId)
  expect(await files()).toEqual([expect.stringContaining(next)])
})

test('a kept reading whose place was taken while it is compared is kept as it was, under a new name too', async () => {
  const { runId } = await readWhole(() => pages(2)(undefined))
  const { comparisons, snapshots } = served.services
  const { id } = await snapshots.keep(runId, 'October')
  const { release } = await comparisons.lease({ kind: 'run', runId })
  await lists.reload(runId)
  await expect(snapshots.open(id)).rejects.toMatchObject({ message: '“October” is just being compared or saved.' })
  const again = await snapshots.lease(id)
  await snapshots.rename(id, 'Autumn')
  await release()
  await again.release()
  expect(await snapshots.list()).toMatchObject([{ name: 'Autumn', records: 20, open: false }])
  expect(await snapshots.open(id)).toMatchObject({ records: 20 })
})

test('the end leaves no file, although a reading is lent and another one is awaited', async () => {
  const { opened: arrived, open: arrive } = gate()
  const { runId, profileId } = await readWhole((time) => {
    if (time === 2) return pages(2)(undefined)
    arrive()
    return () => undefined
  })
  lists.lease(runId)
  const { runId: next }: RunSummary = await lists.reload(runId)
  const reading = expect(lists.reload(next)).rejects.toMatchObject({ code: 'list-run-gone' })
  await arrived
  await served.services.runs.end()
  await reading
  expect(await files()).toEqual([])
  // Nor is anything begun any more.
  await expect(lists.open(profileId, 'reports', false)).rejects.toMatchObject({ code: 'list-run-gone' })
})
