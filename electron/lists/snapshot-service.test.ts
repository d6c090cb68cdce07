import { mkdir, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ProfileSettings } from '#shared/profiles/profile.ts'
import { diskFailure } from '../files/disk-failure.ts'
import { pageOf } from '../records/testing/page-text.ts'
import { Database } from '../store/database.ts'
import type { ListService } from './list-service.ts'
import type { DatasetRegistry } from './loading/dataset-registry.ts'
import { SnapshotFiles, writeSnapshot } from './snapshot-files.ts'
import type { SnapshotService } from './snapshot-service.ts'
import { datasetFileNames } from './testing/list-services.ts'
import { pages, ServedLists, upTo } from './testing/served-lists.ts'

let served: ServedLists
let lists: ListService
let datasets: DatasetRegistry
let snapshots: SnapshotService
let folder: string

beforeEach(async () => {
  served = await ServedLists.start()
  ;({ lists, datasets, snapshots } = served.services)
  folder = served.folder
})
afterEach(() => served.end())

const opened: ServedLists['opened'] = (...given) => served.opened(...given)
const ids: ServedLists['ids'] = (datasetId) => served.ids(datasetId)

/** Ends the services and creates new ones. @param meanwhile runs in between */
async function restart(meanwhile?: () => Promise<unknown>): Promise<void> {
  ;({ lists, datasets, snapshots } = await served.restart(meanwhile))
}

test('SnapshotService: a snapshot outlives the app and resumes from its last good cursor', async () => {
  const { datasetId, profileId, server } = await opened(pages(5))
  await lists.load(datasetId, 2)
  await snapshots.keep(datasetId, ' October ')
  expect(datasets.get(datasetId).summary()).toMatchObject({ snapshot: { name: 'October' } })
  await lists.load(datasetId, 1)
  await restart(async () => expect(await datasetFileNames(folder)).toEqual([]))
  const [snapshot] = await snapshots.list()
  expect(snapshot).toMatchObject({
    name: 'October',
    list: 'reports',
    pages: 3,
    records: 30,
    complete: false,
    open: false,
  })
  expect(snapshot?.size).toBeGreaterThan(0)
  for (const name of await readdir(join(folder, 'snapshots')))
    expect((await stat(join(folder, 'snapshots', name))).mode & 0o777).toBe(0o600)

  const again = await snapshots.open(snapshot?.id ?? '')
  expect(again).toMatchObject({ state: { kind: 'paused' }, pages: 3, records: 30, snapshot: { name: 'October' } })
  expect(await lists.open(profileId, 'reports', false)).toEqual(again)
  // It is not resumed yet.
  expect(datasets.get(again.datasetId).report()).toMatchObject({
    pages: 3,
    pagesBefore: 3,
    records: 30,
    loadingMs: 0,
    events: [],
  })
  expect(await lists.load(again.datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, pages: 5, records: 50 })
  expect(server.asked).toEqual([undefined, 'c2', 'c3', 'c4', 'c5'])
  expect(await ids(again.datasetId)).toEqual(upTo(50))
  const resumed = { kind: 'resumed', page: 4, words: 'Resumed after 30 records of an earlier load.' }
  expect(datasets.get(again.datasetId).report()).toMatchObject({
    pages: 5,
    pagesBefore: 3,
    records: 50,
    events: [resumed],
  })
  // Reloading the list leaves the snapshot as it is.
  await lists.open(profileId, 'reports', true)
  expect(await snapshots.list()).toMatchObject([{ complete: true, records: 50, open: false }])
})

test('SnapshotService: keeps a name given by another Clavis while the snapshot is open and loading', async () => {
  const { datasetId } = await opened(pages(5))
  await lists.load(datasetId, 2)
  const { id } = await snapshots.keep(datasetId, 'October')
  // The command line may run while the window is open.
  await served.newServices().snapshots.rename(id, 'November')
  await lists.load(datasetId, 'all')
  await datasets.close(datasetId)
  expect(await snapshots.list()).toMatchObject([
    { name: 'November', pages: 5, records: 50, complete: true, open: false },
  ])
})

