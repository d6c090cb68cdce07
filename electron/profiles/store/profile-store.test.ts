import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultProfileSettings, type ProfileSettings } from '#shared/profiles/profile.ts'
import { Database } from '../../store/database.ts'
import { exportProfileFile, importProfileFile } from '../profile-import.ts'
import { ProfileStore } from './profile-store.ts'

let folder: string
const now = Date.parse('2026-11-20T10:00:00Z')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-profiles-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (): ProfileStore =>
  new ProfileStore({ database: new Database({ folder }), now: () => now, newId: randomUUID })

function settings(name: string): ProfileSettings {
  return {
    ...defaultProfileSettings('jwt'),
    name,
    environment: 'client-testing',
    clientId: 'acme-1',
    tokenUrl: 'https://auth.example.com/token',
  }
}

describe('profiles', () => {
  test('ProfileStore: keeps profiles across restarts, in the order of their creation', async () => {
    const store = open()
    const first = await store.create(settings('Acme'), { practice: false })
    await store.create(settings('Beta'), { practice: true })
    expect(first).toMatchObject({ name: 'Acme', revision: 1, practice: false, createdAt: '2026-11-20T10:00:00.000Z' })
    expect((await open().list()).map(({ profile }) => [profile.name, profile.practice])).toEqual([
      ['Acme', false],
      ['Beta', true],
    ])
  })

  test('ProfileStore: finds profiles by ID and by exact name', async () => {
    const store = open()
    const { id } = await store.create(settings('Acme'), { practice: false })
    expect((await store.find(id)).profile.name).toBe('Acme')
    expect((await store.find('Acme')).profile.id).toBe(id)
    await expect(store.find('acme')).rejects.toMatchObject({ code: 'profile-not-found' })
  })

  test('ProfileStore: changes a profile only from the revision that the person saw', async () => {
    const store = open()
    const { id } = await store.create(settings('Acme'), { practice: false })
    const changed = await store.update(id, 1, { ...settings('Acme'), clientId: 'acme-2' })
    expect(changed).toMatchObject({ id, revision: 2, clientId: 'acme-2' })
    await expect(store.update(id, 1, settings('Acme'))).rejects.toMatchObject({ code: 'profile-changed-elsewhere' })
    expect((await store.get(id)).profile.clientId).toBe('acme-2')
  })

  test('ProfileStore: refuses a name that is taken', async () => {
    const store = open()
    const { id } = await store.create(settings('Acme'), { practice: false })
    await expect(store.create(settings('Acme'), { practice: false })).rejects.toMatchObject({
      code: 'profile-name-taken',
    })
    await expect(store.duplicate(id, ' Acme ')).rejects.toMatchObject({ code: 'profile-name-taken' })
    expect(await store.duplicate(id, 'Acme copy')).toMatchObject({ name: 'Acme copy', clientId: 'acme-1', revision: 1 })
  })

  test('ProfileStore: removes a profile and nothing else', async () => {
    const store = open()
    const { id } = await store.create(settings('Acme'), { practice: false })
    await store.create(settings('Beta'), { practice: false })
    await store.remove(id)
    expect((await open().list()).map(({ profile }) => profile.name)).toEqual(['Beta'])
    await expect(store.remove(id)).rejects.toMatchObject({ code: 'profile-not-found' })
  })
})

test('ProfileStore: a row that can’t be read is an error of each call and is not overwritten', async () => {
  const store = open()
  const { id } = await store.create(settings('Acme'), { practice: false })
  await store.database.change(({ sql }) => sql.exec("UPDATE profiles SET content = '{}'"))
  await expect(open().list()).rejects.toMatchObject({ code: 'store-damaged' })
  await expect(open().create(settings('Beta'), { practice: false })).rejects.toMatchObject({ code: 'store-damaged' })
  await expect(open().remove(id)).rejects.toMatchObject({ code: 'store-damaged' })
  const rows = await store.database.read((sql) => sql.prepare('SELECT content FROM profiles').all())
  expect(rows).toEqual([{ content: '{}' }])
})

