import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultProfileSettings } from '../shared/model/profile/profile.ts'
import { NoticeStore } from './notifications/decision/notice-store.ts'
import { ProfileStore } from './profiles/store/profile-store.ts'
import { ListColumnsStore } from './lists/columns/list-columns-store.ts'
import { SnapshotFiles } from './lists/snapshots/snapshot-files.ts'
import { SettingsStore } from './settings/settings-store.ts'
import { Database } from './store/database.ts'

const writer = join(import.meta.dirname, 'testing', 'mixed-writes.ts')

/** Six kinds of writes in each, by two processes: 204 in all. */
const rounds = 17

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-two-processes-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('of 204 writes of all kinds by two processes into one data folder none is lost', async () => {
  const now = Date.now
  const database = new Database({ folder })
  const profiles = new ProfileStore({ database, now, newId: randomUUID })
  const shared = await profiles.create(
    {
      ...defaultProfileSettings('jwt'),
      ...{ name: 'Shared', environment: 'client-testing', clientId: 'acme', tokenUrl: 'https://login.example.com' },
    },
    { practice: false },
  )
  const snapshots = new SnapshotFiles({ database, folder: join(folder, 'snapshots') })
  const snapshot = randomUUID()
  const at = new Date().toISOString()
  await mkdir(join(folder, 'snapshots'))
  await writeFile(join(folder, 'snapshots', `${snapshot}.records`), '')
  await snapshots.update({
    ...{ id: snapshot, name: 'First', profileId: shared.id, profileName: 'Shared', environment: 'client-testing' },
    ...{ list: 'reports', startedAt: at, keptAt: at, pages: 0, records: 0, complete: false, basis: '' },
  })

  const writers = ['first', 'second'].map((name) => fork(writer, [folder, name, String(rounds), shared.id, snapshot]))
  const ends = writers.map((each) => once(each, 'exit'))
  await Promise.all(writers.map((each) => once(each, 'message')))
  for (const each of writers) each.send('go')
  expect(await Promise.all(ends)).toEqual([
    [0, null],
    [0, null],
  ])

  const names = ['first', 'second'].flatMap((name) => Array.from({ length: rounds }, (_, round) => `${name} ${round}`))
  const stored = await profiles.list()
  expect(stored.map(({ profile }) => profile.name).toSorted()).toEqual(['Shared', ...names].toSorted())
  const { credentials } = stored.find(({ profile }) => profile.id === shared.id) ?? { credentials: [] }
  expect(credentials.map(({ publicKeyPem }) => publicKeyPem).toSorted()).toEqual(names.toSorted())
  const { theme, warnings } = await new SettingsStore({ database }).read()
  expect({ theme, thresholds: warnings.thresholds }).toEqual({ theme: 'dark', thresholds: [rounds] })
  const { certificates } = await new NoticeStore({ database }).read()
  expect(Object.keys(certificates)).toHaveLength(names.length)
  const columns = new ListColumnsStore({ database, profiles, now })
  for (const { profile } of stored.filter(({ profile: { name } }) => name !== 'Shared'))
    expect((await columns.read({ profileId: profile.id, list: 'reports' })).layout.order).toEqual([profile.name])
  const [kept] = await snapshots.list()
  expect({ name: kept?.name, pages: kept?.pages }).toEqual({ name: `Renamed ${rounds - 1}`, pages: rounds })
  // Nothing was set aside, and no lock or half a file is left.
  expect((await readdir(folder)).filter((name) => /damaged|\.tmp$|\.lock$/u.test(name))).toEqual([])
  await database.end()
})