test.each([
  [3, { pages: 3, records: 30, complete: false }],
  [5, { pages: 5, records: 50, complete: true }],
])('SnapshotService: continues from the stored records after Clavis was killed: %d pages', async (count, standing) => {
  const { datasetId } = await opened(pages(5))
  await lists.load(datasetId, count)
  const { id } = await snapshots.keep(datasetId, 'October')
  const records = join(folder, 'snapshots', `${id}.records`)
  const database = new Database({ folder })
  const files = new SnapshotFiles({ database, folder: join(folder, 'snapshots') })
  await restart(async () => {
    const noted = { ...(await files.get(id)), pages: 1, records: 10, complete: false }
    await database.change(({ sql }) => writeSnapshot(sql, noted, Date.now() - 3000))
    // A page that was being written does not count.
    await writeFile(records, (await readFile(records)).subarray(0, 100), { flag: 'a' })
  })
  expect(await snapshots.list()).toMatchObject([standing])
  await snapshots.rename(id, 'November')
  expect(await files.get(id)).toMatchObject({ name: 'November', ...standing })
  await writeFile(records, 'damaged')
  expect(await snapshots.list()).toMatchObject([standing])
})

test('SnapshotService: a crash loses at most the page that is being loaded', async () => {
  const { datasetId } = await opened(pages(5))
  await lists.load(datasetId, 3)
  const { id } = await snapshots.keep(datasetId, 'October')
  const file = join(folder, 'snapshots', `${id}.records`)
  const whole = await readFile(file)
  await restart(() => writeFile(file, whole.subarray(0, whole.length - 5)))
  const again = await snapshots.open(id)
  expect(again).toMatchObject({ state: { kind: 'paused' }, pages: 2, records: 20 })
  expect(await lists.load(again.datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 50 })
  expect(await ids(again.datasetId)).toEqual(upTo(50))
})

test('SnapshotService: a page that a power cut left as zeros is loaded again', async () => {
  const { datasetId } = await opened(pages(5))
  await lists.load(datasetId, 3)
  const { id } = await snapshots.keep(datasetId, 'October')
  const file = join(folder, 'snapshots', `${id}.records`)
  await restart(async () => {
    const whole = await readFile(file)
    const headOfThird = whole.lastIndexOf('CLVP')
    await writeFile(file, whole.fill(0, headOfThird + 32))
  })
  const again = await snapshots.open(id)
  expect(again).toMatchObject({ state: { kind: 'paused' }, pages: 2, records: 20 })
  expect(await lists.load(again.datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 50 })
  expect(await ids(again.datasetId)).toEqual(upTo(50))
})

test('SnapshotService: reports a snapshot file that is no list as damaged', async () => {
  const { datasetId } = await opened(pages(2))
  await lists.load(datasetId, 1)
  const { id } = await snapshots.keep(datasetId, 'October')
  await restart(() => writeFile(join(folder, 'snapshots', `${id}.records`), 'x'.repeat(1000)))
  await expect(snapshots.open(id)).rejects.toMatchObject({ code: 'list-file-damaged' })
})

test('SnapshotService: requests a page without a usable cursor again after a restart', async () => {
  const { datasetId, server } = await opened((cursor, time) =>
    cursor === 'c2' && time === 1 ? pageOf(['{"id":10}'], null, 'false') : pages(3)(cursor),
  )
  expect(await lists.load(datasetId, 'all')).toMatchObject({ state: { kind: 'failed' }, pages: 2, records: 11 })
  const { id } = await snapshots.keep(datasetId, 'October')
  await restart()
  const again = await snapshots.open(id)
  expect(again).toMatchObject({ state: { kind: 'failed', retry: true, page: 2 }, pages: 2 })
  expect(await lists.load(again.datasetId, 'all')).toMatchObject({ state: { kind: 'complete' }, records: 30 })
  expect(datasets.get(again.datasetId).report()).toMatchObject({ pages: 3, pagesBefore: 1 })
  expect(server.asked).toEqual([undefined, 'c2', 'c2', 'c3'])
  expect(await ids(again.datasetId)).toEqual(upTo(30))
})

test('SnapshotService: follows no repeated cursor after a restart, and a correct page replaces it', async () => {
  let isBroken = true
  const { datasetId, server } = await opened((cursor) =>
    isBroken && cursor === 'c4' ? pageOf(['{"id":99}'], 'c2', 'false') : pages(6)(cursor),
  )
  const { id } = await snapshots.keep(datasetId, 'October')
  await lists.load(datasetId, 'all')
  for (let time = 0; time < 3; time += 1) {
    await restart()
    const again = await snapshots.open(id)
    const stopped = {
      state: { kind: 'failed', page: 4, error: { code: 'list-cursor-repeated' } },
      pages: 4,
      records: 31,
    }
    expect(again).toMatchObject(stopped)
    expect(await lists.load(again.datasetId, 'all')).toMatchObject(stopped)
    expect(await ids(again.datasetId)).toEqual([...upTo(30), 99])
  }
  isBroken = false
  await restart()
  const { datasetId: whole } = await snapshots.open(id)
  expect(await lists.load(whole, 'all')).toMatchObject({ state: { kind: 'complete' }, pages: 6 })
  expect(await ids(whole)).toEqual(upTo(60))
  expect(server.asked).toEqual([undefined, 'c2', 'c3', 'c4', 'c4', 'c4', 'c4', 'c4', 'c5', 'c6'])
})

