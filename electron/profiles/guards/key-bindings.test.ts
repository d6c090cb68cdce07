import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Confirmation } from '#shared/questions.ts'
import { BackupService } from '../../backup/backup-service.ts'
import { runCommand, type CommandOutcome } from '../../cli/testing/command-run.ts'
import { withoutAsking, type Confirm } from '../../confirmation.ts'
import { hasAssertionOf, startAttackersListener, type AttackersListener } from '../../ipc/testing/attackers-listener.ts'
import { bindingAccount, keyAccount } from '../../keychain/keychain.ts'
import { Secret } from '../../keychain/secret.ts'
import { ActivityLog } from '../../requests/activity-log.ts'
import { KeyUses } from '../../requests/key-uses.ts'
import { Database } from '../../store/database.ts'
import { sharedKeychain } from '../../testing/shared-keychain.ts'
import { fewRounds, startTestServices, type TestServices } from '../../testing/test-services.ts'
import { ProfileStore } from '../store/profile-store.ts'
import type { StoredProfile } from '../store/stored-profile.ts'
import { inCallOf } from './host-guard.ts'
import { KeyBindings } from './key-bindings.ts'
import { agreeToHosts, hostsOf } from './profile-hosts.ts'

// Someone who can write clavis.db, but not read the keychain, edits its rows.

let services: TestServices
let attacker: AttackersListener
let live: StoredProfile
let bait: StoredProfile

beforeEach(async () => {
  services = await startTestServices()
  attacker = await startAttackersListener()
  const { id } = await services.newProfile({
    ...{ tokenUrl: 'http://127.0.0.1:9/token', name: 'Live', environment: 'production' },
  })
  await services.activateCredential(id)
  live = await services.profiles.get(id)
  const { id: baitId } = await services.newProfile({ tokenUrl: `${attacker.origin}/token`, name: 'Bait' })
  bait = await services.profiles.get(baitId)
})
afterEach(async () => {
  await services.end()
  await attacker.end()
})

const clavis = (...args: string[]): Promise<CommandOutcome> => runCommand(services.folder, '', args)
const credentialId = (): string => live.credentials[0]?.id ?? ''

/** Edits the row of a profile, and says that each host was agreed to. */
async function edit(profileId: string, change: (stored: StoredProfile) => unknown): Promise<void> {
  const database = new Database({ folder: services.folder })
  await database.change(({ sql }) => {
    const { content } = sql.prepare('SELECT content FROM profiles WHERE id = ?').get(profileId) ?? {}
    const changed = JSON.stringify(change(JSON.parse(String(content)) as StoredProfile))
    sql.prepare('UPDATE profiles SET content = ? WHERE id = ?').run(changed, profileId)
    const agree = sql.prepare("INSERT OR IGNORE INTO agreed_hosts VALUES (?, 'token', ?, '2026-01-01T00:00:00.000Z')")
    agree.run(profileId, attacker.origin)
  })
  await database.end()
}

const toAttacker = (stored: StoredProfile): StoredProfile => ({
  ...stored,
  profile: { ...stored.profile, tokenUrl: `${attacker.origin}/token` },
})
const withLiveKey = (stored: StoredProfile): StoredProfile => ({
  ...stored,
  credentials: live.credentials.map((each) => ({ ...each, profileId: stored.profile.id })),
})

const signed = (): boolean =>
  attacker.received().some((text) =>
    hasAssertionOf(
      text,
      live.credentials.map(({ publicKeyPem }) => publicKeyPem),
    ),
  )

const attacks: readonly (readonly [string, string, () => Promise<void>])[] = [
  ['another token host', 'Live', () => edit(live.profile.id, toAttacker)],
  [
    'another token host and environment',
    'Live',
    () =>
      edit(live.profile.id, (stored) => ({
        ...stored,
        profile: { ...toAttacker(stored).profile, environment: 'client-testing' },
      })),
  ],
  [
    'a practice profile on this computer',
    'Live',
    () =>
      edit(live.profile.id, (stored) => ({ ...stored, profile: { ...toAttacker(stored).profile, practice: true } })),
  ],
  ['another profile that names its key', 'Bait', () => edit(bait.profile.id, withLiveKey)],
]

test.each(attacks)('KeyBindings: a command signs nothing for %s', async (_how, name, attack) => {
  await attack()
  const result = await clavis('token', name, '--confirm', name)
  expect(result).toMatchObject({ code: 65, out: '', error: expect.stringContaining('Nothing was signed') as string })
  expect(result.error).toContain('stored for: Production, http://127.0.0.1:9')
  expect(attacker.received()).toEqual([])
})

