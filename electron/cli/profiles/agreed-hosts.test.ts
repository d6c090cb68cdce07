import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Profile } from '#shared/profiles/profile.ts'
import { withoutAsking } from '../../confirmation.ts'
import { startAttackersListener, type AttackersListener } from '../../ipc/testing/attackers-listener.ts'
import { Secret } from '../../keychain/secret.ts'
import { ProfileStore } from '../../profiles/store/profile-store.ts'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'
import { runCommand, type CommandOutcome } from '../testing/command-run.ts'

// A script in the page, or an imported file, stores a host. Then a command runs, from a timer or typed by the person.

let services: TestServices
let attacker: AttackersListener
let profile: Profile
/** Stores profiles as the window does: without agreement. */
let page: ProfileStore

beforeEach(async () => {
  services = await startTestServices()
  attacker = await startAttackersListener()
  const { database, newId } = services.profiles
  page = new ProfileStore({ database, now: Date.now, newId })
  profile = await services.newProfile({
    ...{ name: "O'Brien's tests", flavor: 'basic', tokenUrl: 'https://auth.example.com/token' },
    extraTokenParameters: { note: 'the-production-record' },
  })
  await store({ tokenUrl: `${attacker.origin}/token`, apiBaseUrl: attacker.origin })
  await services.credentials.clientSecrets.set(profile.id, Secret.fromText('hush'))
})
afterEach(async () => {
  await attacker.end()
  await services.end()
})

const clavis = (...args: string[]): Promise<CommandOutcome> => runCommand(services.folder, '', args)

async function store(settings: Partial<Profile>): Promise<void> {
  await page.changeSettings(profile.id, (current) => ({ ...current, ...settings }), withoutAsking)
}

const name = "O'Brien's tests"
const agreeing = String.raw`clavis agree 'ORIGIN' --profile 'O'\''Brien'\''s tests'`

describe('a host that the page stored', () => {
  test.each([
    [['check']],
    [['check', '--json']],
    [['token', name]],
    [['token', '--all']],
    [['token', name, '--format', 'json']],
    [['exec', name, '--', 'true']],
    [['call', name, 'x']],
    [['doctor', name]],
  ])('clavis %j: sends nothing and names the command that agrees', async (args) => {
    const { code, out, error } = await clavis(...args)
    expect([code, attacker.received()]).toEqual([65, []])
    const said = args.includes('--json') ? String((JSON.parse(out) as never[]).map(commandOf)) : out + error
    expect(said).toContain(agreeing.replace('ORIGIN', attacker.origin))
  })

  test('clavis agree: says what the host receives, and the next command connects', async () => {
    const { code, out } = await clavis('agree', attacker.origin, '--profile', name)
    expect([code, out]).toEqual([
      0,
      [
        'Agreed.',
        `Profile: ${name}`,
        `${attacker.origin} receives the client ID and the client secret.`,
        `${attacker.origin} receives access tokens.`,
        'Additional parameter: note=the-production-record\n',
      ].join('\n'),
    ])
    expect((await clavis('token', name)).code).toBe(0)
    expect(attacker.received()).toHaveLength(1)
  })

  test('clavis agree: refuses a host that the profile does not have', async () => {
    const { code, error } = await clavis('agree', 'auth.example.com', '--profile', name)
    expect([code, error]).toEqual([
      65,
      `clavis: input-invalid: “${name}” has no host auth.example.com.\nIt has: ${attacker.origin}.\n`,
    ])
  })

  test('clavis exec: does not hand a token to a program with a base address that the page stored', async () => {
    await clavis('profile', 'set', name, `tokenUrl=${attacker.origin}/token`)
    await store({ apiBaseUrl: attacker.origin.replace('127.0.0.1', 'localhost') })
    expect((await clavis('token', name)).code).toBe(0)
    for (const args of [
      ['exec', name, '--', 'true'],
      ['token', name, '--format', 'env'],
    ])
      expect(await clavis(...args)).toMatchObject({ code: 65, out: '' })
  })

  test('clavis token: refuses a proxy that the page stored, which another setting typed does not agree to', async () => {
    await store({ tokenUrl: 'https://auth.example.com/token', apiBaseUrl: '', proxy: attacker.origin })
    await clavis('profile', 'set', name, 'scopes=read')
    const { code, error } = await clavis('token', name)
    expect([code, error]).toEqual([65, expect.stringContaining(`clavis agree '${attacker.origin}' --profile`)])
    expect(attacker.received()).toEqual([])
    expect((await clavis('authority', 'show', name)).code).toBe(65)
    expect(attacker.received()).toEqual([])
    await clavis('agree', attacker.origin, '--profile', name)
    await clavis('authority', 'show', name)
    expect(attacker.received()).toEqual([expect.stringContaining('CONNECT auth.example.com:443')])
  })
})

