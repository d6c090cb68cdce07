import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clavisProgram, runClavis } from './cli/testing/clavis-process.ts'
import { runCommand } from './cli/testing/command-run.ts'
import { LooseCertificates } from './credentials/import/loose-certificates.ts'
import { KeyTraces } from './credentials/key-traces.ts'
import { hasJsonFiles, jsonFileNames } from './earlier-json-names.ts'
import { NoticeStore } from './expiry/notice-store.ts'
import { oldestDelivery } from './expiry/warning-outbox.ts'
import { usedKeychains } from './keychain/os-keychain.ts'
import { ListColumnsStore } from './lists/list-columns-store.ts'
import { openDatabase } from './open-profiles.ts'
import { ProfileStore } from './profiles/store/profile-store.ts'
import { StoredActivity } from './requests/stored-activity.ts'
import { SettingsStore } from './settings/settings-store.ts'
import type { Database } from './store/database.ts'
import { killsAtEachCall, tracer } from './testing/kills-at-each-call.ts'
import { rounds } from './testing/rounds.ts'

/** What commit 85fe7eec stored: two profiles, seven credentials in five states, a snapshot, and all else that it could store. */
const fixture = join(import.meta.dirname, 'testing', 'fixtures', '85fe7eec')
const earlier = join(fixture, 'data')
const passphrase = 'correct horse battery'

/** Shortly after the fixture was made: activity is kept for 30 days. */
const now = (): number => Date.parse('2026-11-26T02:00:00Z')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-earlier-'))
  await startOver()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Puts the earlier data folder in place of what is there. */
async function startOver(): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
  await cp(earlier, folder, { recursive: true })
}

/** Everything that the database has, by the services that read it. */
async function stored(database: Database): Promise<Record<string, unknown>> {
  const profiles = new ProfileStore({ database, now, newId: randomUUID })
  const list = await profiles.list()
  const [mock] = list
  const activity = []
  for await (const entry of new StoredActivity({ database }).entries()) activity.push(entry)
  const columns = new ListColumnsStore({ database, profiles, now })
  return {
    profiles: list,
    settings: await new SettingsStore({ database }).read(),
    notices: await new NoticeStore({ database }).read(),
    waiting: await database.read((sql) => oldestDelivery(sql, database.path)),
    columns: (await columns.read({ profileId: mock?.profile.id ?? '', list: 'reports' })).layout,
    traces: await new KeyTraces({ database, now }).list(),
    loose: await new LooseCertificates({ database }).list(),
    keychains: await usedKeychains(database).read(),
    activity,
  }
}

async function json<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(earlier, name), 'utf8')) as T
}

/** The same as {@link stored}, read from the JSON files. */
async function held(): Promise<Record<string, unknown>> {
  const {
    version: _1,
    webhook: { waiting, ...webhook },
    ...notices
  } = JSON.parse((await readFile(join(earlier, 'notices.json'), 'utf8')).replaceAll('"told"', '"sent"')) as {
    version: 1
    webhook: { waiting: [unknown] }
  }
  const [traceFile = ''] = await readdir(join(earlier, 'key-traces'))
  const { version: _2, ...trace } = await json<{ version: 1 }>(join('key-traces', traceFile))
  const lines = (await readFile(join(earlier, 'activity.jsonl'), 'utf8')).trim().split('\n')
  return {
    profiles: (await json<{ profiles: unknown }>('profiles.json')).profiles,
    settings: await json('settings.json'),
    notices: { ...notices, webhook },
    waiting: waiting[0],
    columns: (await json<{ lists: { layout: unknown }[] }>('lists.json')).lists[0]?.layout,
    traces: [trace],
    loose: (await json<{ certificates: unknown }>('loose-certificates.json')).certificates,
    keychains: (await json<{ keychains: unknown }>('keychain.json')).keychains,
    activity: lines.map((line): unknown => JSON.parse(line)),
  }
}

async function read(): Promise<Record<string, unknown>> {
  const database = openDatabase(folder)
  try {
    return await stored(database)
  } finally {
    await database.end()
  }
}

