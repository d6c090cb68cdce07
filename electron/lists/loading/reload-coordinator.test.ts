import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DatasetSummary } from '#shared/lists/list.ts'
import { pageOf } from '../../records/testing/page-text.ts'
import type { ListService } from '../list-service.ts'
import type { ListAnswer } from '../testing/list-server.ts'
import { datasetFileNames } from '../testing/list-services.ts'
import { pages, ServedLists, upTo } from '../testing/served-lists.ts'
import type { DatasetRegistry } from './dataset-registry.ts'

const everything = { search: [], filters: [], sort: [] }
const unhurried = { signal: new AbortController().signal, onProgress: () => undefined }
const gone = expect.objectContaining({ code: 'dataset-closed' }) as Error

let served: ServedLists
let lists: ListService
let datasets: DatasetRegistry

beforeEach(async () => {
  served = await ServedLists.start()
  ;({ lists, datasets } = served.services)
})
afterEach(() => served.end())

const files = (): Promise<string[]> => datasetFileNames(served.folder)

/** A promise that the test resolves. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

/** Loads a list of two pages completely. @param reloaded the response to further requests for the first page */
async function readWhole(
  reloaded: (time: number) => ListAnswer | Promise<ListAnswer>,
): Promise<{ readonly datasetId: string; readonly profileId: string; readonly asked: readonly unknown[] }> {
  const { datasetId, profileId, server } = await served.opened((cursor, time) =>
    cursor === undefined && time > 1 ? reloaded(time) : pages(2)(cursor),
  )
  await lists.load(datasetId, 'all')
  return { datasetId, profileId, asked: server.asked }
}

const noPage = '<html>Sign in</html>'

test('ReloadCoordinator: loaded records stay usable until the first page of the reload has arrived', async () => {
  const { opened: arrived, open: arrive } = gate()
  const { opened: answered, open: answer } = gate()
  const { datasetId, profileId } = await readWhole(async () => {
    arrive()
    await answered
    return pageOf(['{"id":7}'], 'c2', 'false')
  })
  const reloading = lists.reloads.reload(datasetId)
  await arrived
  expect(datasets.get(datasetId).summary()).toMatchObject({ records: 20, reload: { kind: 'loading' } })
  expect(await served.ids(datasetId)).toEqual(upTo(20))
  // It is still the list's dataset: for pages, for links of other lists, for opening.
  expect(await lists.open(profileId, 'reports', false)).toMatchObject({ datasetId })
  expect(datasets.loaded()).toMatchObject([{ datasetId, profileId }])
  answer()
  const summary = await reloading
  expect(summary).toMatchObject({ state: { kind: 'idle' }, pages: 1, records: 1 })
  expect(summary.reload).toBeUndefined()
  expect(() => datasets.get(datasetId).summary()).toThrow(gone)
  expect(datasets.loaded()).toMatchObject([{ datasetId: summary.datasetId }])
  expect(await files()).toHaveLength(1)
  expect(await lists.load(summary.datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 11 })
})

test.each<[string, ListAnswer, string]>([
  ['no JSON', noPage, 'response-not-json'],
  ['without records', '{}', 'list-records-missing'],
  ['without a way on', pageOf(['{"id":7}'], null, 'false'), 'list-envelope-invalid'],
])('ReloadCoordinator: keeps the records if the first page is %s, and reports it', async (_what, answer, code) => {
  let isBack = false
  const { datasetId } = await readWhole(() => (isBack ? pages(2)(undefined) : answer))
  const summary = await lists.reloads.reload(datasetId)
  expect(summary).toMatchObject({ datasetId, state: { kind: 'complete' }, records: 20 })
  expect(summary.reload).toMatchObject({ kind: 'failed', error: { code } })
  expect(await served.ids(datasetId)).toEqual(upTo(20))
  expect(await files()).toHaveLength(1)
  isBack = true
  expect((await lists.reloads.reload(datasetId)).datasetId).not.toBe(datasetId)
})

test('ReloadCoordinator: cancel clears a failure', async () => {
  const { datasetId } = await readWhole(() => noPage)
  await lists.reloads.reload(datasetId)
  await lists.reloads.cancel(datasetId)
  expect(datasets.get(datasetId).summary().reload).toBeUndefined()
})

