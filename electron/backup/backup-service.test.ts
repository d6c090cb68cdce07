import { createPublicKey, randomUUID, sign, verify, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BackupChoice, BackupChoices } from '#shared/backup/backup.ts'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import { isKeyDestroyed } from '#shared/credentials/credential.ts'
import type { ProfileSettings } from '#shared/profiles/profile.ts'
import type { Confirmation } from '#shared/questions.ts'
import { withoutAsking, type Confirm } from '../confirmation.ts'
import { withDestroyedKey } from '../credentials/lifecycle.ts'
import { clientSecretAccount, keyAccount, type Keychain } from '../keychain/keychain.ts'
import { Secret } from '../keychain/secret.ts'
import { KeyUses } from '../requests/key-uses.ts'
import { fewRounds, startTestServices, type TestServices } from '../testing/test-services.ts'
import { BackupService } from './backup-service.ts'

let home: TestServices
let other: TestServices
const passphrase = Secret.fromText('sturdy violin crater moss')
const tokenUrl = 'https://auth.example.com/token'

beforeEach(async () => {
  home = await startTestServices()
  other = await startTestServices()
})
afterEach(async () => {
  await home.end()
  await other.end()
})

const backUp = async (...profileIds: string[]): Promise<Buffer> =>
  Buffer.from((await home.backup.create(profileIds, passphrase, { leaveOutMissing: false }, withoutAsking)).file)
const place = async (services: TestServices, file: Buffer): Promise<unknown> =>
  (await services.backup.preview(file, passphrase)).entries.map((entry) => entry.place)
const restore = (services: TestServices, file: Buffer, profileId: string, choice: BackupChoice): Promise<unknown> =>
  services.backup.restore(file, passphrase, [{ profileId, choice }])

/** The computer with the keys is gone: nothing of the profile is in the keychain any more. */
async function loseSecrets(profileId: string): Promise<void> {
  await home.credentials.destroySecretsOf(profileId)
  await expect(home.credentials.signingKeys.active(await home.profiles.get(profileId))).rejects.toMatchObject({
    code: 'keychain-entry-missing',
  })
}

async function expectToSign(services: TestServices, profileId: string, certificate: string): Promise<void> {
  const { privateKey } = await services.credentials.signingKeys.active(await services.profiles.get(profileId))
  const signature = sign('sha256', Buffer.from('assertion'), privateKey)
  const { publicKey } = new X509Certificate(certificate)
  expect(verify('sha256', Buffer.from('assertion'), publicKey, signature)).toBe(true)
}

test('Backup: moves a profile to another computer with its keys, client secret and proxy password', async () => {
  const { id, name } = await home.newProfile({ tokenUrl })
  const certificate = await home.activateCredential(id)
  const spare = await home.credentials.createKey(id, 4096)
  const mock = await home.newProfile({ tokenUrl, flavor: 'basic' })
  await home.credentials.clientSecrets.set(mock.id, Secret.fromText('sécret'))
  await home.proxyPasswords.set(mock.id, Secret.fromText('of the próxy'))
  const before = [await home.profiles.get(id), await home.profiles.get(mock.id)]
  const file = await backUp(id, mock.id)
  await loseSecrets(id)
  await home.credentials.destroySecretsOf(mock.id)
  home.proxyPasswords.forget(mock.id)
  expect(await home.proxyPasswords.of(mock.id)).toBeUndefined()

  const preview = await other.backup.preview(file, passphrase)
  expect(preview.entries).toEqual([
    expect.objectContaining({ name, credentials: 2, keys: 2, hasClientSecret: false, place: { kind: 'new' } }),
    expect.objectContaining({ name: mock.name, credentials: 0, hasClientSecret: true, place: { kind: 'new' } }),
  ])
  const choices = [
    { profileId: id, choice: { kind: 'add' as const, name } },
    { profileId: mock.id, choice: { kind: 'add' as const, name: mock.name } },
  ]
  expect(await other.backup.restore(file, passphrase, choices)).toEqual([
    { profileId: id, name, environment: 'client-testing', kind: 'added', keys: 2, notes: [] },
    { profileId: mock.id, name: mock.name, environment: 'mock', kind: 'added', keys: 0, notes: [] },
  ])
  const after = await other.profiles.list()
  expect(after.map((stored) => ({ ...stored, history: [] }))).toEqual(
    before.map((stored) => ({ ...stored, history: [] })),
  )
  expect(after.map(({ history }) => history.map(({ kind }) => kind))).toEqual(
    before.map(({ history, credentials }) => [
      ...history.map(({ kind }) => kind),
      ...credentials.map(() => 'restored'),
    ]),
  )
  expect(await place(other, file)).toEqual([
    expect.objectContaining({ kind: 'same' }),
    expect.objectContaining({ kind: 'same' }),
  ])
  await expectToSign(other, id, certificate)
  const request = await other.credentials.createRequest(id, spare.id, subject, [])
  expect(request.request?.pem).toContain('BEGIN CERTIFICATE REQUEST')
  expect((await other.credentials.clientSecrets.read(mock.id)).text()).toBe('sécret')
  expect((await other.proxyPasswords.of(mock.id))?.text()).toBe('of the próxy')
  await other.proxyPasswords.set(mock.id, Secret.fromText('another'))
  expect(await place(other, file)).toContainEqual(
    expect.objectContaining({ kind: 'differs', differences: ['proxy-password'] }),
  )
})

