import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ColumnLayout } from '#shared/lists/list-columns.ts'
import type { Column, ColumnType } from '#shared/lists/list.ts'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { ProfileStore } from '../profiles/store/profile-store.ts'
import { pageOf } from '../records/testing/page-text.ts'
import { Database } from '../store/database.ts'
import { ListColumnsStore, type ListPlace } from './list-columns-store.ts'
import { ServedLists } from './testing/served-lists.ts'

let folder: string
let profiles: ProfileStore
let now: number
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-columns-'))
  profiles = new ProfileStore({ database: new Database({ folder }), now: Date.now, newId: randomUUID })
  now = Date.parse('2026-05-01T10:00:00Z')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (): ListColumnsStore =>
  new ListColumnsStore({ database: new Database({ folder }), profiles, now: () => now })

async function reportsOf(name: string): Promise<ListPlace> {
  const settings = { ...defaultProfileSettings('jwt'), name, environment: 'client-testing', clientId: 'acme' } as const
  const profile = await profiles.create(
    { ...settings, tokenUrl: 'https://auth.example.com/token' },
    { practice: false },
  )
  return { profileId: profile.id, list: 'reports' }
}

const loaded = (types: Readonly<Record<string, ColumnType>>): { columns: Column[]; records: number } => ({
  columns: Object.entries(types).map(([path, type]) => ({ path, type, filled: 1 })),
  records: 1,
})

const layout: ColumnLayout = {
  order: ['b', 'a'],
  settings: [{ path: 'a', width: 120, hidden: true, pinned: 'left', title: 'The A', format: 'thousands' }],
}

test('ListColumnsStore: saves a layout only for its profile and list', async () => {
  const place = await reportsOf('Acme')
  expect(await open().read(place)).toEqual({ layout: { order: [], settings: [] } })
  await open().changeLayout(place, layout)
  expect(await open().read(place)).toEqual({ layout })
  expect(await open().read({ ...place, list: 'report-configs' })).toEqual({ layout: { order: [], settings: [] } })
})

test('ListColumnsStore: saves all concurrent changes and publishes each', async () => {
  const [acme, other] = [await reportsOf('Acme'), await reportsOf('Other')]
  const store = open()
  const published: ListPlace[] = []
  store.onChange((place) => published.push(place))
  await Promise.all([store.changeLayout(acme, layout), store.changeLayout(other, layout)])
  expect([await store.read(acme), await store.read(other)]).toEqual([{ layout }, { layout }])
  expect(published).toEqual([acme, other])
})

test('ListColumnsStore: reports column changes with the load they are compared to, until dismissed', async () => {
  const place = await reportsOf('Acme')
  await open().remember(place, loaded({ id: 'text', amount: 'number' }))
  expect((await open().read(place)).change).toBeUndefined()
  now += dayMs
  await open().remember(place, loaded({ id: 'text', amount: 'mixed', note: 'text' }))
  now += dayMs
  await open().remember(place, loaded({ id: 'text', amount: 'mixed', note: 'text', more: 'list' }))
  expect((await open().read(place)).change).toEqual({
    since: '2026-05-01T10:00:00.000Z',
    added: [
      { path: 'note', type: 'text' },
      { path: 'more', type: 'list' },
    ],
    gone: [],
    changed: [{ path: 'amount', from: 'number', to: 'mixed' }],
    isPartial: false,
  })
  await open().dismissChange(place)
  expect((await open().read(place)).change).toBeUndefined()
  await open().remember(place, loaded({ id: 'text', amount: 'mixed', note: 'text' }))
  expect((await open().read(place)).change).toMatchObject({ added: [], gone: [{ path: 'more', type: 'list' }] })
})

test('ListColumnsStore: does not take an opened complete snapshot for a new load', async () => {
  const served = await ServedLists.start()
  const { lists, datasets, snapshots } = served.services
  const store = open()
  store.follow(datasets, (fault) => {
    throw fault
  })
  const answers = [pageOf(['{"id":1,"old":1}'], null, 'true'), pageOf(['{"id":1,"new":1}'], null, 'true')]
  const { datasetId, profileId } = await served.opened((_, time) => answers[time - 1] ?? '')
  const place: ListPlace = { profileId, list: 'reports' }
  await lists.load(datasetId, 'all')
  const { id } = await snapshots.keep(datasetId, 'October')
  await lists.reloads.reload(datasetId)
  await expect.poll(async () => (await store.read(place)).change).toBeDefined()
  const { change } = await store.read(place)
  expect(change).toMatchObject({ added: [{ path: 'new' }], gone: [{ path: 'old' }] })
  await snapshots.open(id)
  expect(await store.read(place)).toMatchObject({ change })
  await store.dismissChange(place)
  expect((await store.read(place)).change).toBeUndefined()
  await served.end()
})

test('ListColumnsStore: an empty list does not change the saved columns', async () => {
  const place = await reportsOf('Acme')
  await open().remember(place, loaded({ id: 'text' }))
  await open().remember(place, { columns: [], records: 0 })
  expect((await open().read(place)).change).toBeUndefined()
})

test('ListColumnsStore: drops the lists of deleted profiles', async () => {
  const [acme, other] = [await reportsOf('Acme'), await reportsOf('Other')]
  await open().changeLayout(acme, layout)
  await profiles.remove(acme.profileId)
  await open().changeLayout(other, layout)
  expect(await open().read(acme)).toEqual({ layout: { order: [], settings: [] } })
})
