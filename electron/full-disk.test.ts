import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SnapshotFiles } from './lists/snapshot-files.ts'
import { StoredActivity } from './requests/stored-activity.ts'
import { Database } from './store/database.ts'
import { runWithinFileSize } from './testing/file-size-limit.ts'

const program = join(import.meta.dirname, 'testing', 'write-everything.ts')
const snapshot = randomUUID()

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-full-disk-'))
  // The program may run without the system's user's rights, and reads what is there.
  await chmod(folder, 0o777)
  const at = new Date().toISOString()
  const database = new Database({ folder })
  const snapshots = new SnapshotFiles({ database, folder: join(folder, 'snapshots') })
  await mkdir(join(folder, 'snapshots'))
  await writeFile(join(folder, 'snapshots', `${snapshot}.records`), '')
  await snapshots.update({
    id: snapshot,
    name: 'First',
    profileId: randomUUID(),
    profileName: 'Acme',
    environment: 'mock',
    list: 'reports',
    startedAt: at,
    keptAt: at,
    pages: 0,
    records: 0,
    complete: false,
    basis: { reportsBaseUrl: '', clientId: '', tokenUrl: '', recordMember: null },
  })
  await database.end()
  await run('little')
})
afterEach(async () => {
  for (const path of [folder, join(folder, 'snapshots')]) await chmod(path, 0o777)
  await rm(folder, { recursive: true, force: true })
})

type Outcomes = Readonly<Record<string, string>>

/** Runs the program, which may write wherever the folder lets everyone write. */
async function run(much: 'much' | 'little'): Promise<Outcomes> {
  for (const [path, mode] of [
    [join(folder, 'snapshots'), 0o777],
    [join(folder, 'clavis.db'), 0o666],
    [join(folder, 'snapshots', `${snapshot}.records`), 0o666],
  ] as const)
    await chmod(path, mode).catch(() => undefined)
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder, much, snapshot])
  return JSON.parse(stdout) as Outcomes
}

/** Every file with what it holds. */
async function contents(): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)))
}

const kinds = [
  ...['profiles', 'settings', 'notices', 'columns', 'loose certificates', 'used keychains', 'snapshot', 'activity'],
  ...['export', 'resumable export', 'backup or profile file'],
]
const every = (outcome: string): Outcomes => Object.fromEntries(kinds.map((kind) => [kind, outcome]))

test('Full disk: leaves every kind of file as it was, and each error says so', async () => {
  const before = await contents()
  expect(JSON.parse(await runWithinFileSize(program, folder, 'much', snapshot))).toEqual(every('disk-full'))
  expect(await contents()).toEqual(before)
  const activity = new StoredActivity({ database: new Database({ folder }) })
  activity.add({ id: 2, kind: 'call', at: new Date().toISOString(), what: 'after', outcome: 'ok' })
  const entries: string[] = []
  for await (const { what } of activity.entries()) entries.push(what)
  expect(entries).toEqual(['n'.repeat(10), 'after'])
})

test('Read-only folder: leaves every kind of file as it was, and each error says so', async () => {
  const before = await contents()
  for (const path of [join(folder, 'snapshots'), folder]) await chmod(path, 0o555)
  for (const path of Object.keys(before)) await chmod(path, 0o444)
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder, 'little', snapshot])
  expect(JSON.parse(stdout)).toEqual(every('disk-failed'))
  expect(await contents()).toEqual(before)
})