test.each(attacks)('KeyBindings: the window asks, and signs only then, for %s', async (_how, name, attack) => {
  await attack()
  const asked: Confirmation[] = []
  const { profile } = await services.profiles.find(name)
  const get = (agrees: boolean): Promise<unknown> =>
    inCallOf(
      (question) => {
        asked.push(question)
        return agrees ? Promise.resolve() : Promise.reject(new Error('cancelled'))
      },
      () => services.tokens.get(profile.id, { renew: true }),
    )
  await expect(get(false)).rejects.toThrow('cancelled')
  expect(signed()).toBe(false)
  expect(asked).toMatchObject([{ names: [name], action: 'Use key' }])
  expect(asked[0]?.details.join('\n')).toContain('Production, http://127.0.0.1:9')
  await get(true)
  expect(signed()).toBe(true)
  await get(true)
  expect(asked).toHaveLength(2)
})

test('KeyBindings: the command that the error names is the person’s word', async () => {
  await edit(live.profile.id, toAttacker)
  expect((await clavis('token', 'Live', '--confirm', 'Live')).error).toContain(
    `clavis profile set Live 'tokenUrl=${attacker.origin}/token'`,
  )
  expect(await clavis('profile', 'set', 'Live', `tokenUrl=${attacker.origin}/token`)).toMatchObject({ code: 0 })
  expect(await clavis('token', 'Live', '--confirm', 'Live')).toMatchObject({ code: 0 })
})

test('KeyBindings: a copy of a key for another certificate is bound as the key is', async () => {
  await edit(live.profile.id, toAttacker)
  const { certifyPublicKey } = await import('../../diagnostics/testing/new-certificate.ts')
  const { othersKey } = await import('../../testing/prepared-keys.ts')
  const pem = certifyPublicKey(live.credentials[0]?.publicKeyPem ?? '', othersKey(), { commonName: 'other' })
  const contents = [{ name: 'other.pem', bytes: new Uint8Array(Buffer.from(pem)) }]
  const [part] = await services.credentials.imports.import(contents, { profileId: live.profile.id })
  if (part === undefined || !('credentialId' in part)) throw new Error('not imported')
  await expect(services.credentials.activate(live.profile.id, part.credentialId, withoutAsking)).rejects.toMatchObject({
    code: 'host-not-agreed',
  })
})

test('KeyBindings: what the person changes is followed, without a question', async () => {
  await services.credentials.signingKeys.active(live)
  expect(await clavis('profile', 'set', 'Live', 'name=Renamed', '--confirm', 'Live')).toMatchObject({ code: 0 })
  expect(
    await clavis('profile', 'set', 'Renamed', `tokenUrl=${attacker.origin}/token`, '--confirm', 'Renamed'),
  ).toMatchObject({ code: 0 })
  expect(await clavis('token', 'Renamed', '--confirm', 'Renamed')).toMatchObject({ code: 0 })
  expect(signed()).toBe(true)
})

/** The window's profiles, where nothing is typed. */
function page(): ProfileStore {
  const { database, newId } = services.profiles
  return new ProfileStore({ database, now: Date.now, newId, startKeychain: sharedKeychain })
}

/** Changes settings as the window does. @param confirm answers what is asked */
async function change(
  profileId: string,
  settings: Partial<StoredProfile['profile']>,
  confirm?: Confirm,
): Promise<void> {
  await page().changeSettings(profileId, (current) => ({ ...current, ...settings }), confirm)
}

test('KeyBindings: the window’s change of a test profile is followed, also back to a host that was agreed to before', async () => {
  const { id } = bait.profile
  await services.activateCredential(id)
  const hosts = [`${attacker.origin}/token`, 'https://auth.example.com/token']
  await services.profiles.database.change(({ sql }) =>
    agreeToHosts(
      sql,
      id,
      hosts.flatMap((tokenUrl) => hostsOf({ tokenUrl })),
    ),
  )
  for (const tokenUrl of [...hosts, ...hosts]) {
    await change(id, { tokenUrl })
    expect(await services.credentials.signingKeys.active(await services.profiles.get(id))).toBeDefined()
  }
})

test.each([
  ['that is not asked about', { environment: 'client-testing' }, (origin: string) => ({ tokenUrl: `${origin}/token` })],
  ['whose question does not name it', toAttacker, () => ({ environment: 'production' as const })],
] as const)(
  'KeyBindings: a row that was edited is not made right by a change in the window %s',
  async (_how, row, then) => {
    const { id } = live.profile
    await edit(id, (stored) =>
      typeof row === 'function'
        ? { ...row(stored), profile: { ...row(stored).profile, environment: 'client-testing' } }
        : { ...stored, profile: { ...stored.profile, ...row } },
    )
    await change(id, then(attacker.origin), withoutAsking)
    await expect(services.credentials.signingKeys.active(await services.profiles.get(id))).rejects.toMatchObject({
      code: 'host-not-agreed',
    })
  },
)

