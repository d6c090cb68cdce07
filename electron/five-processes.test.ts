import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { NoticeStore } from './expiry/notice-store.ts'
import { ListColumnsStore } from './lists/list-columns-store.ts'
import { SnapshotFiles } from './lists/snapshot-files.ts'
import { ProfileStore } from './profiles/store/profile-store.ts'
import { SettingsStore } from './settings/settings-store.ts'
import { Database } from './store/database.ts'
import { builtProgram } from './testing/built-program.ts'
import { rounds } from './testing/rounds.ts'

const writer = fileURLToPath(builtProgram('mixed-writes'))

/** Writes of each kind by each process: 1,000 changes each in the soak. */
const count = rounds(7, 251)

/** The first two also write different parts of the same settings and of the same snapshot. */
const writerNames = ['first', 'second', 'third', 'fourth', 'fifth']

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-five-processes-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test(`Data folder: keeps every write of all kinds that five processes make at once (${count} of each)`, async () => {
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
    id: snapshot,
    name: 'First',
    profileId: shared.id,
    profileName: 'Shared',
    environment: 'client-testing',
    list: 'reports',
    startedAt: at,
    keptAt: at,
    pages: 0,
    records: 0,
    complete: false,
    basis: { reportsBaseUrl: '', clientId: '', tokenUrl: '', recordMember: null },
  })

  const writers = writerNames.map((name) => fork(writer, [folder, name, String(count), shared.id, snapshot]))
  const ends = writers.map((each) => once(each, 'exit'))
  await Promise.all(writers.map((each) => once(each, 'message')))
  for (const each of writers) each.send('go')
  expect(await Promise.all(ends)).toEqual(writerNames.map(() => [0, null]))

  const names = writerNames.flatMap((name) => Array.from({ length: count }, (_, round) => `${name} ${round}`))
  const stored = await profiles.list()
  expect(stored.map(({ profile }) => profile.name).toSorted()).toEqual(['Shared', ...names].toSorted())
  const { credentials } = stored.find(({ profile }) => profile.id === shared.id) ?? { credentials: [] }
  expect(credentials.map(({ publicKeyPem }) => publicKeyPem).toSorted()).toEqual(names.toSorted())
  const { theme, warnings } = await new SettingsStore({ database }).read()
  expect({ theme, thresholds: warnings.thresholds }).toEqual({ theme: 'dark', thresholds: [count] })
  const { certificates } = await new NoticeStore({ database }).read()
  expect(Object.keys(certificates)).toHaveLength(names.length)
  const columns = new ListColumnsStore({ database, profiles, now })
  for (const { profile } of stored.filter(({ profile: { name } }) => name !== 'Shared'))
    expect((await columns.read({ profileId: profile.id, list: 'reports' })).layout.order).toEqual([profile.name])
  const [kept] = await snapshots.list()
  expect({ name: kept?.name, pages: kept?.pages }).toEqual({ name: `Renamed ${count - 1}`, pages: count })
  // Nothing was set aside, and no lock or half a file is left.
  expect((await readdir(folder)).filter((name) => /damaged|\.tmp$|\.lock$/u.test(name))).toEqual([])
  await database.end()
}, 600_000)