test.each<[string, Partial<ProfileSettings>, string]>([
  ['another client ID', { clientId: 'other' }, 'client ID'],
  ['another member', { recordMembers: { reports: 'reports' } }, 'field for the records'],
  [
    'other addresses',
    { reportsBaseUrl: 'https://other.example', tokenUrl: 'https://other.example/token' },
    'reporting address and token endpoint',
  ],
])('SnapshotService: opens with %s in the profile and says why it does not resume', async (_, change, words) => {
  const { datasetId, profileId } = await opened(pages(5))
  await lists.load(datasetId, 2)
  const { id } = await snapshots.keep(datasetId, 'October')
  await restart()
  await served.services.profiles.changeSettings(profileId, (settings) => ({ ...settings, ...change }))
  const again = await snapshots.open(id)
  expect(again).toMatchObject({ records: 20 })
  expect(await lists.load(again.datasetId, 'all')).toMatchObject({
    state: {
      kind: 'failed',
      retry: false,
      error: {
        code: 'list-cursor-refused',
        message: expect.stringMatching(
          new RegExp(`^The ${words} of “.+” changed after the load started[.]$`, 'u'),
        ) as string,
      },
    },
    records: 20,
  })
})

test('SnapshotService: names are unique, snapshots can be renamed and removed, an open one stays until closed', async () => {
  const { datasetId, profileId } = await opened(pages(2))
  await lists.load(datasetId, 'all')
  const { id } = await snapshots.keep(datasetId, 'October')
  await expect(snapshots.keep(datasetId, 'again')).rejects.toMatchObject({ code: 'input-invalid' })
  const { datasetId: next } = await lists.open(profileId, 'reports', true)
  await expect(snapshots.keep(next, 'OCTOBER')).rejects.toMatchObject({ code: 'input-invalid' })
  await expect(snapshots.keep(next, ' ')).rejects.toMatchObject({ code: 'input-invalid' })
  await snapshots.rename(id, 'Old')
  expect(await snapshots.find('Old')).toMatchObject({ id })
  await expect(snapshots.find('October')).rejects.toMatchObject({ code: 'snapshot-not-found' })

  const again = await snapshots.open(id)
  await snapshots.remove(id)
  expect(await snapshots.list()).toEqual([])
  expect(await ids(again.datasetId)).toEqual(upTo(20))
  expect(datasets.get(again.datasetId).summary().snapshot).toBeUndefined()
  await datasets.close(again.datasetId)
  expect(await datasetFileNames(folder)).toEqual([])
  expect(await readdir(join(folder, 'snapshots'))).toEqual([])
  await expect(snapshots.open(id)).rejects.toMatchObject({ code: 'snapshot-not-found' })
})

test('SnapshotService: one of two processes gets a name that both use at once', async () => {
  const { datasetId, profileId } = await opened(pages(2))
  const other = served.newServices()
  const { datasetId: otherRun } = await other.lists.open(profileId, 'reports', false)
  const kept = await Promise.allSettled([
    snapshots.keep(datasetId, 'October'),
    other.snapshots.keep(otherRun, 'october'),
  ])
  expect(kept.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: 'input-invalid', message: expect.stringContaining('already') as string } },
  ])
  expect(await snapshots.list()).toHaveLength(1)

  const { datasetId: next } = await lists.open(profileId, 'reports', true)
  const { id: march } = await snapshots.keep(next, 'March')
  const { id: april } = await snapshots.keep((await lists.open(profileId, 'reports', true)).datasetId, 'April')
  const anotherFiles = (): SnapshotFiles =>
    new SnapshotFiles({ database: new Database({ folder }), folder: join(folder, 'snapshots') })
  const files = anotherFiles()
  for (const [first, second] of [
    [files, files],
    [files, anotherFiles()],
  ] as const) {
    const name = first === second ? 'May' : 'June'
    const named = await Promise.allSettled([first.rename(march, name), second.rename(april, name)])
    expect(named.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await files.list()).filter((snapshot) => snapshot.name === name)).toHaveLength(1)
  }
  await other.datasets.end()
})