test('ReloadCoordinator: reports a pause requested by the service', async () => {
  const { datasetId } = await readWhole((time) =>
    time === 2 ? (response) => void response.writeHead(429, { 'retry-after': '0' }).end('{}') : pages(2)(undefined),
  )
  await lists.reloads.reload(datasetId)
  const states = served.progress.filter((report) => report.datasetId === datasetId).map(({ reload }) => reload)
  expect(states).toContainEqual({
    kind: 'waiting',
    resumesAt: expect.any(String) as string,
    reason: expect.stringContaining('too many requests') as string,
  })
})

test('ReloadCoordinator: two reloads at once load the list once', async () => {
  const { datasetId, asked } = await readWhole(() => pages(2)(undefined))
  const [first, second] = await Promise.all([lists.reloads.reload(datasetId), lists.reloads.reload(datasetId)])
  expect(second).toEqual(first)
  expect(asked).toEqual([undefined, 'c2', undefined])
})

test('ReloadCoordinator: a cancelled reload leaves nothing behind, and another one starts at once', async () => {
  const { opened: arrived, open: arrive } = gate()
  const { datasetId } = await readWhole((time) => {
    if (time > 2) return pages(2)(undefined)
    arrive()
    return () => undefined
  })
  const reloading = lists.reloads.reload(datasetId)
  await arrived
  const cancelled = lists.reloads.cancel(datasetId)
  const again = lists.reloads.reload(datasetId)
  await cancelled
  expect(await reloading).toMatchObject({ datasetId, records: 20 })
  expect((await again).datasetId).not.toBe(datasetId)
  expect(await files()).toHaveLength(1)
})

test('ReloadCoordinator: stops a running load, which can be resumed if the reload fails', async () => {
  const { opened: arrived, open: arrive } = gate()
  const { datasetId, server } = await served.opened((cursor, time) => {
    if (cursor === undefined) return time === 1 ? pages(3)(cursor) : noPage
    if (cursor === 'c3' || time > 1) return pages(3)(cursor)
    arrive()
    return () => undefined
  })
  const loading = lists.load(datasetId, 'all')
  await arrived
  const summary = await lists.reloads.reload(datasetId)
  expect(summary).toMatchObject({ state: { kind: 'paused' }, records: 10, reload: { kind: 'failed' } })
  expect(server.maxConcurrent()).toBe(1)
  await loading
  expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 30 })
})

test('ReloadCoordinator: the reload ends if anything else replaces the list’s dataset', async () => {
  const { opened: arrived, open: arrive } = gate()
  const { datasetId, profileId } = await readWhole((time) => {
    if (time > 2) return pages(2)(undefined)
    arrive()
    return () => undefined
  })
  const reloading = expect(lists.reloads.reload(datasetId)).rejects.toMatchObject({ code: 'dataset-closed' })
  await arrived
  // With another client ID it is another list.
  await served.services.profiles.changeSettings(profileId, (settings) => ({ ...settings, clientId: 'other' }))
  const { datasetId: other } = await lists.open(profileId, 'reports', false)
  await reloading
  expect(datasets.loaded()).toMatchObject([{ datasetId: other }])
  expect(await files()).toHaveLength(1)
})

test('ReloadCoordinator: loaded records stay when the person chooses the field of the records in new pages', async () => {
  const unclear = '{"rows":[{"id":7}],"items":[],"next":null,"lastPage":"true"}'
  const { datasetId, profileId } = await readWhole((time) => (time >= 3 && time <= 6 ? noPage : unclear))
  const { reload } = await lists.reloads.reload(datasetId)
  expect(reload).toMatchObject({ error: { code: 'list-records-ambiguous' } })
  await lists.chooseRecordMember(profileId, 'reports', 'rows')
  // It is still the list's dataset, also when the window reloads and when the next page fails.
  expect(await lists.open(profileId, 'reports', false)).toMatchObject({ datasetId, records: 20 })
  await lists.reloads.reload(datasetId)
  expect(await lists.open(profileId, 'reports', false)).toMatchObject({
    ...{ datasetId, records: 20 },
    reload: { kind: 'failed', error: { code: 'response-not-json' } },
  })
  const other = await lists.reloads.reload(datasetId)
  expect(other).toMatchObject({ records: 1, recordMember: 'rows', state: { kind: 'complete' } })
  expect(datasets.loaded()).toMatchObject([{ datasetId: other.datasetId }])
})

