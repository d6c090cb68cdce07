import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '#shared/values/local-day.ts'
import { Database } from './database.ts'
import { migrate, migrations, type Migration } from './schema.ts'
import { writeDocument } from './stored-document.ts'

const program = join(import.meta.dirname, 'testing', 'hold-change.ts')

let folder: string
let children: ChildProcess[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-database-'))
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await chmod(folder, 0o700)
  await rm(folder, { recursive: true, force: true })
})

const path = (): string => join(folder, 'clavis.db')
const open = (waitMs?: number): Database => new Database({ folder, ...(waitMs === undefined ? {} : { waitMs }) })
const store = (database: Database, name: string): Promise<void> =>
  database.change(({ sql }) => writeDocument(sql, name, name))
const names = (database: Database): Promise<string[]> =>
  database.read((sql) =>
    sql
      .prepare('SELECT name FROM documents ORDER BY name')
      .all()
      .map(({ name }) => String(name)),
  )

/** Starts a process that is inside a change. */
async function holding(name: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, folder, name], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

test('Database: without a folder, reads see changes, a failed change leaves nothing, and the end forgets all', async () => {
  const database = new Database({ folder: undefined })
  await store(database, 'first')
  const failing = database.change(({ sql }) => {
    writeDocument(sql, 'second', 'second')
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  expect(await names(database)).toEqual(['first'])
  await database.end()
  expect(await names(database)).toEqual([])
})

test('Database: reads a key once while nothing is stored, and again after any change, also of another process', async () => {
  const database = open()
  let reads = 0
  const kept = (): Promise<string> =>
    database.readKept('names', (sql) => {
      reads += 1
      return JSON.stringify(sql.prepare('SELECT name FROM documents ORDER BY name').all())
    })
  const expected = (...stored: string[]): string => JSON.stringify(stored.map((name) => ({ name })))
  expect(await kept()).toBe(expected())
  await store(database, 'a')
  expect([await kept(), await kept(), reads]).toEqual([expected('a'), expected('a'), 2])
  // Nothing in between lets time pass: what a change stored is there with the next call.
  await store(open(), 'b')
  expect(await kept()).toBe(expected('a', 'b'))
  await database.change(async ({ sql }) => {
    writeDocument(sql, 'c', 'c')
    expect(await kept()).toBe(expected('a', 'b'))
  })
  expect(await kept()).toBe(expected('a', 'b', 'c'))
  const child = await holding('d')
  expect(await kept()).toBe(expected('a', 'b', 'c'))
  child.stdin?.write('\n')
  await once(child, 'exit')
  expect([await kept(), await kept(), reads]).toEqual([expected('a', 'b', 'c', 'd'), expected('a', 'b', 'c', 'd'), 5])
})

test('Database: keeps nothing of a read that failed, of memory, or of a file that was replaced', async () => {
  const database = open()
  await store(database, 'a')
  await expect(
    database.readKept('x', () => {
      throw new Error('on purpose')
    }),
  ).rejects.toThrow('on purpose')
  expect(await database.readKept('x', () => 1)).toBe(1)
  const other = new Database({ folder: join(folder, 'other') })
  await mkdir(join(folder, 'other'))
  await store(other, 'b')
  await other.end()
  await rename(join(folder, 'other', 'clavis.db'), path())
  expect(await database.readKept('x', () => 2)).toBe(2)
  await rename(path(), join(folder, 'elsewhere.db'))
  await expect(database.readKept('x', () => 3)).rejects.toMatchObject({ code: 'disk-failed' })
  const memory = new Database({ folder: undefined })
  const count = (): Promise<unknown> =>
    memory.readKept('x', (sql) => sql.prepare('SELECT count(*) AS count FROM documents').get()?.['count'])
  expect(await count()).toBe(0)
  await store(memory, 'c')
  expect(await count()).toBe(1)
})

test('Database: creates no file when it is only read', async () => {
  expect(await names(open())).toEqual([])
  expect(await readdir(folder)).toEqual([])
})

test('Database: stores a change in a file that only its owner can read, and leaves no other file', async () => {
  await store(open(), 'a')
  expect(await names(open())).toEqual(['a'])
  expect((await stat(path())).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['clavis.db'])
})

test('Database: stores nothing of a change that fails', async () => {
  const database = open()
  await store(database, 'a')
  const change = database.change(({ sql }) => {
    writeDocument(sql, 'b', 'b')
    throw new Error('not this')
  })
  await expect(change).rejects.toThrow('not this')
  expect(await names(database)).toEqual(['a'])
  await store(database, 'c')
  expect(await names(open())).toEqual(['a', 'c'])
})

test('Database: shows a change only once it is stored, to other processes and its own', async () => {
  const database = open()
  await store(database, 'a')
  await database.change(async (within) => {
    writeDocument(within.sql, 'b', 'b')
    expect(await names(database)).toEqual(['a'])
    await database.change(({ sql }) => writeDocument(sql, 'c', 'c'), within)
  })
  expect(await names(database)).toEqual(['a', 'b', 'c'])
})

test('Database: can be read while a change larger than its cache is not stored yet', async () => {
  const database = open(500)
  await database.change(async ({ sql }) => {
    for (let number = 0; number < 80; number += 1) writeDocument(sql, `large ${number}`, 'x'.repeat(100_000))
    expect(await names(database)).toEqual([])
    expect(await names(open(500))).toEqual([])
  })
  expect(await names(database)).toHaveLength(80)
})

test('Database: reports changes of other processes and its own until it ends', async () => {
  const [window, command] = [open(), open()]
  let reports = 0
  window.onChange(() => (reports += 1))
  await store(command, 'a')
  await expect.poll(() => reports).toBe(1)
  // A read in between must not hide the change from the listeners.
  await store(command, 'b')
  await names(window)
  await expect.poll(() => reports).toBe(2)
  await store(window, 'c')
  await expect.poll(() => reports).toBe(3)
  await window.end()
})

test('Database: a paused process keeps its lock, and its change is stored when it continues', async () => {
  const child = await holding('theirs')
  child.kill('SIGSTOP')
  const database = open(500)
  await expect(store(database, 'ours')).rejects.toMatchObject({ code: 'store-busy' })
  expect(await names(database)).toEqual([])
  child.kill('SIGCONT')
  child.stdin?.write('\n')
  await once(child, 'exit')
  await store(database, 'ours')
  expect(await names(database)).toEqual(['ours', 'theirs'])
})

test('Database: a killed process loses its change and its lock', async () => {
  const child = await holding('theirs')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const database = open()
  await store(database, 'ours')
  expect(await names(database)).toEqual(['ours'])
})

describe('a file that can’t be used', () => {
  const damages: readonly (readonly [string, () => Promise<void>])[] = [
    ['empty', () => truncate(path(), 0)],
    ['cut', () => truncate(path(), 5000)],
    ['of another kind', () => writeFile(path(), '{"version":2,"profiles":[]}')],
    ['zeros', () => writeFile(path(), Buffer.alloc(40_000))],
    [
      'another program’s database',
      async () => {
        await rm(path())
        new DatabaseSync(path()).exec('CREATE TABLE mine (x)')
      },
    ],
    ...[
      'CREATE TRIGGER theirs AFTER UPDATE ON profiles BEGIN DELETE FROM agreed_hosts; END',
      'CREATE VIEW theirs AS SELECT * FROM profiles',
      'DROP TRIGGER list_views_removed; CREATE TRIGGER list_views_removed AFTER DELETE ON profiles BEGIN DELETE FROM activity; END',
    ].map((statement): readonly [string, () => Promise<void>] => [
      statement,
      () => {
        const sql = new DatabaseSync(path())
        sql.exec(statement)
        sql.close()
        return Promise.resolve()
      },
    ]),
    [
      'overwritten behind its header',
      async () => {
        const content = await readFile(path())
        await writeFile(path(), content.fill(0xff, 100))
      },
    ],
  ]
  test.each(damages)(
    'Database: each call fails and leaves the file untouched when it is damaged: %s',
    async (_how, damage) => {
      const first = open()
      await store(first, 'a')
      await first.end()
      await damage()
      const before = await readFile(path())
      await expect(names(open())).rejects.toMatchObject({ code: 'store-damaged' })
      await expect(store(open(), 'b')).rejects.toMatchObject({ code: 'store-damaged' })
      expect(await readFile(path())).toEqual(before)
      expect((await readdir(folder)).filter((name) => name !== 'clavis.db')).toEqual([])
    },
  )

  test('Database: each call fails when a folder without a database has profiles in JSON files, and none of them when it has one', async () => {
    const file = join(folder, 'profiles.json')
    const before = '{"version":12,"profiles":[]}'
    await writeFile(file, before)
    const failure = {
      code: 'store-damaged',
      command: `git checkout 1de82b54 && npm run clavis -- profile list --data-dir "${folder}"`,
    }
    await expect(names(open())).rejects.toMatchObject(failure)
    await expect(store(open(), 'a')).rejects.toMatchObject(failure)
    expect(await readdir(folder)).toEqual(['profiles.json'])
    expect(await readFile(file, 'utf8')).toBe(before)

    await rm(file)
    const database = open()
    await store(database, 'a')
    await database.end()
    await writeFile(file, before)
    expect(await names(open())).toEqual(['a'])
  })

  test('Database: leaves a newer Clavis’s file untouched, also when it was upgraded while this one runs', async () => {
    const running = open()
    await store(running, 'a')
    expect(await names(running)).toEqual(['a'])
    const sql = new DatabaseSync(path())
    sql.exec('PRAGMA user_version = 99')
    sql.close()
    const before = await readFile(path())
    for (const database of [running, open()]) {
      await expect(names(database)).rejects.toMatchObject({ code: 'store-too-new' })
      await expect(store(database, 'b')).rejects.toMatchObject({ code: 'store-too-new' })
    }
    expect(await readFile(path())).toEqual(before)
  })

  test('Database: each call fails when the file was removed while Clavis runs, and the file is not created again', async () => {
    const database = open()
    await store(database, 'a')
    await rename(path(), join(folder, 'elsewhere.db'))
    for (const call of [names(database), store(database, 'b')])
      await expect(call).rejects.toMatchObject({
        code: 'disk-failed',
        message: expect.stringContaining('removed') as string,
      })
    expect(await readdir(folder)).toEqual(['elsewhere.db'])
    await rename(join(folder, 'elsewhere.db'), path())
    expect(await names(database)).toEqual(['a'])
  })

  test('Database: reopens the file when another one took its place', async () => {
    const database = open()
    await store(database, 'a')
    await mkdir(join(folder, 'other'))
    const other = new Database({ folder: join(folder, 'other') })
    await store(other, 'b')
    await other.end()
    await rename(join(folder, 'other', 'clavis.db'), path())
    expect(await names(database)).toEqual(['b'])
  })
})

describe('migrations', () => {
  const addTable: Migration = (sql) => sql.exec('CREATE TABLE second (x TEXT)')
  const steps: readonly Migration[] = [...migrations, addTable]

  test('migrate: copies the file before each step, and runs each step once', async () => {
    const database = open()
    await store(database, 'a')
    await database.end()
    for (let time = 0; time < 2; time += 1) {
      const sql = new DatabaseSync(path())
      migrate(sql, path(), steps)
      expect(sql.prepare('PRAGMA user_version').get()).toEqual({ user_version: steps.length })
      expect(sql.prepare('SELECT * FROM second').all()).toEqual([])
      sql.close()
    }
    const copy = new DatabaseSync(`${path()}.before-${steps.length}`)
    expect(copy.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.length })
    expect(copy.prepare('SELECT name FROM documents').all()).toEqual([{ name: 'a' }])
    copy.close()
    expect((await readdir(folder)).toSorted()).toEqual(['clavis.db', `clavis.db.before-${steps.length}`])
  })

  describe('copies', () => {
    const second: Migration = (sql) => sql.exec('CREATE TABLE second (name TEXT) STRICT')
    const steps = [...migrations, second]
    const copyPath = (): string => `${path()}.before-${steps.length}`

    /** Migrates the file, which has an entry of the log, under a usual umask. */
    async function migrated(work: (sql: DatabaseSync) => void = (sql) => migrate(sql, path(), steps)): Promise<void> {
      const database = open()
      await database.change(({ sql }) =>
        sql.exec(`INSERT INTO activity (at, content) VALUES ('2026-11-28T00:00:00Z', '"the-entry"')`),
      )
      await database.end()
      const umask = process.umask(0o022)
      const sql = new DatabaseSync(path())
      try {
        work(sql)
      } finally {
        sql.close()
        process.umask(umask)
      }
    }

    test.skipIf(process.platform === 'win32')('migrate: the copy is readable only by its owner', async () => {
      await migrated()
      expect((await stat(copyPath())).mode & 0o777).toBe(0o600)
    })

    test('migrate: the copy is of the file as it was last, not of an earlier migration to the same version', async () => {
      await writeFile(copyPath(), 'an earlier copy')
      await migrated()
      expect(await readFile(copyPath(), 'utf8')).toContain('the-entry')
    })

    test('migrate: leaves no temporary file, and the earlier copy, if the file can’t be copied', async () => {
      await writeFile(copyPath(), 'an earlier copy')
      await expect(
        migrated((sql) => {
          // As on a full disk: the copy may have one page.
          const prepare = sql.prepare.bind(sql)
          sql.prepare = (text) => {
            if (!text.startsWith('VACUUM')) return prepare(text)
            throw new Error('database or disk is full')
          }
          migrate(sql, path(), steps)
        }),
      ).rejects.toThrow('full')
      expect((await readdir(folder)).toSorted()).toEqual(['clavis.db', `clavis.db.before-${steps.length}`])
      expect(await readFile(copyPath(), 'utf8')).toBe('an earlier copy')
    })

    test('Database: clears the activity in copies too, and removes a damaged copy', async () => {
      await migrated((sql) => sql.exec(`VACUUM INTO '${path()}.before-2'`))
      await writeFile(`${path()}.before-3`, 'damaged: the-entry')
      const names = [path(), `${path()}.before-2`]
      for (const name of names) expect(await readFile(name, 'utf8')).toContain('the-entry')
      await open().clearActivity()
      for (const name of names) expect(await readFile(name, 'utf8')).not.toContain('the-entry')
      expect((await readdir(folder)).toSorted()).toEqual(['clavis.db', 'clavis.db.before-2'])
    })
  })

  test('migrate: names what version 1 stored without names or under others', () => {
    const sql = new DatabaseSync(path())
    migrations[0]?.(sql)
    sql.exec('PRAGMA user_version = 1')
    const notices = { certificates: { ab: { sent: [{ days: 30, kind: 'sent' }] } } }
    const basis = {
      reportsBaseUrl: 'https://a.example',
      clientId: 'a',
      tokenUrl: 'https://b.example',
      recordMember: null,
    }
    const before = JSON.stringify(notices).replaceAll('"sent"', '"told"')
    sql.prepare('INSERT INTO documents VALUES (?, ?)').run('notices', before)
    const snapshot = { name: 'monday', basis: JSON.stringify(Object.values(basis)) }
    sql.prepare('INSERT INTO snapshots VALUES (?, ?, ?)').run('s', 1, JSON.stringify(snapshot))
    migrate(sql, path())
    const contents = ['documents', 'snapshots'].map((table): unknown =>
      JSON.parse(String(sql.prepare(`SELECT content FROM ${table}`).get()?.['content'])),
    )
    sql.close()
    expect(contents).toEqual([notices, { name: 'monday', basis }])
  })

  test('migrate: reads from histories what is state now: which keys a profile got, and what it retired', () => {
    const sql = new DatabaseSync(path())
    for (const migration of migrations.slice(0, 3)) migration(sql)
    const profile = (id: string, credentials: object[], history: object[]): void => {
      const content = JSON.stringify({ profile: { id }, credentials, history })
      sql.prepare('INSERT INTO profiles VALUES (?, (SELECT count(*) FROM profiles), ?)').run(id, content)
    }
    const event = (kind: string, credentialId: string): object => ({ at: `at ${credentialId}`, kind, credentialId })
    const made = { id: 'made', publicKeyFingerprint: 'A', state: 'active' }
    const brought = { id: 'brought', publicKeyFingerprint: 'B', state: 'active' }
    const retired = {
      ...{ id: 'retired', publicKeyFingerprint: 'C', state: 'retired', retiredAt: 'then' },
      certificate: { thumbprint: { sha256: 'F' } },
    }
    profile('one', [made, brought, retired], [event('restored', 'brought'), event('retired', 'removed')])
    profile(
      'full',
      [made],
      Array.from({ length: 2000 }, () => event('tried', 'made')),
    )
    migrations[3]?.(sql)
    const rows = (table: string): unknown[] =>
      sql
        .prepare(`SELECT * FROM ${table}`)
        .all()
        .map((row) => Object.values(row))
    expect(rows('own_keys').toSorted()).toEqual([
      ['one', 'A'],
      ['one', 'C'],
    ])
    expect(rows('retired_credentials').toSorted()).toEqual([
      ['one', 'removed', null, null, 'at removed'],
      ['one', 'retired', 'C', 'F', 'then'],
    ])
    sql.close()
  })

  test('migrate: leaves the file as it was when a step fails', async () => {
    const database = open()
    await store(database, 'a')
    await database.end()
    const sql = new DatabaseSync(path())
    const failing: Migration = (each) => {
      addTable(each)
      throw new Error('not this')
    }
    expect(() => migrate(sql, path(), [...migrations, failing])).toThrow('not this')
    sql.close()
    expect(await names(open())).toEqual(['a'])
  })
})

test('Database: removes temporary files of killed processes from the data folder after an hour', async () => {
  const left = [
    ...['.clavis.db.0123456789ab.tmp', '.clavis.db.0123456789ab.tmp-journal', 'clavis.db.before-2.77.tmp'],
    '.4194305-0123456789ab.clavis.tmp',
  ]
  const others = ['.mine', 'mine.tmp', 'clavis.db.before-2']
  const old = 'clavis.db.before-3'
  const rest = async (name: string, minutes: number): Promise<void> => {
    await writeFile(join(folder, name), 'x')
    const then = Date.now() / 1000 - minutes * 60
    await utimes(join(folder, name), then, then)
  }
  for (const name of left) await rest(name, 61)
  for (const name of others) await rest(name, 29 * 24 * 60)
  await rest(old, 31 * 24 * 60)
  await rest('.clavis.db.0123456789ac.tmp', 59)
  await store(open(), 'a')
  expect((await readdir(folder)).toSorted()).toEqual([...others, '.clavis.db.0123456789ac.tmp', 'clavis.db'].toSorted())
})

test('Database: a process killed while creating the file leaves no partial one', async () => {
  await writeFile(join(folder, '.clavis.db.0123456789ab.tmp'), 'half')
  expect(await names(open())).toEqual([])
  await store(open(), 'a')
  expect(await names(open())).toEqual(['a'])
  expect(Date.now() - (await stat(join(folder, '.clavis.db.0123456789ab.tmp'))).mtimeMs).toBeLessThan(dayMs)
})