test('SnapshotService: a failed save leaves the dataset unchanged and nothing behind, and can be retried', async () => {
  const { datasetId } = await opened(pages(5))
  await lists.load(datasetId, 3)
  const full = diskFailure(Object.assign(new Error('no space'), { code: 'ENOSPC' }), 'clavis.db', 'saved')
  vi.spyOn(SnapshotFiles.prototype, 'adopt').mockRejectedValueOnce(full)
  await expect(snapshots.keep(datasetId, 'October')).rejects.toMatchObject({ code: 'disk-full' })
  expect(await snapshots.list()).toEqual([])
  expect(await datasetFileNames(folder)).toHaveLength(1)

  const snapshot = await snapshots.keep(datasetId, 'October')
  const others = join(folder, 'others')
  const gone = new SnapshotFiles({ database: new Database({ folder: others }), folder: others })
  await expect(gone.adopt(join(folder, 'gone'), snapshot)).rejects.toMatchObject({ code: 'disk-failed' })
  expect(await readdir(others)).toEqual(['clavis.db'])
  expect(await gone.list()).toEqual([])

  await restart()
  expect(await snapshots.open(snapshot.id)).toMatchObject({ records: 30, snapshot: { name: 'October' } })
})

test('SnapshotService: removes files that a killed Clavis left, after an hour', async () => {
  const { datasetId } = await opened(pages(3))
  const { id } = await snapshots.keep(datasetId, 'October')
  await restart(async () => {
    const left = [`.${id}.records.0123456789ab.tmp`, '.new.records.0123456789ab.tmp']
    for (const name of left) await writeFile(join(folder, 'snapshots', name), '{}')
    await mkdir(join(folder, 'snapshots', 'gone.lock'))
    const then = Date.now() / 1000 - 3700
    for (const name of [...left.slice(0, 1), 'gone.lock', `${id}.records`])
      await utimes(join(folder, 'snapshots', name), then, then)
  })
  expect(await snapshots.list()).toMatchObject([{ id }])
  expect((await readdir(join(folder, 'snapshots'))).toSorted()).toEqual([
    '.new.records.0123456789ab.tmp',
    `${id}.records`,
  ])
})

test('SnapshotService: says that a dataset is already saved if it is saved twice at once', async () => {
  const { datasetId } = await opened(pages(3))
  await lists.load(datasetId, 1)
  const [first, second] = await Promise.allSettled([
    snapshots.keep(datasetId, 'October'),
    snapshots.keep(datasetId, 'again'),
  ])
  expect(first).toMatchObject({ value: { name: 'October' } })
  expect(second).toMatchObject({
    reason: { code: 'input-invalid', message: 'Already saved as “October”.' },
  })
  expect(await snapshots.list()).toMatchObject([{ name: 'October', open: true }])
})

test('SnapshotService: a snapshot can be compared with itself, and with others several times at once', async () => {
  const { datasetId, profileId } = await opened(pages(3))
  await lists.load(datasetId, 'all')
  const { id } = await snapshots.keep(datasetId, 'October')
  const { datasetId: next } = await lists.open(profileId, 'reports', true)
  await lists.load(next, 2)
  const unhurried = { signal: new AbortController().signal, onProgress: () => undefined }
  const october = { kind: 'snapshot', snapshotId: id } as const
  const { comparisons } = served.services
  const compared = [october, { kind: 'dataset', datasetId: next } as const].map((after) =>
    comparisons.compare(october, after, undefined, unhurried),
  )
  expect(await Promise.all(compared)).toMatchObject([
    { kind: 'compared', counts: { added: 0, gone: 0, changed: 0, same: 30 } },
    { kind: 'compared', counts: { added: 0, gone: 10, changed: 0, same: 20 } },
  ])
  expect(await snapshots.open(id)).toMatchObject({ records: 30 })
})