test('KeyBindings: a backup that is restored by name is followed, and so is a key that is restored with it', async () => {
  const passphrase = Secret.fromText('sturdy violin crater moss')
  const { file } = await services.backup.create(
    [live.profile.id],
    passphrase,
    { leaveOutMissing: false },
    withoutAsking,
  )
  const choices = [{ profileId: live.profile.id, choice: { kind: 'replace' as const } }]
  await edit(live.profile.id, toAttacker)
  await services.backup.restore(Buffer.from(file), passphrase, choices, withoutAsking)
  expect(await services.credentials.signingKeys.active(await services.profiles.get(live.profile.id))).toBeDefined()
  await services.credentials.destroySecretsOf(live.profile.id, (within) =>
    services.profiles.remove(live.profile.id, within),
  )
  expect(await services.keychain.list()).not.toContainEqual(
    expect.objectContaining({ account: bindingAccount(credentialId()) }),
  )
  await services.backup.restore(Buffer.from(file), passphrase, 'add-all', withoutAsking)
  await edit(live.profile.id, toAttacker)
  expect(await clavis('token', 'Live', '--confirm', 'Live')).toMatchObject({ code: 65 })
})

/** Backs up a test profile with a key and restores it in the window, which asks nothing. @param between what happens before */
async function restoreBait(between: (keyId: string) => Promise<unknown>): Promise<{ id: string; keyId: string }> {
  const { id } = bait.profile
  await services.activateCredential(id)
  const keyId = (await services.profiles.get(id)).credentials[0]?.id ?? ''
  const passphrase = Secret.fromText('sturdy violin crater moss')
  const { file } = await services.backup.create([id], passphrase, { leaveOutMissing: false }, withoutAsking)
  await between(keyId)
  const [keychain, now] = [services.keychain, Date.now]
  const keyUses = new KeyUses({ activity: new ActivityLog(), now })
  const window = new BackupService({ profiles: page(), keychain, keyUses, now, newId: randomUUID, rounds: fewRounds })
  await window.restore(Buffer.from(file), passphrase, [{ profileId: id, choice: { kind: 'replace' } }])
  return { id, keyId }
}

test.each([
  ['was lost', [keyAccount, bindingAccount]],
  ['an earlier Clavis stored', [bindingAccount]],
] as const)('KeyBindings: a key that %s is bound by the restore that has it', async (_which, lost) => {
  const { id, keyId } = await restoreBait(async (key) => {
    for (const accountOf of lost) await services.keychain.remove(accountOf(key))
  })
  const bound = await services.keychain.read(bindingAccount(keyId))
  expect(JSON.parse(bound?.text() ?? '')).toEqual({
    ...{ profileId: id, environment: 'client-testing', tokenHost: attacker.origin },
  })
})

test('KeyBindings: a lost key that comes back by a restore keeps the binding that the keychain has', async () => {
  const { id, keyId } = await restoreBait(async (key) => {
    await services.keychain.remove(keyAccount(key))
    await new KeyBindings(services.keychain).bind(key, live.profile)
  })
  const bound = await services.keychain.read(bindingAccount(keyId))
  expect(JSON.parse(bound?.text() ?? '')).toMatchObject({ profileId: live.profile.id })
  await expect(services.credentials.signingKeys.active(await services.profiles.get(id))).rejects.toMatchObject({
    code: 'host-not-agreed',
  })
})

test('KeyBindings: a key of an earlier Clavis is bound by its first use', async () => {
  await services.keychain.remove(bindingAccount(credentialId()))
  await services.credentials.signingKeys.active(live)
  expect(await services.keychain.read(bindingAccount(credentialId()))).toBeDefined()
  await edit(live.profile.id, toAttacker)
  expect(await clavis('token', 'Live', '--confirm', 'Live')).toMatchObject({ code: 65 })
})

test('KeyBindings: a Production key is not written to a backup unasked, whatever the row says', async () => {
  await edit(live.profile.id, (stored) => ({
    ...stored,
    profile: { ...stored.profile, environment: 'client-testing' },
  }))
  const passphrase = Secret.fromText('sturdy violin crater moss')
  await expect(services.backup.create([live.profile.id], passphrase, { leaveOutMissing: false })).rejects.toMatchObject(
    { code: 'not-confirmed' },
  )
  expect(await services.keychain.read(keyAccount(credentialId()))).toBeDefined()
})
