import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListState, ViewContent } from '#shared/lists/list-views.ts'
import { maxViews } from '#shared/lists/view-limits.ts'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { exportProfileFile, importProfileFile, previewProfileFile } from '../../profiles/profile-import.ts'
import { ProfileStore } from '../../profiles/store/profile-store.ts'
import { Database } from '../../store/database.ts'
import { ListViews } from './list-views.ts'

let folder: string
let profiles: ProfileStore
const databases: Database[] = []
function database(): Database {
  const opened = new Database({ folder })
  databases.push(opened)
  return opened
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-views-'))
  profiles = new ProfileStore({ database: database(), now: Date.now, newId: randomUUID })
})
afterEach(async () => {
  await Promise.all(databases.splice(0).map((each) => each.end()))
  await rm(folder, { recursive: true, force: true })
})

const open = (): ListViews => new ListViews({ database: database(), newId: randomUUID })

async function reportsOf(name: string): Promise<{ profileId: string; list: 'reports' }> {
  const settings = { ...defaultProfileSettings('jwt'), name, environment: 'client-testing', clientId: 'acme' } as const
  const profile = await profiles.create(
    { ...settings, tokenUrl: 'https://auth.example.com/token' },
    { practice: false },
  )
  return { profileId: profile.id, list: 'reports' }
}

const failed: ViewContent = {
  filter: 'status:Errored createdAt:last week',
  sort: [{ path: 'team', direction: 'ascending' }],
  mode: 'charts',
  chart: {
    plan: { measure: { kind: 'count' }, kind: 'value', values: { path: 'team', most: 10 } },
    shape: 'bars',
    isTable: true,
  },
  columns: { order: ['status', 'team'], settings: [{ path: 'team', title: 'Team' }] },
}
const plain: ViewContent = { filter: '', sort: [], mode: 'table', columns: { order: [], settings: [] } }

test('ListViews: returns the saved views of all profiles by name, and none of a profile that was removed', async () => {
  const views = open()
  expect(await views.all()).toEqual([])
  const [acme, nordwind] = [await reportsOf('Acme'), await reportsOf('Nordwind')]
  const late = await views.save(acme, 'Late', plain)
  const errored = await views.save({ ...nordwind, list: 'report-configs' }, 'Failed', failed)
  expect(await views.all()).toEqual([
    { profileId: nordwind.profileId, view: errored },
    { profileId: acme.profileId, view: late },
  ])
  await profiles.remove(nordwind.profileId)
  expect(await views.all()).toEqual([{ profileId: acme.profileId, view: late }])
})

test('ListViews: a saved view is renamed, changed, copied and removed, and each name exists once per list', async () => {
  const place = await reportsOf('Acme')
  const views = open()
  const { id } = await views.save(place, ' Failed last week ', failed)
  const saved = async (): Promise<unknown> => (await open().read(place.profileId)).saved
  expect(await saved()).toEqual([{ id, list: 'reports', name: 'Failed last week', ...failed }])
  for (const name of ['Failed last week', 'FAILED LAST WEEK'])
    await expect(views.save(place, name, plain)).rejects.toMatchObject({ code: 'input-invalid' })
  await views.save({ ...place, list: 'report-configs' }, 'Failed last week', plain)
  const copy = await views.save(place, 'All', plain)
  await expect(views.change(copy.id, { name: 'failed last week' })).rejects.toMatchObject({ code: 'input-invalid' })
  await views.change(copy.id, { name: 'Everything' })
  await views.change(id, { name: 'failed last week', content: plain })
  expect(await views.find(place, 'FAILED last week')).toEqual({
    id,
    list: 'reports',
    name: 'failed last week',
    ...plain,
  })
  await views.remove(id)
  await views.remove(id)
  await expect(views.change(id, { name: 'x' })).rejects.toMatchObject({ message: 'This view was removed.' })
  await expect(views.find(place, 'Failed last week')).rejects.toMatchObject({
    message: 'No saved view “Failed last week” of reports.',
    hint: 'Saved views of reports: “Everything”.',
  })
})

test('ListViews: a list has as many views as are allowed', async () => {
  const place = await reportsOf('Acme')
  const views = open()
  for (let number = 1; number <= maxViews; number += 1) await views.save(place, `View ${number}`, plain)
  await expect(views.save(place, 'One more', plain)).rejects.toMatchObject({ code: 'input-invalid' })
  expect((await views.read(place.profileId)).saved.map(({ name }) => name)[1]).toBe('View 2')
})

test('ListViews: how a list was left is kept, forgotten on request, and goes with its profile', async () => {
  const [place, other] = [await reportsOf('Acme'), await reportsOf('Other')]
  const views = open()
  const { id } = await views.save(place, 'Failed', failed)
  const { columns, ...shown } = failed
  const state: ListState = { ...shown, view: { id, columns } }
  await views.keepState(place, state)
  await views.keepState(other, { filter: 'müller', sort: [], mode: 'table' })
  expect(await open().read(place.profileId)).toMatchObject({ left: [{ list: 'reports', state }] })
  await profiles.remove(place.profileId)
  expect(await views.read(place.profileId)).toEqual({ saved: [], left: [] })
  // A window that still shows the list brings nothing back.
  await views.keepState(place, state)
  await expect(views.save(place, 'Failed', failed)).rejects.toMatchObject({ code: 'profile-not-found' })
  expect(await views.read(place.profileId)).toEqual({ saved: [], left: [] })
  expect((await views.read(other.profileId)).left).toHaveLength(1)
  await views.forgetStates()
  expect((await views.read(other.profileId)).left).toEqual([])
})

test('ListViews: two processes keep each other’s views, and each hears of the other’s', async () => {
  const place = await reportsOf('Acme')
  const [here, there] = [open(), open()]
  const heard = vi.fn()
  here.onChange(heard)
  await here.read(place.profileId)
  await Promise.all(Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? here : there).save(place, `${at}`, plain)))
  expect((await here.read(place.profileId)).saved).toHaveLength(10)
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 60_000 })
  heard.mockClear()
  await there.save(place, 'From there', plain)
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 60_000 })
  here.end()
})

test('Profile file: saved views go with their profile and replace those of the same name', async () => {
  const place = await reportsOf('Acme')
  const views = open()
  await views.save(place, 'Failed last week', failed)
  const text = await exportProfileFile(profiles, [place.profileId])
  expect(previewProfileFile(text)).toMatchObject([{ name: 'Acme', views: 1 }])
  const [copy] = await importProfileFile(profiles, text.replace('"Acme"', '"Copy"'))
  const [view] = (await views.read(copy?.id ?? '')).saved
  expect(view).toMatchObject({ list: 'reports', name: 'Failed last week', ...failed })
  expect(await exportProfileFile(profiles, [copy?.id ?? ''])).toBe(text.replace('"Acme"', '"Copy"'))

  await views.save(place, 'Mine', plain)
  const other = text.replaceAll('last week', 'LAST WEEK')
  await importProfileFile(profiles, other, { withNetwork: false, replace: () => Promise.resolve() })
  const saved = (await views.read(place.profileId)).saved.map(({ name, filter }) => [name, filter])
  expect(saved).toEqual([
    ['Failed LAST WEEK', 'status:Errored createdAt:LAST WEEK'],
    ['Mine', ''],
  ])
  const broken = text.replace('"charts"', '"cards"')
  await expect(importProfileFile(profiles, broken)).rejects.toMatchObject({
    code: 'profile-file-invalid',
    message: expect.stringContaining('profile 1 (“Acme”): “views.0.mode”') as string,
  })
})