test('SnapshotService: refuses to open or remove a snapshot that is being compared, and says so', async () => {
  const { datasetId, profileId } = await opened(pages(3))
  await lists.load(datasetId, 'all')
  const { id } = await snapshots.keep(datasetId, 'October')
  await lists.open(profileId, 'reports', true)
  const borrowed = [await snapshots.lease(id), await snapshots.lease(id)]
  const beingCompared = { code: 'input-invalid', message: '“October” is being compared or exported.' }
  for (const { release } of borrowed) {
    await expect(snapshots.open(id)).rejects.toMatchObject(beingCompared)
    await expect(snapshots.remove(id)).rejects.toMatchObject(beingCompared)
    await release()
  }
  // A lease requested while the snapshot is being opened is one of the open dataset.
  const [{ datasetId: again }, lease] = await Promise.all([snapshots.open(id), snapshots.lease(id)])
  expect(lease.store).toBe(served.services.datasets.get(again).store)
})

test('SnapshotService: a snapshot that is removed while it is awaited is not found, and not an empty one', async () => {
  const { datasetId, profileId } = await opened(pages(3))
  await lists.load(datasetId, 'all')
  const { id } = await snapshots.keep(datasetId, 'October')
  const other = served.newServices()
  const gone = { code: 'snapshot-not-found' }
  const waiting = [other.snapshots.lease(id), other.snapshots.open(id)]
  const refused = waiting.map((each) => expect(each).rejects.toMatchObject(gone))
  await snapshots.remove(id)
  await Promise.all(refused)
  expect(await readdir(join(folder, 'snapshots'))).toEqual([])
  await other.datasets.end()

  // Also within one process.
  const { id: next } = await snapshots.keep(datasetId, 'November')
  const removed = snapshots.remove(next)
  await expect(snapshots.lease(next)).rejects.toMatchObject(gone)
  await removed
  expect(await readdir(join(folder, 'snapshots'))).toEqual([])
  expect(await lists.open(profileId, 'reports', false)).toMatchObject({ datasetId, records: 30 })
})

test('SnapshotService: a snapshot that is renamed while it opens has its new name', async () => {
  const { datasetId, profileId } = await opened(pages(3))
  await lists.load(datasetId, 'all')
  const { id } = await snapshots.keep(datasetId, 'October')
  await lists.open(profileId, 'reports', true)
  const [open] = await Promise.all([snapshots.open(id), snapshots.rename(id, 'Harvest')])
  expect(datasets.get(open.datasetId).summary()).toMatchObject({ snapshot: { name: 'Harvest' } })
})

test('SnapshotService: a dataset whose snapshot was removed can be saved again', async () => {
  const { datasetId } = await opened(pages(3))
  await lists.load(datasetId, 'all')
  const { id } = await snapshots.keep(datasetId, 'October')
  // Not even the folder exists, as if the data folder came from another computer.
  await restart(() => rm(join(folder, 'runs'), { recursive: true }))
  const { datasetId: again } = await snapshots.open(id)
  await snapshots.remove(id)
  expect(await datasetFileNames(folder)).toHaveLength(1)
  await opened(pages(2))
  await snapshots.keep(again, 'November')
  expect(await ids(again)).toEqual(upTo(30))
  expect(await datasetFileNames(folder)).toHaveLength(1)
})

test('SnapshotService: a snapshot that cannot be removed stays as it was', async () => {
  const { datasetId } = await opened(pages(3))
  await lists.load(datasetId, 'all')
  const { id } = await snapshots.keep(datasetId, 'October')
  const refused = diskFailure(Object.assign(new Error('denied'), { code: 'EACCES' }), 'october.records', 'saved')
  vi.spyOn(SnapshotFiles.prototype, 'remove').mockRejectedValueOnce(refused)
  await expect(snapshots.remove(id)).rejects.toMatchObject({ code: 'disk-failed' })
  expect(await snapshots.list()).toMatchObject([{ name: 'October', open: true }])
  await restart()
  expect(await snapshots.open(id)).toMatchObject({ records: 30 })
})

test('SnapshotService: one process at a time uses a snapshot', async () => {
  const { datasetId } = await opened(pages(2))
  await lists.load(datasetId, 'all')
  const { id } = await snapshots.keep(datasetId, 'October')
  // Each waits for the other Clavis, here less than the usual seconds.
  const other = served.newServices(30)
  await Promise.all([
    expect(other.snapshots.open(id)).rejects.toMatchObject({
      message: expect.stringContaining('another Clavis window or command') as string,
    }),
    expect(other.snapshots.remove(id)).rejects.toMatchObject({ code: 'input-invalid' }),
  ])
  await datasets.close(datasetId)
  expect(await other.snapshots.open(id)).toMatchObject({ records: 20 })
  await other.datasets.end()
})
