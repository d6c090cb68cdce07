import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { partLength } from './secret-parts.ts'
import type { KeychainStep } from './testing/keychain-steps.ts'
import { startPrivateSession, type PrivateSession } from './testing/private-session.ts'
import { builtProgram } from '../testing/built-program.ts'
import { Database } from '../store/database.ts'
import { UsedKeychains, type UsedKeychain } from './used-keychains.ts'

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
async function take(
  env: NodeJS.ProcessEnv,
  steps: readonly KeychainStep[],
  limits?: { readonly answer: number; readonly prompt: number },
): Promise<Outcome[]> {
  const input = JSON.stringify({ folder, steps, limits })
  const { stdout } = await run(process.execPath, [program, input], { env, maxBuffer: 10_000_000 })
  return JSON.parse(stdout) as Outcome[]
}

const usedKeychains = (): Promise<readonly UsedKeychain[]> => new UsedKeychains(new Database({ folder })).list()

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

  test('a secret longer than one entry is stored, read by another process, and removed without a trace', async () => {
    expect(await take(session.env, [{ do: 'write', account, text: longSecret }])).toEqual([{ value: null }])
    const [read, manifest, first] = await take(session.env, [
      { do: 'read', account },
      { do: 'rawRead', account },
      { do: 'rawRead', account: `${account}/a1` },
    ])
    expect(read?.value).toBe(longSecret)
    expect(manifest?.value).toMatch(/^clavis1\.a\.\d+\.[\w-]{43}$/u)
    expect(first?.value).toMatch(new RegExp(`^[\\w-]{${partLength}}$`, 'u'))

    const after = await take(session.env, [
      { do: 'remove', account },
      { do: 'read', account },
      { do: 'rawRead', account: `${account}/a1` },
      { do: 'rawRead', account: `${account}/a2` },
    ])
    expect(after).toEqual([{ value: null }, { value: null }, { value: null }, { value: null }])
  })

  test('an RSA-4096 key goes through every limit and comes back', async () => {
    const pem = generateKeyPairSync('rsa', { modulusLength: 4096 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
    const text = pem.toString()
    const outcomes = await take(session.env, [
      { do: 'write', account, text },
      { do: 'read', account },
    ])
    expect(outcomes[1]?.value).toBe(text)
  })

  test('a secret replaces the one before and takes its parts away', async () => {
    const outcomes = await take(session.env, [
      { do: 'write', account, text: longSecret },
      { do: 'write', account, text: 'short' },
      { do: 'read', account },
      { do: 'rawRead', account: `${account}/a1` },
      { do: 'rawRead', account: `${account}/a2` },
      { do: 'write', account, text: longSecret },
      { do: 'read', account },
      { do: 'rawRead', account: `${account}/b1` },
    ])
    expect(outcomes.map(({ value }) => value)).toEqual([null, null, 'short', null, null, null, longSecret, null])
  })

  test('nothing under an account is undefined, not an error; removing it twice is fine', async () => {
    const outcomes = await take(session.env, [
      { do: 'read', account },
      { do: 'remove', account },
      { do: 'remove', account },
    ])
    expect(outcomes).toEqual([{ value: null }, { value: null }, { value: null }])
  })

  test('an empty secret is kept too', async () => {
    const outcomes = await take(session.env, [
      { do: 'write', account, text: '' },
      { do: 'read', account },
    ])
    expect(outcomes[1]).toEqual({ value: '' })
  })

  test.each<readonly [string, KeychainStep[]]>([
    ['a missing part', [{ do: 'rawRemove', account: `${account}/a2` }]],
    ['a missing last part', [{ do: 'rawRemove', account: `${account}/a3` }]],
    ['a changed part', [{ do: 'rawWrite', account: `${account}/a1`, text: 'AAAA' }]],
    ['a part with newlines', [{ do: 'rawWrite', account: `${account}/a1`, text: 'AA\nAA' }]],
    ['an unreadable manifest', [{ do: 'rawWrite', account, text: 'something else' }]],
  ])('%s is damage: neither read nor overwritten, but removable', async (_, damage) => {
    const outcomes = await take(session.env, [
      { do: 'write', account, text: longSecret },
      ...damage,
      { do: 'read', account },
      { do: 'write', account, text: 'new' },
      { do: 'rawRead', account },
      { do: 'remove', account },
      { do: 'write', account, text: 'new' },
      { do: 'read', account },
    ])
    const [, , read, write, manifest, removed, written, readAgain] = outcomes
    expect(read?.error?.code).toBe('keychain-entry-damaged')
    expect(write?.error?.code).toBe('keychain-entry-damaged')
    expect(write?.error?.hint).toMatch(/Nothing was overwritten/u)
    expect(manifest?.value).not.toBeNull()
    expect(removed).toEqual({ value: null })
    expect(written).toEqual({ value: null })
    expect(readAgain).toEqual({ value: 'new' })
  })

  test('parts that a broken-off write left behind do no harm', async () => {
    const outcomes = await take(session.env, [
      { do: 'write', account, text: 'first' },
      { do: 'rawWrite', account: `${account}/b1`, text: 'AAAA' },
      { do: 'rawWrite', account: `${account}/b2`, text: 'BBBB' },
      { do: 'read', account },
      { do: 'write', account, text: 'second' },
      { do: 'read', account },
    ])
    expect(outcomes[3]?.value).toBe('first')
    expect(outcomes[5]?.value).toBe('second')
  })

  test('lists every secret once, and says which cannot be read because a writing or removal was interrupted', async () => {
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

  test.each<readonly [string, KeychainStep]>([
    ['is gone', { do: 'rawRemove', account: `${account}/a2` }],
    ['was overwritten', { do: 'rawWrite', account: `${account}/a1`, text: 'AAAA' }],
  ])('lists a secret as incomplete of which a part %s', async (_, damage) => {
    const [, , list] = await take(session.env, [
      { do: 'write', account, text: longSecret },
      damage,
      { do: 'list' },
      { do: 'remove', account },
    ])
    expect(list?.value).toEqual([{ account, isComplete: false }])
  })

  test('says what it is, and remembers it once a secret was stored', async () => {
    const [described] = await take(session.env, [{ do: 'describe' }])
    expect(described?.value).toEqual({
      name: 'GNOME Keyring',
      version: expect.stringMatching(/^\d+\.\d+/u) as string,
      state: 'ready',
    })
    expect(await usedKeychains()).toEqual([])
    await take(session.env, [{ do: 'write', account, text: 'x' }])
    expect(await usedKeychains()).toMatchObject([{ name: 'GNOME Keyring' }])
  })

  test('a secret that another keychain was given is missed by that name, with the remedy', async () => {
    const database = new Database({ folder })
    await database.change((within) => new UsedKeychains(database).note({ name: 'KDE Wallet' }, within))
    const [read, described, , readAgain] = await take(session.env, [
      { do: 'read', account },
      { do: 'describe' },
      { do: 'write', account, text: 'recreated' },
      { do: 'read', account },
    ])
    expect(read?.error).toMatchObject({ code: 'keychain-entry-missing' })
    expect(read?.error?.hint).toContain('KDE Wallet')
    expect((described?.value as { notice: string }).notice).toContain('KDE Wallet')
    expect(readAgain?.value).toBe('recreated')
    expect(await usedKeychains()).toMatchObject([{ name: 'KDE Wallet' }, { name: 'GNOME Keyring' }])
  })

  test('four processes that write the same secret at once take turns: the last one’s is whole', async () => {
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

  test('where nothing can ask for the password: keychain-locked with the remedy, for reading, writing and removing', async () => {
    const outcomes = await take(session.env, [
      { do: 'read', account },
      { do: 'write', account, text: 'new' },
      { do: 'write', account: 'key/another', text: 'new' },
      { do: 'remove', account },
      { do: 'describe' },
    ])
    for (const { error } of outcomes.slice(0, 4)) {
      expect(error?.code).toBe('keychain-locked')
      expect(error?.command).toContain('gnome-keyring-daemon --unlock')
    }
    expect(outcomes[4]?.value).toMatchObject({ name: 'GNOME Keyring', state: 'locked' })
  })

  test('an unanswered prompt ends at its time limit, and the process is not held', async () => {
    const outcomes = await take(
      session.env,
      [{ do: 'ownPrompter' }, { do: 'read', account }, { do: 'write', account, text: 'new' }],
      { answer: 300_000, prompt: 300 },
    )
    expect(outcomes[1]?.error).toMatchObject({ code: 'keychain-locked' })
    expect(outcomes[1]?.error?.message).toContain('timed out')
    // Some versions of gnome-keyring end when a prompt of theirs is dismissed; then there is none any more.
    expect(['keychain-locked', 'keychain-unavailable']).toContain(outcomes[2]?.error?.code)
  })

  test('the remedy is the desktop’s own', async () => {
    const [read] = await take({ ...session.env, XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' }, [{ do: 'read', account }])
    expect(read?.error?.hint).toContain('Passwords and Keys')
  })

  test('a keychain that has stopped answering is an error, not a wait without end', async () => {
    session.keyring?.kill('SIGSTOP')
    const [read] = await take(session.env, [{ do: 'read', account }], { answer: 300, prompt: 300 })
    expect(read?.error).toMatchObject({ code: 'keychain-unavailable' })
    expect(read?.error?.message).toContain('not responding')
  })
})

test('a keyring whose collection was deleted is called that, by reads and writes', async () => {
  const session = await startPrivateSession('unlocked')
  try {
    const [, , read, write, described] = await take(
      session.env,
      [
        { do: 'write', account, text: 'kept' },
        { do: 'deleteCollection' },
        { do: 'read', account },
        { do: 'write', account, text: 'new' },
        { do: 'describe' },
      ],
      { answer: 300_000, prompt: 1000 },
    )
    expect(read?.error).toMatchObject({
      code: 'keychain-entry-missing',
      message: expect.stringContaining('was deleted') as string,
    })
    expect(write?.error).toMatchObject({
      code: 'keychain-unavailable',
      message: expect.stringContaining('has no keyring') as string,
    })
    expect(described?.value).toMatchObject({ name: 'GNOME Keyring' })
  } finally {
    await session.end()
  }
})

describe('without a keychain', () => {
  const everyStep: KeychainStep[] = [
    { do: 'read', account },
    { do: 'write', account, text: 'secret text' },
    { do: 'remove', account },
    { do: 'describe' },
  ]

  test('a session without a Secret Service: keychain-unavailable with the remedy, and nothing is written anywhere', async () => {
    const session = await startPrivateSession('none')
    try {
      const outcomes = await take({ ...session.env, XDG_CURRENT_DESKTOP: 'KDE' }, everyStep)
      for (const { error } of outcomes.slice(0, 3)) {
        expect(error?.code).toBe('keychain-unavailable')
        expect(error?.hint).toContain('KDE Wallet')
      }
      expect(outcomes[3]?.value).toMatchObject({ state: 'missing' })
      await expect(run('grep', ['-r', 'secret text', folder])).rejects.toMatchObject({ code: 1 })
    } finally {
      await session.end()
    }
  })

  test('no bus at all', async () => {
    const outcomes = await take({ PATH: process.env['PATH'], HOME: folder }, everyStep)
    for (const { error } of outcomes.slice(0, 3)) {
      expect(error?.code).toBe('keychain-unavailable')
      expect(error?.command).toContain('dbus-run-session')
    }
  })

  test('a bus address where nothing listens', async () => {
    const env = { PATH: process.env['PATH'], DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/none` }
    const [read] = await take(env, [{ do: 'read', account }])
    expect(read?.error?.code).toBe('keychain-unavailable')
  })
})