test('ReloadCoordinator: a dataset that stayed after such a choice is dropped when the profile’s addresses change', async () => {
  const { datasetId, profileId } = await readWhole(() => noPage)
  await lists.chooseRecordMember(profileId, 'reports', 'rows')
  await served.services.profiles.changeSettings(profileId, (settings) => ({ ...settings, clientId: 'other' }))
  // Whatever is chosen then, it was no longer the list's dataset.
  await lists.chooseRecordMember(profileId, 'reports', 'items')
  expect((await lists.open(profileId, 'reports', false)).datasetId).not.toBe(datasetId)
})

test('ReloadCoordinator: closing a dataset while it reloads leaves nothing behind', async () => {
  const { datasetId } = await readWhole(() => pages(2)(undefined))
  const { profiles } = served.services
  const get = profiles.get.bind(profiles)
  vi.spyOn(profiles, 'get').mockImplementationOnce(async (id) => {
    await datasets.close(datasetId)
    return get(id)
  })
  await expect(lists.reloads.reload(datasetId)).rejects.toMatchObject({ code: 'dataset-closed' })
  expect(served.services.datasets.all()).toEqual([])
  expect(await files()).toEqual([])
})

test('ReloadCoordinator: a comparison or export of the old dataset continues, then its file is removed', async () => {
  const { datasetId } = await readWhole(() => pages(2)(undefined))
  const { comparisons, datasets } = served.services
  const side = { kind: 'dataset', datasetId } as const
  const compared = [await comparisons.lease(side), await comparisons.lease(side)] as const
  const saved = datasets.lease(datasets.get(datasetId))
  const { datasetId: next } = await lists.reloads.reload(datasetId)
  expect(() => datasets.get(datasetId).summary()).toThrow(gone)
  expect(await files()).toHaveLength(2)
  const outcome = await comparisons.compareLeased(...compared, undefined, unhurried)
  expect(outcome).toMatchObject({ kind: 'compared', counts: { same: 20 } })
  for (const { release } of compared) await release()
  const path = join(served.folder, 'saved.ndjson')
  await saved.store.exportTo({ kind: 'query', query: everything }, { format: 'ndjson' }, path, unhurried)
  expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(20)
  await saved.release()
  if (outcome.kind === 'compared') await datasets.close(outcome.summary.datasetId)
  expect(await files()).toEqual([expect.stringContaining(next)])
})

test('ReloadCoordinator: a snapshot that is replaced during a comparison stays as it was, also if renamed', async () => {
  const { datasetId } = await readWhole(() => pages(2)(undefined))
  const { comparisons, snapshots } = served.services
  const { id } = await snapshots.keep(datasetId, 'October')
  const { release } = await comparisons.lease({ kind: 'dataset', datasetId })
  await lists.reloads.reload(datasetId)
  await expect(snapshots.open(id)).rejects.toMatchObject({ message: '“October” is being compared or exported.' })
  const again = await snapshots.lease(id)
  await snapshots.rename(id, 'Autumn')
  await release()
  await again.release()
  expect(await snapshots.list()).toMatchObject([{ name: 'Autumn', records: 20, open: false }])
  expect(await snapshots.open(id)).toMatchObject({ records: 20 })
})

test('ReloadCoordinator: ending the service leaves no file, despite a lease and a running reload', async () => {
  const { opened: arrived, open: arrive } = gate()
  const { datasetId, profileId } = await readWhole((time) => {
    if (time === 2) return pages(2)(undefined)
    arrive()
    return () => undefined
  })
  const { datasets } = served.services
  datasets.lease(datasets.get(datasetId))
  const { datasetId: next }: DatasetSummary = await lists.reloads.reload(datasetId)
  const reloading = expect(lists.reloads.reload(next)).rejects.toMatchObject({ code: 'dataset-closed' })
  await arrived
  await datasets.end()
  await reloading
  expect(await files()).toEqual([])
  // And nothing starts any more.
  await expect(lists.open(profileId, 'reports', false)).rejects.toMatchObject({ code: 'dataset-closed' })
})