describe('several processes', () => {
  test('ProfileStore: two processes lose none of each other’s changes', async () => {
    const [window, commandLine] = [open(), open()]
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? window : commandLine).create(settings(`Profile ${index}`), { practice: false }),
      ),
    )
    expect((await open().list()).map(({ profile }) => profile.name).sort()).toEqual(
      Array.from({ length: 10 }, (_, index) => `Profile ${index}`),
    )
  })

  test('ProfileStore: reads a profile’s row alone, and once while nothing changes', async () => {
    const store = open()
    const { id } = await store.create(settings('Acme'), { practice: false })
    await store.create(settings('Beta'), { practice: false })
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
    try {
      const first = await store.get(id)
      expect(await store.get(id)).toBe(first)
      expect(prepare.mock.calls.filter(([text]) => text.includes('FROM profiles'))).toEqual([
        ['SELECT content FROM profiles WHERE id = ?'],
      ])
    } finally {
      prepare.mockRestore()
    }
  })

  test('ProfileStore: sees another process’s change with the next call, and who listens learns of it then', async () => {
    const [store, other] = [open(), open()]
    const { id } = await store.create(settings('Acme'), { practice: false })
    const { id: beta } = await store.create(settings('Beta'), { practice: false })
    const before = [await store.get(id), await store.get(beta)]
    const reported: string[] = []
    store.onChange((profileIds) => reported.push(...profileIds))
    await other.update(id, 1, { ...settings('Acme'), clientId: 'acme-2' })
    expect((await store.get(id)).profile.clientId).toBe('acme-2')
    expect(reported).toEqual([id])
    // What did not change is the same object, alone and in the list.
    expect(await store.get(beta)).toBe(before[1])
    expect(await store.list()).toEqual([await store.get(id), before[1]])
    await other.remove(id)
    await expect(store.get(id)).rejects.toMatchObject({ code: 'profile-not-found' })
    expect(reported).toEqual([id, id])
    store.end()
  })

  test('ProfileStore: reads one profile, although another’s row can’t be read', async () => {
    const store = open()
    const { id } = await store.create(settings('Acme'), { practice: false })
    const { id: damaged } = await store.create(settings('Beta'), { practice: false })
    await store.database.change(({ sql }) =>
      sql.prepare('UPDATE profiles SET content = ? WHERE id = ?').run('{}', damaged),
    )
    const reader = open()
    expect((await reader.get(id)).profile.name).toBe('Acme')
    await expect(reader.get(damaged)).rejects.toMatchObject({ code: 'store-damaged' })
    await expect(reader.list()).rejects.toMatchObject({ code: 'store-damaged' })
  })

  test('ProfileStore: reports changes by another process', async () => {
    const window = open()
    const reported: string[] = []
    window.onChange((profileIds) => reported.push(...profileIds))
    await window.list()
    const { id } = await open().create(settings('Acme'), { practice: false })
    await expect.poll(() => reported).toContain(id)
    window.end()
  })

  test('ProfileStore: a late listener learns what changed since the first read, and later changes', async () => {
    const window = open()
    await open().create(settings('Acme'), { practice: false })
    await window.list()
    const since = await open().create(settings('Beta'), { practice: false })
    const reported: string[] = []
    window.onChange((profileIds) => reported.push(...profileIds))
    await expect.poll(() => reported).toEqual([since.id])
    const later = await open().create(settings('Gamma'), { practice: false })
    await expect.poll(() => reported).toEqual([since.id, later.id])
    window.end()
  })

  test('ProfileStore: reports nothing after the end', async () => {
    const window = open()
    const reported: string[] = []
    window.onChange((profileIds) => reported.push(...profileIds))
    const { id } = await window.create(settings('Acme'), { practice: false })
    await window.list()
    window.end()
    await open().update(id, 1, settings('Acme 2'))
    // Time enough for any remaining listener.
    await setTimeout(700)
    expect(reported).toEqual([id])
  })
})

describe('profile files', () => {
  const entry = {
    name: 'Acme',
    environment: 'client-testing',
    clientId: 'acme-1',
    tokenUrl: 'https://auth.example.com/token',
  }

  test('Profile files: an imported profile has the exported settings', async () => {
    const store = open()
    const { id } = await store.create(settings('Acme'), { practice: false })
    const text = await exportProfileFile(store, [id])
    expect(text).not.toContain(id)
    await store.remove(id)
    const [imported] = await importProfileFile(store, text)
    expect(imported).toMatchObject(settings('Acme'))
  })

  test('Profile files: need four members; the rest has the defaults of the flavor', async () => {
    const [imported] = await importProfileFile(open(), JSON.stringify({ clavis: 1, profiles: [entry] }))
    expect(imported).toMatchObject(settings('Acme'))
  })

  test.each([
    ['an unknown member', { ...entry, color: 'red' }, 'profile 1 (“Acme”): unknown member “color”'],
    ['a missing member', { ...entry, clientId: undefined }, '“clientId” is missing'],
    ['an environment that is none', { ...entry, environment: 'staging' }, '“environment”'],
    ['a flavor that the environment does not take', { ...entry, flavor: 'basic' }, 'takes jwt or legacy'],
    ['plain http', { ...entry, tokenUrl: 'http://auth.example.com/token' }, 'Use https'],
  ])('Profile files: with %s are refused, and nothing is imported', async (_what, bad, words) => {
    const store = open()
    const text = JSON.stringify({ clavis: 1, profiles: [bad, { ...entry, name: 'Sound' }] })
    await expect(importProfileFile(store, text)).rejects.toMatchObject({ code: 'profile-file-invalid' })
    await expect(importProfileFile(store, text)).rejects.toThrow(words)
    expect(await store.list()).toEqual([])
  })

  test('Profile files: other files and versions are refused', async () => {
    await expect(importProfileFile(open(), '<html>')).rejects.toThrow('it is not valid JSON')
    await expect(importProfileFile(open(), '{"clavis":2,"profiles":[]}')).rejects.toMatchObject({
      code: 'profile-file-invalid',
    })
    await expect(
      importProfileFile(open(), JSON.stringify({ clavis: 1, profiles: [entry], more: true })),
    ).rejects.toThrow('unknown member “more”')
  })

  test('Profile files: import nothing if a name is taken', async () => {
    const store = open()
    await store.create(settings('Acme'), { practice: false })
    const text = JSON.stringify({ clavis: 1, profiles: [{ ...entry, name: 'New' }, entry] })
    await expect(importProfileFile(store, text)).rejects.toMatchObject({ code: 'profile-name-taken' })
    expect((await store.list()).length).toBe(1)
  })
})
