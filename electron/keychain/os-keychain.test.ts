import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Database } from '../store/database.ts'
import { builtProgram } from '../testing/built-program.ts'
import type { SystemKeychain } from './keytar-keychain.ts'
import { OsKeychain, usedKeychains } from './os-keychain.ts'
import { formatSecret } from './secret-entries.ts'
import { Secret } from './secret.ts'
import type { KeychainStep } from './testing/keychain-steps.ts'
import { startPrivateSession, type PrivateSession } from './testing/private-session.ts'

const run = promisify(execFile)
const program = fileURLToPath(builtProgram('keychain-steps'))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-keychain-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

interface Outcome {
  readonly value?: unknown
  readonly error?: {
    readonly code?: string
    readonly message: string
    readonly hint?: string
    readonly command?: string
  }
}

/** Does steps in a process of their own, within a session's environment. */
async function take(env: NodeJS.ProcessEnv, steps: readonly KeychainStep[], limitMs?: number): Promise<Outcome[]> {
  const input = JSON.stringify({ folder, steps, limitMs })
  const { stdout } = await run(process.execPath, [program, input], { env, maxBuffer: 10_000_000 })
  return JSON.parse(stdout) as Outcome[]
}

const account = 'key/2a1b7c5e-0000-4000-8000-000000000001'
const longSecret = Array.from({ length: 400 }, (_, index) => `line ${index} é 漢\n`).join('')