const subject = {
  commonName: 'acme',
  organization: '',
  organizationalUnit: '',
  locality: '',
  state: '',
  country: '',
  emailAddress: '',
}

test('Backup: reminds of keys that are in no saved backup, and of none that were restored from one', async () => {
  const { id, name } = await home.newProfile({ tokenUrl })
  expect(await home.backup.state()).toEqual({ without: [] })
  await home.credentials.createKey(id, 2048)
  const create = async (): Promise<{ file: string; keyIds: readonly string[] }> =>
    home.backup.create([id], passphrase, { leaveOutMissing: false }, withoutAsking)
  const { file, keyIds } = await create()
  // Its file was never saved: the dialog may have been cancelled.
  expect(await home.backup.state()).toEqual({ without: [name] })
  expect(await home.backup.noteSaved(keyIds)).toBeUndefined()
  expect(await home.backup.state()).toEqual({ lastAt: expect.any(String) as string, without: [] })
  await home.credentials.createKey(id, 2048)
  expect((await home.backup.state()).without).toEqual([name])

  await restore(other, Buffer.from(file), id, { kind: 'add', name })
  expect(await other.backup.state()).toEqual({ without: [] })
})

test('Backup: the file has nothing readable without the passphrase', async () => {
  const { id, name } = await home.newProfile({ tokenUrl, clientId: 'client-of-acme' })
  await home.activateCredential(id)
  const text = (await backUp(id)).toString('utf8')
  expect(Object.keys(JSON.parse(text) as object)).toEqual(['clavisBackup', 'createdAt', 'jwe', 'sha256'])
  for (const part of text.split(/[".\s]/u)) {
    const plain = Buffer.from(part, 'base64url').toString('latin1')
    for (const word of [name, id, 'client-of-acme', 'credentials']) expect(plain).not.toContain(word)
  }
})

test('Backup: a key missing from the keychain fails with its name, and is left out only on request', async () => {
  const { id, name } = await home.newProfile({ tokenUrl })
  await home.activateCredential(id)
  const gone = await home.credentials.createKey(id, 2048)
  await home.keychain.remove(keyAccount(gone.id))
  const words = `${name}: RSA 2048 key created on ${gone.createdAt.slice(0, 10)}`
  await expect(backUp(id)).rejects.toMatchObject({
    code: 'keychain-entry-missing',
    details: { missing: [words] },
  })
  const { file, summary } = await home.backup.create([id], passphrase, { leaveOutMissing: true })
  expect(summary).toEqual({ profiles: 1, keys: 1, clientSecrets: 0, missing: [words] })
  const { entries } = await other.backup.preview(Buffer.from(file), passphrase)
  expect(entries).toEqual([expect.objectContaining({ credentials: 2, keys: 1 })])
})

test('Backup: another key in the place of a missing one counts as missing', async () => {
  const { id } = await home.newProfile({ tokenUrl })
  const [one, two] = [await home.credentials.createKey(id, 2048), await home.credentials.createKey(id, 2048)]
  const wrong = await home.keychain.read(keyAccount(two.id))
  if (wrong === undefined) throw new Error('no key')
  await home.keychain.write(keyAccount(one.id), wrong)
  await expect(backUp(id)).rejects.toMatchObject({ code: 'keychain-entry-missing' })
})

test.each(['short', 'aaaaaaaaaaaaaaaaaaaa', 'elevenchars'])('Backup: refuses the passphrase “%s”', async (text) => {
  const { id } = await home.newProfile({ tokenUrl })
  const tooSimple = home.backup.create([id], Secret.fromText(text), { leaveOutMissing: false })
  await expect(tooSimple).rejects.toMatchObject({ code: 'input-invalid' })
})

test('Backup: opens with each spelling of the same characters of the passphrase', async () => {
  const { id } = await home.newProfile({ tokenUrl })
  const composed = Secret.fromText('Müller trägt Öl\u00A0heim')
  const file = Buffer.from((await home.backup.create([id], composed, { leaveOutMissing: false })).file)
  const decomposed = Secret.fromText('Müller trägt Öl heim'.normalize('NFD'))
  expect((await other.backup.preview(file, decomposed)).entries).toHaveLength(1)
  await expect(other.backup.preview(file, Secret.fromText('muller tragt ol heim'))).rejects.toMatchObject({
    code: 'backup-passphrase-wrong',
  })
})

test('Restore: the preview shows how an existing profile differs', async () => {
  const { id } = await home.newProfile({ tokenUrl })
  await home.activateCredential(id)
  const file = await backUp(id)
  expect(await place(home, file)).toEqual([expect.objectContaining({ kind: 'same', profileId: id })])
  await home.profiles.changeSettings(id, (settings) => ({ ...settings, name: 'Renamed', scopes: 'more' }))
  const [credential] = await home.credentials.list(id)
  await home.keychain.remove(keyAccount(credential?.id ?? ''))
  await home.credentials.createKey(id, 2048)
  expect(await place(home, file)).toEqual([
    {
      kind: 'differs',
      profileId: id,
      name: 'Renamed',
      environment: 'client-testing',
      differences: ['name', 'settings', 'credentials', 'keys'],
      onlyHere: 1,
    },
  ])
  const { name } = await other.newProfile({
    tokenUrl,
    name: (await home.backup.preview(file, passphrase)).entries[0]?.name ?? '',
  })
  expect((await other.backup.preview(file, passphrase)).entries).toEqual([
    expect.objectContaining({
      name,
      place: expect.objectContaining({ kind: 'name-taken', onlyHere: 0 }),
      freeName: `${name} 2`,
    }),
  ])
})

test('Restore: replacing a profile restores its keys and active credential; this computer’s own stay, inactive', async () => {
  const { id, name } = await home.newProfile({ tokenUrl })
  const certificate = await home.activateCredential(id)
  const file = await backUp(id)
  const [old] = await home.credentials.list(id)
  await home.keychain.remove(keyAccount(old?.id ?? ''))
  await home.activateCredential(id)
  await home.profiles.changeSettings(id, (settings) => ({ ...settings, name: 'Renamed' }))
  expect(await restore(home, file, id, { kind: 'replace' })).toEqual([
    { profileId: id, name, environment: 'client-testing', kind: 'replaced', keys: 1, notes: [] },
  ])
  await expectToSign(home, id, certificate)
  const after = await home.credentials.list(id)
  expect(after.map(({ state }) => state)).toEqual(['certificate-imported', 'active'])
})

test('Restore: replacing another profile of the same name keeps that profile’s id', async () => {
  const { id, name } = await home.newProfile({ tokenUrl })
  const certificate = await home.activateCredential(id)
  const file = await backUp(id)
  const there = await other.newProfile({ tokenUrl: 'https://other.example.com/token', name })
  await restore(other, file, id, { kind: 'replace' })
  const [stored] = await other.profiles.list()
  expect(stored?.profile).toMatchObject({ id: there.id, tokenUrl, revision: there.revision + 1 })
  expect(stored?.credentials).toEqual([expect.objectContaining({ profileId: there.id, state: 'active' })])
  await expectToSign(other, there.id, certificate)
})

test('Restore: a key destroyed elsewhere is not reported as destroyed when this computer still has it', async () => {
  const { id } = await home.newProfile({ tokenUrl })
  const { id: credentialId } = await home.credentials.createKey(id, 2048)
  await home.credentials.retire(id, credentialId)
  const before = await backUp(id)
  await home.profiles.changeCredentials(id, (current) =>
    current.map((each) => withDestroyedKey(each, '2026-03-01T00:00:00Z')),
  )
  const after = await backUp(id)
  await restore(other, before, id, { kind: 'add', name: 'Moved' })
  await other.profiles.changeSettings(id, (settings) => ({ ...settings, scopes: 'changed' }))
  await restore(other, after, id, { kind: 'replace' })
  expect(await other.keychain.read(keyAccount(credentialId))).toBeDefined()
  expect((await other.credentials.list(id)).map(isKeyDestroyed)).toEqual([false])
  expect(await place(other, after)).toEqual([expect.objectContaining({ kind: 'same' })])
})

test('Restore: suggests free names that nothing else of the backup uses, so that all can be added at once', async () => {
  const one = await home.newProfile({ tokenUrl, name: 'Acme' })
  const two = await home.newProfile({ tokenUrl, name: 'Acme 2' })
  const long = 'A long name '.repeat(10).trim()
  const others = [
    await home.newProfile({ tokenUrl, name: long }),
    await home.newProfile({ tokenUrl, name: `${long}!` }),
  ]
  const file = await backUp(one.id, two.id, ...others.map(({ id }) => id))
  for (const name of ['Acme', long, `${long}!`]) await other.newProfile({ tokenUrl, name })
  const { entries } = await other.backup.preview(file, passphrase)
  expect(entries.map(({ freeName }) => freeName).slice(0, 2)).toEqual(['Acme 3', 'Acme 2'])
  await other.backup.restore(
    file,
    passphrase,
    entries.map(({ profileId, name, freeName, place: { kind } }) => ({
      profileId,
      choice: { kind: 'add', name: kind === 'new' ? name : freeName },
    })),
  )
  expect(await other.profiles.list()).toHaveLength(7)
})

test('Restore: keeping both adds a copy with its own id and client secret', async () => {
  const { id } = await home.newProfile({ tokenUrl, flavor: 'basic' })
  await home.credentials.clientSecrets.set(id, Secret.fromText('from the backup'))
  const file = await backUp(id)
  await restore(home, file, id, { kind: 'add', name: 'Beside' })
  const copy = await home.profiles.find('Beside')
  expect(copy.profile.id).not.toBe(id)
  await home.credentials.destroySecretsOf(id)
  expect((await home.credentials.clientSecrets.read(copy.profile.id)).text()).toBe('from the backup')
})

test('Restore: never overwrites a profile through a taken name, and checks all choices first', async () => {
  const { id, name } = await home.newProfile({ tokenUrl })
  const file = await backUp(id)
  await expect(restore(home, file, id, { kind: 'add', name })).rejects.toMatchObject({ code: 'profile-name-taken' })
  await expect(restore(home, file, randomUUID(), { kind: 'skip' })).rejects.toMatchObject({ code: 'input-invalid' })
  await expect(restore(other, file, id, { kind: 'replace' })).rejects.toMatchObject({ code: 'profile-not-found' })
  expect(await restore(home, file, id, { kind: 'skip' })).toEqual([])
})

test('Restore: replaces a Production profile after the person has agreed to the changes', async () => {
  const { id, name } = await home.newProfile({ tokenUrl, environment: 'production' })
  const file = await backUp(id)
  const elsewhere = (settings: ProfileSettings): ProfileSettings => ({
    ...settings,
    tokenUrl: 'https://new.example.com',
  })
  await home.profiles.changeSettings(id, elsewhere, withoutAsking)
  await expect(restore(home, file, id, { kind: 'replace' })).rejects.toMatchObject({ code: 'not-confirmed' })
  const asked: Confirmation[] = []
  const agree: Confirm = (question) => {
    asked.push(question)
    return Promise.resolve()
  }
  await home.backup.restore(file, passphrase, [{ profileId: id, choice: { kind: 'replace' } }], agree)
  expect(asked).toMatchObject([{ names: [name] }])
  expect(asked[0]?.details.join(' ')).toContain(`Token URL: new.example.com → ${new URL(tokenUrl).host}`)
  expect((await home.profiles.get(id)).profile.tokenUrl).toBe(tokenUrl)
})

test('Restore: the question says which certificate signs before and after', async () => {
  const { id } = await home.newProfile({ tokenUrl, environment: 'production' })
  await home.activateCredential(id)
  const file = await backUp(id)
  const inBackup = (await home.credentials.list(id))[0]
  await home.activateCredential(id)
  const later = (await home.credentials.list(id)).find(({ state }) => state === 'active')
  const asked: Confirmation[] = []
  const agree: Confirm = (question) => Promise.resolve(void asked.push(question))
  const step: BackupChoices = [{ profileId: id, choice: { kind: 'replace' } }]
  await home.backup.restore(file, passphrase, step, agree)
  await home.backup.restore(file, passphrase, step, agree)
  const shown = (credential: typeof later): unknown =>
    expect.stringContaining(`SHA-1 ${certificateOf(credential)?.thumbprint.sha1.slice(0, 16)}`)
  // Whether it is older depends on the second.
  expect(asked[0]?.details.filter((line) => line.includes('Active'))).toEqual([shown(later), shown(inBackup)])
  expect(asked[1]?.details.slice(-2)).toEqual([shown(inBackup), '    It stays active.'])
})

test('Restore: does not replace a profile that changed while the question was open', async () => {
  const { id } = await home.newProfile({ tokenUrl, environment: 'production' })
  const file = await backUp(id)
  const change: Confirm = async () => {
    await home.profiles.changeSettings(id, (settings) => ({ ...settings, helloPath: 'meanwhile' }))
  }
  const replaced = home.backup.restore(file, passphrase, [{ profileId: id, choice: { kind: 'replace' } }], change)
  await expect(replaced).rejects.toMatchObject({ code: 'profile-changed-elsewhere' })
})

test('Restore: does not replace a profile whose credentials changed while the question was open', async () => {
  const { id } = await home.newProfile({ tokenUrl, environment: 'production' })
  await home.activateCredential(id)
  const file = await backUp(id)
  const meanwhile: Confirm = async () => void (await home.activateCredential(id))
  const replaced = home.backup.restore(file, passphrase, [{ profileId: id, choice: { kind: 'replace' } }], meanwhile)
  await expect(replaced).rejects.toMatchObject({ code: 'profile-changed-elsewhere' })
  expect((await home.profiles.get(id)).credentials.map(({ state }) => state)).toContain('active')
})

test('Restore: never takes or replaces keys and secrets that a deleted profile left in the keychain', async () => {
  const { id } = await home.newProfile({ tokenUrl })
  await home.activateCredential(id)
  await home.credentials.clientSecrets.set(id, Secret.fromText('of the deleted profile'))
  const credentialId = (await home.credentials.list(id))[0]?.id ?? ''
  // A backup from elsewhere, with these ids and without the secrets.
  await other.profiles.changeAll(() => [])
  const stored = await home.profiles.get(id)
  await other.profiles.changeAll(() => [stored])
  const held = await home.keychain.read(keyAccount(credentialId))
  await home.credentials.destroySecretsOf(id)
  const { file } = await other.backup.create([id], passphrase, { leaveOutMissing: true })
  await home.keychain.write(keyAccount(credentialId), held ?? Secret.fromText(''))
  await home.credentials.clientSecrets.set(id, Secret.fromText('of the deleted profile'))
  await home.profiles.remove(id)

  const choices: BackupChoices = [{ profileId: id, choice: { kind: 'add', name: 'From elsewhere' } }]
  const [restored] = await home.backup.restore(Buffer.from(file), passphrase, choices)
  const profileId = restored?.profileId ?? ''
  expect(profileId).not.toBe(id)
  expect(await home.credentials.clientSecrets.has(profileId)).toBe(false)
  await expect(home.credentials.signingKeys.active(await home.profiles.get(profileId))).rejects.toMatchObject({
    code: 'keychain-entry-missing',
  })
  await home.keychain.remove(keyAccount(credentialId))
  await home.keychain.remove(clientSecretAccount(id))
})

test.each(['another profile', 'no profile'])(
  'Restore: the replacement of a copy leaves alone a key that %s has under the same id',
  async (owner) => {
    const { id } = await home.newProfile({ tokenUrl })
    const newCredentialId = randomUUID()
    const started = { startedAt: new Date().toISOString(), oldCredentialId: randomUUID(), newCredentialId }
    await home.profiles.changeReplacement(id, () => started)
    // Of the time before the new key was created.
    const file = await backUp(id)
    const key = async (): Promise<Buffer | undefined> =>
      (await home.keychain.read(keyAccount(newCredentialId)))?.bytes()
    if (owner === 'another profile') await home.replacements.makeKey(id, 2048)
    else await home.keychain.write(keyAccount(newCredentialId), Secret.fromText('a key that was left behind'))
    const before = await key()
    if (owner === 'no profile') await home.profiles.changeReplacement(id, () => undefined)

    await restore(home, file, id, { kind: 'add', name: 'Copy' })
    const copy = (await home.profiles.find('Copy')).profile.id
    const { replacement, step } = await home.replacements.makeKey(copy, 2048)
    expect((await key())?.equals(before ?? Buffer.alloc(0))).toBe(true)
    expect(step).toBe('make-request')
    expect(replacement.newCredentialId).not.toBe(newCredentialId)
    await home.keychain.remove(keyAccount(newCredentialId))
  },
)

test('Restore: two copies of a profile whose new key is not created yet do not share that key', async () => {
  const { id } = await home.newProfile({ tokenUrl })
  const started = {
    startedAt: new Date().toISOString(),
    oldCredentialId: randomUUID(),
    newCredentialId: randomUUID(),
  }
  await home.profiles.changeReplacement(id, () => started)
  const file = await backUp(id)
  await restore(home, file, id, { kind: 'add', name: 'Copy' })
  const copy = (await home.profiles.find('Copy')).replacement
  expect(copy?.newCredentialId).not.toBe(started.newCredentialId)
  expect((await home.profiles.get(id)).replacement).toEqual(started)
})

describe('a restore that fails in the middle', () => {
  /** The real keychain, which refuses after some writings. */
  function failingAfter(writes: number, keychain: Keychain): Keychain {
    let left = writes
    return {
      read: (account) => keychain.read(account),
      remove: (account, within) => keychain.remove(account, within),
      has: (account) => keychain.has(account),
      list: () => keychain.list(),
      describe: () => keychain.describe(),
      write: (account, secret, within) => keychain.write(account, secret, within),
      replace: async (account, secret, within) => {
        if (left === 0) throw new Error('the keychain went away')
        left -= 1
        await keychain.replace(account, secret, within)
      },
    }
  }

  test('Restore: leaves no profile and no orphaned key when it fails in the middle', async () => {
    const { id, name } = await home.newProfile({ tokenUrl })
    const keys = [await home.credentials.createKey(id, 2048), await home.credentials.createKey(id, 2048)]
    const file = await backUp(id)
    await home.credentials.destroySecretsOf(id)
    const backup = new BackupService({
      profiles: other.profiles,
      keychain: failingAfter(1, other.keychain),
      keyUses: new KeyUses({ activity: other.activity, now: Date.now }),
      now: Date.now,
      newId: randomUUID,
      rounds: fewRounds,
    })
    const choices = [{ profileId: id, choice: { kind: 'add' as const, name } }]
    await expect(backup.restore(file, passphrase, choices)).rejects.toThrow('the keychain went away')
    expect(await other.profiles.list()).toEqual([])
    for (const key of keys) expect(await other.keychain.read(keyAccount(key.id))).toBeUndefined()
  })

  test('Restore: puts the replaced client secret back when it fails in the middle', async () => {
    const { id, name } = await home.newProfile({ tokenUrl, flavor: 'basic' })
    await home.credentials.clientSecrets.set(id, Secret.fromText('from the backup'))
    const file = await backUp(id)
    await home.credentials.clientSecrets.set(id, Secret.fromText('of today'))
    const profiles = Object.create(home.profiles, {
      list: { value: () => home.profiles.list() },
      changeAll: { value: () => Promise.reject(new Error('the disk is full')) },
    }) as typeof home.profiles
    const backup = new BackupService({
      ...{ profiles, keychain: home.keychain, now: Date.now, newId: randomUUID, rounds: fewRounds },
      keyUses: new KeyUses({ activity: home.activity, now: Date.now }),
    })
    const choices = [{ profileId: id, choice: { kind: 'replace' as const, typedName: name } }]
    await expect(backup.restore(file, passphrase, choices)).rejects.toThrow('the disk is full')
    expect((await home.keychain.read(clientSecretAccount(id)))?.text()).toBe('of today')
  })
})

test('Restore: reads a backup that version 1 wrote', async () => {
  const file = await readFile(join(import.meta.dirname, 'fixtures', 'version-1.clavis-backup'))
  const words = Secret.fromText('a practice passphrase of version one')
  const { createdAt, entries } = await other.backup.preview(file, words)
  expect(createdAt).toBe('2026-11-21T12:00:00.000Z')
  expect(entries.map(({ name, keys, hasClientSecret }) => ({ name, keys, hasClientSecret }))).toEqual([
    { name: 'Fixture client testing', keys: 2, hasClientSecret: false },
    { name: 'Fixture mock', keys: 0, hasClientSecret: true },
  ])
  const choices = entries.map(({ profileId, name }) => ({ profileId, choice: { kind: 'add' as const, name } }))
  await other.backup.restore(file, words, choices)
  const stored = await other.profiles.find('Fixture client testing')
  for (const { id, publicKeyPem } of stored.credentials) {
    const key = await other.keychain.read(keyAccount(id))
    const privateKey = { key: key?.bytes() ?? Buffer.alloc(0), format: 'der', type: 'pkcs8' } as const
    const signature = sign('sha256', Buffer.from('x'), privateKey)
    expect(verify('sha256', Buffer.from('x'), createPublicKey(publicKeyPem), signature)).toBe(true)
  }
  const mock = await other.profiles.find('Fixture mock')
  expect((await other.credentials.clientSecrets.read(mock.profile.id)).text()).toBe('a practice secret')
})

test.each([
  ['a Cyrillic letter', 'Аcme'],
  ['another case', 'ACME'],
])(
  'Restore: a name with %s, which looks like that of a profile here, is refused, and a free one is suggested',
  async (_what, name) => {
    const { id } = await home.newProfile({ tokenUrl, name })
    await other.newProfile({ tokenUrl, name: 'Acme' })
    const file = await backUp(id)
    await expect(restore(other, file, id, { kind: 'add', name })).rejects.toMatchObject({
      code: 'profile-name-taken',
      message: expect.stringContaining('“Acme”') as string,
    })
    await expect(restore(other, file, id, { kind: 'add', name: 'Ac\u200Eme' })).rejects.toMatchObject({
      code: 'input-invalid',
    })
    const [entry] = (await other.backup.preview(file, passphrase)).entries
    expect(entry).toMatchObject({ place: { kind: 'new' }, freeName: `${name} 2` })
    await restore(other, file, id, { kind: 'add', name: entry?.freeName ?? '' })
    expect((await other.profiles.list()).map(({ profile }) => profile.name)).toEqual(['Acme', `${name} 2`])
  },
)

test('Restore: a profile with an additional parameter that Clavis sets itself is refused', async () => {
  const { id, name } = await home.newProfile({ tokenUrl, extraTokenParameters: { client_assertion: 'theirs' } })
  const file = await backUp(id)
  await expect(restore(other, file, id, { kind: 'add', name })).rejects.toMatchObject({
    code: 'input-invalid',
    message: expect.stringContaining('“client_assertion”') as string,
  })
  expect(await other.profiles.list()).toEqual([])
})