/** Contents of all files below a folder, by path. */
async function contents(of: string): Promise<Record<string, string>> {
  const entries = await readdir(of, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(
    await Promise.all(
      files.map(async (path): Promise<[string, string]> => [path.slice(of.length), await readFile(path, 'base64')]),
    ),
  )
}

describe('earlier data folder', () => {
  test('Earlier data folder: opens with all its content, and the JSON files are set aside', async () => {
    expect(await read()).toEqual(await held())
    const aside = await contents(join(folder, 'before-clavis.db'))
    const { true: taken = [], false: others = [] } = Object.groupBy(Object.entries(await contents(earlier)), ([path]) =>
      String(path.endsWith('.json') || jsonFileNames.some((name) => path === `/${name}`)),
    )
    expect(aside).toEqual(Object.fromEntries(taken))
    expect(hasJsonFiles(folder)).toBe(false)
    // Records of snapshots stay where they are.
    expect(await contents(folder)).toMatchObject(
      Object.fromEntries(others.filter(([path]) => path.endsWith('.records'))),
    )
  })

  test('Earlier data folder: is taken over once; later changes of an old file have no effect', async () => {
    await read()
    await cp(join(earlier, 'profiles.json'), join(folder, 'profiles.json'))
    const database = openDatabase(folder)
    const profiles = new ProfileStore({ database, now, newId: randomUUID })
    const [first] = await profiles.list()
    await profiles.remove(first?.profile.id ?? '')
    await database.end()
    const again = await read()
    expect(again['profiles']).toHaveLength(1)
    expect(await readdir(folder)).toContain('profiles.json')
  })

  test('Earlier data folder: opens with its snapshots when nothing else is left', async () => {
    for (const name of jsonFileNames) await rm(join(folder, name), { recursive: true, force: true })
    const snapshots = await runClavis(folder, ['--json', 'snapshot', 'list'])
    expect(JSON.parse(snapshots.out)).toMatchObject([{ name: 'monday' }])
    expect(await read()).toMatchObject({ profiles: [] })
  })

  test('Earlier data folder: works on the command line: profiles, expiry, snapshot and comparison', async () => {
    const listed = await runClavis(folder, ['--json', 'profile', 'list'])
    expect(JSON.parse(listed.out)).toMatchObject([{ name: 'Acme Mock' }, { name: 'Acme CT' }])
    const expiry = await runClavis(folder, ['--json', 'expiry'])
    expect(JSON.parse(expiry.out)).toMatchObject({
      profiles: [{ profile: 'Acme CT', state: 'active', subject: 'CN=acme, O=Acme' }],
    })
    const snapshots = await runClavis(folder, ['--json', 'snapshot', 'list'])
    expect(JSON.parse(snapshots.out)).toMatchObject([{ name: 'monday', records: 3, pages: 2, complete: true }])
    const same = await runClavis(folder, ['diff', 'monday', 'monday'])
    expect(same).toMatchObject({ code: 0 })
  })

  test('Earlier data folder: its backup is previewed, and restored with its keys', async () => {
    const backup = (...args: string[]): ReturnType<typeof runClavis> =>
      runClavis(folder, ['--json', 'backup', ...args], { input: `${passphrase}\n` })
    const file = join(fixture, 'backup.clavis-backup')
    expect((await backup('show', file)).out).toContain('Acme CT')
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
    try {
      expect(await backup('restore', file)).toMatchObject({ code: 0 })
      const keys = JSON.parse((await runClavis(folder, ['--json', 'key', 'list'])).out) as Record<string, unknown>[]
      expect(keys.filter(({ state, profile }) => state === 'assigned' && profile !== undefined)).toHaveLength(6)
    } finally {
      for (const name of ['Acme CT', 'Acme Mock'])
        await runClavis(folder, ['profile', 'remove', name, '--destroy-secrets'])
    }
  })
})

describe('state that can’t be taken over', () => {
  const faults: readonly (readonly [string, string, () => Promise<unknown>, string, RegExp])[] = [
    ...jsonFileNames
      .filter((name) => name.endsWith('.json'))
      .map((name) => {
        const damage = (): Promise<unknown> => writeFile(join(folder, name), '{"version":1,')
        return [`${name} is damaged`, name, damage, 'store-damaged', /is damaged/u] as const
      }),
    ...['profiles.json', 'notices.json', 'lists.json'].map((name) => {
      const replace = (): Promise<unknown> => writeFile(join(folder, name), '{"version":9}')
      return [`${name} is newer`, name, replace, 'store-too-new', /newer version/u] as const
    }),
    ...['profiles.json', 'notices.json'].map((name) => {
      const remove = (): Promise<unknown> => rm(join(folder, name))
      return [`${name} is gone and its copy is there`, name, remove, 'store-damaged', /copy .*\.bak is there/u] as const
    }),
  ]
  test.each(faults)(
    'Earlier data folder: each command fails, and nothing is moved or written, when %s',
    async (_what, name, spoil, code, words) => {
      await spoil()
      const before = await contents(folder)
      for (const args of [['profile', 'list'], ['expiry'], ['key', 'create', 'Acme CT']]) {
        const { code: exit, out, error: err } = await runCommand(folder, '', args)
        expect({ args, exit, out }).toEqual({ args, exit: 65, out: '' })
        expect(err).toMatch(new RegExp(`^clavis: ${code}: `, 'u'))
        expect(err).toMatch(words)
        if (code === 'store-damaged') expect(err).toContain(name)
      }
      expect(await contents(folder)).toEqual(before)
    },
  )

  test('Earlier data folder: is taken over once the person has repaired it', async () => {
    await rename(join(folder, 'profiles.json'), join(folder, 'profiles.json.bak'))
    expect(await runClavis(folder, ['profile', 'list'])).toMatchObject({ code: 65 })
    await rename(join(folder, 'profiles.json.bak'), join(folder, 'profiles.json'))
    expect(await read()).toEqual(await held())
  })
})

describe('a process killed during the take-over', () => {
  /** The next start has everything, whatever the killed one left. */
  async function expectWhole(): Promise<void> {
    expect(await read()).toEqual(await held())
    // The next change finishes what was begun.
    const database = openDatabase(folder)
    await database.change(() => undefined)
    await database.end()
    expect(hasJsonFiles(folder)).toBe(false)
    expect(Object.keys(await contents(join(folder, 'before-clavis.db')))).toContain('/profiles.json')
  }

  test(`Earlier data folder: a kill during the take-over leaves old or new state (${rounds(4, 60)} random moments)`, async () => {
    for (let kill = 0; kill < rounds(4, 60); kill += 1) {
      await startOver()
      const child = spawn(process.execPath, [...clavisProgram(), '--data-dir', folder, 'profile', 'list'], {
        stdio: 'ignore',
      })
      const ended = once(child, 'exit')
      await wait(randomInt(100, 350))
      child.kill('SIGKILL')
      await ended
      await expectWhole()
    }
  })

  test.runIf(tracer !== undefined && rounds(0, 1) === 1)(
    'Earlier data folder: a kill during the take-over leaves old or new state, at each system call',
    async () => {
      const args = [...clavisProgram(), '--data-dir', folder, 'profile', 'list']
      expect(await killsAtEachCall(args, { before: startOver, after: expectWhole })).toBeGreaterThan(20)
    },
    600_000,
  )
})