describe('on an unlocked gnome-keyring', () => {
  let session: PrivateSession
  beforeAll(async () => {
    session = await startPrivateSession('unlocked')
  })
  afterAll(async () => {
    await session.end()
  })
  afterEach(async () => {
    await take(session.env, [{ do: 'remove', account }])
  })

  test('OsKeychain: stores a long secret as one entry that another process reads, and removes it', async () => {
    expect(await take(session.env, [{ do: 'write', account, text: longSecret }])).toEqual([{ value: null }])
    const [read, raw, removed, gone, list] = await take(session.env, [
      { do: 'read', account },
      { do: 'rawRead', account },
      { do: 'remove', account },
      { do: 'rawRead', account },
      { do: 'list' },
    ])
    expect(read?.value).toBe(longSecret)
    expect(raw?.value).toMatch(/^clavis2\.[\w-]{43}\.[\w-]+$/u)
    expect([removed, gone, list]).toEqual([{ value: null }, { value: null }, { value: [] }])
  })

  test('OsKeychain: says without a prompt whether a secret is there, and not of a keyring that Clavis does not know', async () => {
    const [before, , there, , gone] = await take(session.env, [
      { do: 'has', account: 'client-secret/none' },
      { do: 'write', account, text: 'secret' },
      { do: 'has', account },
      { do: 'remove', account },
      { do: 'has', account },
    ])
    expect([before?.value, there?.value, gone?.value]).toEqual([expect.anything(), true, false])
  })

  test('OsKeychain: stores and returns an RSA 4096 key', async () => {
    const pem = generateKeyPairSync('rsa', { modulusLength: 4096 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
    const text = pem.toString()
    const outcomes = await take(session.env, [
      { do: 'write', account, text },
      { do: 'read', account },
    ])
    expect(outcomes[1]?.value).toBe(text)
  })

  test('OsKeychain: reads, lists and replaces a secret that an earlier version stored in parts', async () => {
    const { text, parts } = formatSecret(Buffer.from(longSecret), 2560)
    const outcomes = await take(session.env, [
      ...parts.map((part, index) => ({ do: 'rawWrite', account: `${account}/b${index + 1}`, text: part }) as const),
      { do: 'rawWrite', account, text: text.replace('.a.', '.b.') },
      { do: 'list' },
      { do: 'read', account },
      { do: 'write', account, text: 'short' },
      { do: 'read', account },
      { do: 'rawRead', account: `${account}/b1` },
      { do: 'rawRead', account: `${account}/b${parts.length}` },
    ])
    expect(outcomes.slice(parts.length + 1).map(({ value }) => value)).toEqual([
      [{ account, isComplete: true }],
      ...[longSecret, null, 'short', null, null],
    ])
  })

  test('OsKeychain: reads undefined for an unknown account, and removes it without an error', async () => {
    const outcomes = await take(session.env, [
      { do: 'read', account },
      { do: 'remove', account },
      { do: 'remove', account },
    ])
    expect(outcomes).toEqual([{ value: null }, { value: null }, { value: null }])
  })

  test('OsKeychain: stores an empty secret', async () => {
    const outcomes = await take(session.env, [
      { do: 'write', account, text: '' },
      { do: 'read', account },
    ])
    expect(outcomes[1]).toEqual({ value: '' })
  })

  const earlier = formatSecret(Buffer.from(longSecret), 2560)
  test.each<readonly [string, KeychainStep[]]>([
    ['a missing part', [{ do: 'rawWrite', account, text: earlier.text }]],
    [
      'a changed part',
      [
        ...earlier.parts.map(
          (_, index) => ({ do: 'rawWrite', account: `${account}/a${index + 1}`, text: 'AAAA' }) as const,
        ),
        { do: 'rawWrite', account, text: earlier.text },
      ],
    ],
    ['a changed entry', [{ do: 'rawWrite', account, text: `clavis2.${'A'.repeat(43)}.AAAA` }]],
    ['an entry with newlines', [{ do: 'rawWrite', account, text: 'clavis2\nAA' }]],
    ['an unreadable entry', [{ do: 'rawWrite', account, text: 'something else' }]],
  ])('OsKeychain: %s is damage: neither read nor overwritten, but removable', async (_, damage) => {
    const outcomes = await take(session.env, [
      ...damage,
      { do: 'list' },
      { do: 'read', account },
      { do: 'write', account, text: 'new' },
      { do: 'rawRead', account },
      { do: 'remove', account },
      { do: 'rawRead', account: `${account}/a2` },
      { do: 'write', account, text: 'new' },
      { do: 'read', account },
    ])
    const [list, read, write, manifest, removed, part, written, readAgain] = outcomes.slice(damage.length)
    expect(list?.value).toEqual([{ account, isComplete: false }])
    expect(part).toEqual({ value: null })
    expect(read?.error?.code).toBe('keychain-entry-damaged')
    expect(write?.error?.code).toBe('keychain-entry-damaged')
    expect(write?.error?.hint).toMatch(/Nothing was overwritten/u)
    expect(manifest?.value).not.toBeNull()
    expect(removed).toEqual({ value: null })
    expect(written).toEqual({ value: null })
    expect(readAgain).toEqual({ value: 'new' })
  })

  test('OsKeychain: lists each secret once, and marks those that an interrupted write or removal left unreadable', async () => {
    const [, , , list] = await take(session.env, [
      { do: 'write', account, text: longSecret },
      { do: 'write', account: 'client-secret/of-a-profile', text: 'short' },
      { do: 'rawWrite', account: 'key/interrupted/a1', text: 'AAAA' },
      { do: 'list' },
      { do: 'remove', account: 'client-secret/of-a-profile' },
      { do: 'remove', account: 'key/interrupted' },
    ])
    expect(list?.value).toHaveLength(3)
    expect(list?.value).toEqual(
      expect.arrayContaining([
        { account, isComplete: true },
        { account: 'client-secret/of-a-profile', isComplete: true },
        { account: 'key/interrupted', isComplete: false },
      ]),
    )
  })

  test('OsKeychain: describes itself by the desktop’s name, and remembers it once a secret is stored', async () => {
    const env = { ...session.env, XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' }
    expect(await take(env, [{ do: 'describe' }])).toEqual([{ value: { name: 'Secret Service (GNOME)' } }])
    const used = usedKeychains(new Database({ folder }))
    expect(await used.read()).toEqual([])
    await take(env, [{ do: 'write', account, text: 'x' }])
    expect(await used.read()).toEqual([{ name: 'Secret Service (GNOME)' }])
  })

  test('OsKeychain: names the keychain that was used before if this one has no secret', async () => {
    await usedKeychains(new Database({ folder })).change(() => [{ name: 'KDE Wallet' }])
    const [, read, , readAgain, absent] = await take(session.env, [
      { do: 'rawRemove', account: 'marker' },
      { do: 'read', account },
      { do: 'write', account, text: 'recreated' },
      { do: 'read', account },
      { do: 'read', account: 'key/other' },
    ])
    expect(read?.error).toMatchObject({
      code: 'keychain-entry-missing',
      hint: expect.stringContaining('KDE Wallet') as string,
    })
    expect(readAgain?.value).toBe('recreated')
    expect(absent?.value).toBeNull()
  })

  test('OsKeychain: four processes that write the same secret at once take turns, and one complete secret remains', async () => {
    const texts = ['one', 'two', 'three', 'four'].map((word) => word.repeat(3000))
    const outcomes = await Promise.all(texts.map((text) => take(session.env, [{ do: 'write', account, text }])))
    const [read] = await take(session.env, [{ do: 'read', account }])
    expect(outcomes.flat().filter(({ error }) => error !== undefined)).toEqual([])
    expect(texts).toContain(read?.value)
  })
})

describe('on a locked gnome-keyring', () => {
  let session: PrivateSession
  beforeEach(async () => {
    session = await startPrivateSession('unlocked')
    await take(session.env, [{ do: 'write', account, text: 'kept' }, { do: 'lock' }])
  })
  afterEach(async () => {
    await session.end()
  })

  test('OsKeychain: reads, writes and removals fail and say what to do when no program can ask for the keyring’s password', async () => {
    const outcomes = await take(session.env, [
      { do: 'read', account },
      { do: 'write', account, text: 'new' },
      { do: 'write', account: 'key/another', text: 'new' },
      { do: 'remove', account },
      { do: 'list' },
      { do: 'describe' },
    ])
    for (const { error } of outcomes.slice(0, 5)) {
      expect(error?.code).toBe('keychain-locked')
      expect(error?.command).toContain('gnome-keyring-daemon --replace --unlock')
    }
    expect(outcomes[5]?.value).toMatchObject({ name: 'Secret Service' })
  })

  test('OsKeychain: can’t say without a prompt whether a locked keyring has a secret', async () => {
    const outcomes = await take(session.env, [
      { do: 'has', account },
      { do: 'has', account: 'key/another' },
    ])
    expect(outcomes.map(({ value }) => value)).toEqual(['unknown', 'unknown'])
  })

  test('OsKeychain: says what to do on the current desktop when its keyring is locked', async () => {
    const [read] = await take({ ...session.env, XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' }, [{ do: 'read', account }])
    expect(read?.error?.hint).toContain('Passwords and Keys')
  })

  test('OsKeychain: fails instead of waiting forever when the keyring stops responding', async () => {
    session.keyring?.kill('SIGSTOP')
    const [read] = await take(session.env, [{ do: 'read', account }], 1000)
    expect(read?.error).toMatchObject({ code: 'keychain-locked' })
    expect(read?.error?.message).toContain('did not respond in time')
  })
})

test('OsKeychain: reads and writes report that the keyring’s collection was deleted', async () => {
  const session = await startPrivateSession('unlocked')
  try {
    const [, , read, write, described] = await take(session.env, [
      { do: 'write', account, text: 'kept' },
      { do: 'deleteCollection' },
      { do: 'read', account },
      { do: 'write', account, text: 'new' },
      { do: 'describe' },
    ])
    expect(read?.error).toMatchObject({ code: 'keychain-entry-missing' })
    expect(write?.error).toMatchObject({
      code: 'keychain-unavailable',
      message: expect.stringContaining('has no keyring') as string,
    })
    expect(described?.value).toMatchObject({ name: 'Secret Service' })
  } finally {
    await session.end()
  }
})

describe('without a keychain', () => {
  const everyStep: KeychainStep[] = [
    { do: 'read', account },
    { do: 'write', account, text: 'secret text' },
    { do: 'remove', account },
    { do: 'list' },
    { do: 'describe' },
  ]

  test('OsKeychain: fails with keychain-unavailable, says what to do and writes nothing without a Secret Service', async () => {
    const session = await startPrivateSession('none')
    try {
      const outcomes = await take({ ...session.env, XDG_CURRENT_DESKTOP: 'KDE' }, everyStep)
      for (const { error } of outcomes) {
        expect(error?.code).toBe('keychain-unavailable')
        expect(error?.hint).toContain('KDE Wallet')
      }
      await expect(run('grep', ['-r', 'secret text', folder])).rejects.toMatchObject({ code: 1 })
    } finally {
      await session.end()
    }
  })

  test('OsKeychain: fails with keychain-unavailable when there is no bus', async () => {
    const outcomes = await take({ PATH: process.env['PATH'], HOME: folder }, everyStep)
    for (const { error } of outcomes) {
      expect(error?.code).toBe('keychain-unavailable')
      expect(error?.command).toContain('dbus-run-session')
    }
  })

  test('OsKeychain: fails with keychain-unavailable when nothing listens at the bus address', async () => {
    const env = { PATH: process.env['PATH'], DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/none` }
    const [read] = await take(env, [{ do: 'read', account }])
    expect(read?.error?.code).toBe('keychain-unavailable')
  })
})

test('OsKeychain: replacing a secret succeeds while another process reads the database', async () => {
  const entries = new Map<string, string>()
  const other = new Database({ folder })
  const system: SystemKeychain = {
    name: 'A keychain',
    check: () => Promise.resolve(),
    get: (name) => Promise.resolve(entries.get(name)),
    set: async (name, text) => {
      entries.set(name, text)
      await other.read((sql) => {
        if (!sql.isTransaction) sql.exec('BEGIN; SELECT * FROM profiles')
      })
    },
    remove: (name) => Promise.resolve(entries.delete(name)),
    entries: () => Promise.resolve([...entries].map(([name, text]) => ({ account: name, text }))),
  }
  const keychain = new OsKeychain({ database: new Database({ folder, waitMs: 50 }), system })
  await keychain.replace(account, Secret.fromText('old'))
  await keychain.replace(account, Secret.fromText('new'))
  expect((await keychain.read(account))?.text()).toBe('new')
  await other.end()
})

// Stands in for macOS, where listing the entries asks the person once for each.
test('OsKeychain: reading a missing secret doesn’t list the others if the system asks before each', async () => {
  const entries = new Map<string, string>()
  const system: SystemKeychain = {
    name: 'macOS Keychain',
    asksForEach: true,
    check: () => Promise.resolve(),
    get: (name) => Promise.resolve(entries.get(name)),
    set: (name, text) => Promise.resolve(void entries.set(name, text)),
    remove: (name) => Promise.resolve(entries.delete(name)),
    entries: () => Promise.reject(new Error('It lists all entries.')),
  }
  const keychain = new OsKeychain({ database: new Database({ folder }), system })
  await keychain.remove('client-secret/none')
  await keychain.write(account, Secret.fromText('hush'))
  expect(await keychain.read('client-secret/none')).toBeUndefined()
  await keychain.remove(account)
  expect(await keychain.read(account)).toBeUndefined()
})

// A keychain in memory with the limit of Windows stands in for it.
test('OsKeychain: splits a secret that is too long for one entry, and removes all its parts', async () => {
  const entries = new Map<string, string>()
  const system: SystemKeychain = {
    name: 'Windows Credential Manager',
    maxLength: 2560,
    check: () => Promise.resolve(),
    get: (name) => Promise.resolve(entries.get(name)),
    set: (name, text) => {
      expect(text.length).toBeLessThanOrEqual(2560)
      entries.set(name, text)
      return Promise.resolve()
    },
    remove: (name) => Promise.resolve(entries.delete(name)),
    entries: () => Promise.resolve([...entries].map(([name, text]) => ({ account: name, text }))),
  }
  const keychain = new OsKeychain({ database: new Database({ folder }), system })
  const readText = async (): Promise<string | undefined> => (await keychain.read(account))?.text()
  await keychain.write(account, Secret.fromText(longSecret))
  expect(entries.size).toBeGreaterThan(3)
  expect(await readText()).toBe(longSecret)
  expect(await keychain.list()).toEqual([{ account, isComplete: true }])
  await keychain.write(account, Secret.fromText('x'.repeat(3000)))
  expect(await readText()).toBe('x'.repeat(3000))
  expect([...entries.keys()].toSorted()).toEqual([account, `${account}/a1`, `${account}/a2`, 'marker'])
  await keychain.write(account, Secret.fromText('short'))
  expect([...entries.keys()].toSorted()).toEqual([account, 'marker'])
  await keychain.remove(account)
  expect([...entries.keys()]).toEqual(['marker'])
})