describe('what a person typed', () => {
  test('clavis profile set: agrees to an address that the page had stored', async () => {
    await clavis('profile', 'set', name, `tokenUrl=${attacker.origin}/token`)
    expect((await clavis('token', name)).code).toBe(0)
  })

  test.each([[['--replace']], [['--replace', '--with-network']]])(
    'clavis profile import %j: agrees to the hosts of the file, not to a proxy that it does not name',
    async (options) => {
      const file = join(services.folder, 'profiles.json')
      await clavis('profile', 'export', name, '--out', file)
      expect((await clavis('profile', 'import', file, ...options)).code).toBe(0)
      expect((await clavis('token', name)).code).toBe(0)
      await store({ tokenUrl: 'https://auth.example.com/token', proxy: attacker.origin })
      const { profiles } = JSON.parse(await readFile(file, 'utf8')) as { profiles: object[] }
      const entry = { ...profiles[0], tokenUrl: 'https://auth.example.com/token' }
      await writeFile(file, JSON.stringify({ clavis: 1, profiles: [entry] }))
      await clavis('profile', 'import', file, '--replace')
      attacker.clear()
      expect((await clavis('token', name)).code).toBe(65)
      expect(attacker.received()).toEqual([])
    },
  )

  test('clavis backup restore: agrees to the hosts of the backup, which says at its creation which are new', async () => {
    const [backup, passphrase] = [join(services.folder, 'backup'), 'sturdy violin crater moss\n']
    const made = await runCommand(services.folder, passphrase, ['backup', 'create', '--out', backup])
    expect(made.error).toContain(
      `clavis: warning: ${name}: you have not agreed to ${attacker.origin}. A command that uses this backup connects to it.`,
    )
    await store({ scopes: 'read' })
    const restored = await runCommand(services.folder, passphrase, ['backup', 'restore', backup, '--replace'])
    expect(restored.code).toBe(0)
    expect((await clavis('token', name)).code).toBe(0)
  })

  test('clavis agree --webhook: agrees to the address of the warnings alone', async () => {
    const { warnings } = await services.settings.read()
    const webhookUrl = `${attacker.origin}/hook`
    await services.settings.change({ warnings: { ...warnings, webhook: true, webhookUrl } }, withoutAsking)
    const { database } = services.profiles
    await database.change(({ sql }) => sql.exec('DELETE FROM agreed_hosts'))
    expect((await clavis('agree', 'https://other.example', '--webhook')).code).toBe(65)
    expect((await clavis('agree', attacker.origin, '--webhook')).code).toBe(0)
    const agreed = await database.read((sql) => sql.prepare('SELECT profile_id, purpose, host FROM agreed_hosts').all())
    expect(agreed.map((row) => ({ ...row }))).toEqual([{ profile_id: '', purpose: 'webhook', host: attacker.origin }])
    expect((await clavis('agree', attacker.origin)).code).toBe(64)
  })
})

/** Returns the command that a profile’s error names, also within the value of `check`. */
function commandOf({
  error,
  value,
}: {
  error?: { command: string }
  value?: { token: { error?: { command: string } } }
}) {
  return (error ?? value?.token.error)?.command
}
