import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import type { CredentialEvent } from '#shared/credentials/history.ts'
import type { ImportedPart } from '#shared/credentials/import.ts'
import { withoutAsking } from '../confirmation.ts'
import { publicKeyFingerprint } from '../credentials/key-pair.ts'
import { certifyPublicKey } from '../diagnostics/testing/new-certificate.ts'
import { keyAccount } from '../keychain/keychain.ts'
import { Secret } from '../keychain/secret.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import { othersKey, preparedKeyPair } from '../testing/prepared-keys.ts'
import { fewRounds, startTestServices, type TestServices } from '../testing/test-services.ts'
import { formatContent, type BackupContent } from './backup-content.ts'
import { sealBackup } from './backup-file.ts'

// Attacks that wait: a backup that is restored before a key is imported, and histories that something washed out meanwhile.

let services: TestServices
let live: StoredProfile
const passphrase = Secret.fromText('sturdy violin crater moss')
const createdAt = '2026-05-01T10:00:00.000Z'

beforeEach(async () => {
  services = await startTestServices()
  const { id } = await services.newProfile({
    ...{ tokenUrl: 'http://127.0.0.1:9/token', name: 'Live', environment: 'production' },
  })
  await services.activateCredential(id)
  live = await services.profiles.get(id)
})
afterEach(() => services.end())

const only = ({ credentials: [credential] }: StoredProfile): Credential => {
  if (credential === undefined) throw new Error('no credential')
  return credential
}

async function restore(stored: StoredProfile, more: Partial<BackupContent> = {}): Promise<StoredProfile> {
  const secrets = { keys: new Map(), clientSecrets: new Map(), proxyPasswords: new Map() }
  const content = formatContent({ createdAt, profiles: [stored], ...secrets, ...more })
  const file = Buffer.from(await sealBackup(content, passphrase, createdAt, fewRounds))
  const [restored] = await services.backup.restore(file, passphrase, 'add-all', withoutAsking)
  return services.profiles.get(restored?.profileId ?? '')
}

/** A test profile of someone who knows only the Production certificate. */
function bait(changes: Partial<Credential> = {}): StoredProfile {
  const id = randomUUID()
  return {
    profile: { ...live.profile, id, name: 'Acme Test', environment: 'client-testing' },
    credentials: [{ ...only(live), id: randomUUID(), profileId: id, ...changes } as Credential],
    history: [],
  }
}

/** Credentials of a key of the attacker's. */
async function others(profileId: string, count: number): Promise<Credential[]> {
  const { publicKey } = await preparedKeyPair(2048)
  const common = {
    ...{ profileId, keySize: 2048, createdAt, state: 'key-created' as const },
    publicKeyFingerprint: publicKeyFingerprint(publicKey),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
  return Array.from({ length: count }, () => ({ ...common, id: randomUUID() }))
}

/** Takes the Production key off this computer, as before its import. Returns the file that has it. */
async function keyFile(): Promise<{ name: string; bytes: Uint8Array }> {
  const key = (await services.keychain.read(keyAccount(only(live).id)))?.bytes() ?? Buffer.alloc(0)
  await services.credentials.destroySecretsOf(live.profile.id)
  await services.profiles.changeCredentials(live.profile.id, () => [])
  return { name: 'live.key', bytes: new Uint8Array(key) }
}

const importFor = (
  content: { name: string; bytes: Uint8Array },
  profileId: string | undefined,
): Promise<ImportedPart[]> =>
  services.credentials.imports.import([{ ...content, bytes: new Uint8Array(content.bytes) }], { profileId })

async function washOut(profileId: string, credentialId: string): Promise<void> {
  const events = Array.from({ length: 1990 }, (_, index): CredentialEvent => ({
    ...{ at: new Date(index).toISOString(), credentialId, credentialName: 'x', kind: 'tried' },
  }))
  await services.profiles.changeAll((all) =>
    all.map((each) => (each.profile.id === profileId ? { ...each, history: [...each.history, ...events] } : each)),
  )
  const sha1 = certificateOf(only(live))?.thumbprint.sha1 ?? ''
  for (let call = 0; call < 20; call += 1)
    await services.credentials.thumbprints.confirm(profileId, credentialId, sha1, undefined, withoutAsking)
}

async function expectOnlyLiveHasKey(baited: StoredProfile): Promise<void> {
  for (const { id } of baited.credentials.slice(0, 1))
    expect(await services.keychain.read(keyAccount(id))).toBeUndefined()
  await expect(
    services.credentials.signingKeys.active(await services.profiles.get(baited.profile.id)),
  ).rejects.toMatchObject({ code: expect.stringMatching(/^keychain-entry-missing|no-active-credential$/u) as string })
}

describe('a backup that was restored before the Production key is imported', () => {
  test.each([
    ['as it is', {}],
    ['waiting for its certificate', { state: 'key-created', certificate: undefined, activatedAt: undefined }],
    ['retired', { state: 'retired', retiredAt: createdAt, activatedAt: undefined }],
  ])('Import: a key that is imported for a profile goes to no other, %s', async (_how, changes) => {
    const key = await keyFile()
    const baited = await restore(bait(changes as Partial<Credential>))
    expect(await importFor(key, undefined)).toMatchObject([{ kind: 'needs-profile' }])
    expect(await importFor(key, live.profile.id)).toMatchObject([{ kind: 'created', profileId: live.profile.id }])
    const other = certifyPublicKey(only(live).publicKeyPem, othersKey(), { commonName: 'other' })
    await importFor({ name: 'other.pem', bytes: Buffer.from(other) }, baited.profile.id)
    await expectOnlyLiveHasKey(await services.profiles.get(baited.profile.id))
  })

  test('Import: nor if the backup has more credentials than a history has events', async () => {
    const key = await keyFile()
    const theirs = bait()
    const many = await others(theirs.profile.id, 2000)
    const baited = await restore({ ...theirs, credentials: [...theirs.credentials, ...many] })
    expect(await importFor(key, live.profile.id)).toMatchObject([{ kind: 'created', profileId: live.profile.id }])
    await expectOnlyLiveHasKey(baited)
    // None of them has a key: looking for each in the keychain at the end takes minutes on a busy machine.
    await services.profiles.remove(baited.profile.id)
  })

  test('Import: nor if the page washed out the history, also without a profile', async () => {
    const key = await keyFile()
    const baited = await restore(bait())
    await washOut(baited.profile.id, only(baited).id)
    const { history } = await services.profiles.get(baited.profile.id)
    expect(history.filter(({ kind }) => kind === 'restored')).toEqual([])
    expect(await importFor(key, undefined)).toMatchObject([{ kind: 'needs-profile' }])
    expect(await importFor(key, live.profile.id)).toMatchObject([{ kind: 'created', profileId: live.profile.id }])
    await expectOnlyLiveHasKey(baited)
  })

  test('Import: a key goes back to the profile that it was imported for, after its backup came without it', async () => {
    const key = await keyFile()
    await services.profiles.remove(live.profile.id)
    const restored = await restore(live)
    expect(await importFor(key, restored.profile.id)).toMatchObject([{ kind: 'key-restored' }])
    // It is the profile's from now on, also if the keychain loses it and nobody says for which profile it is.
    await services.keychain.remove(keyAccount(only(restored).id))
    expect(await importFor(key, undefined)).toMatchObject([{ kind: 'key-restored', profileId: restored.profile.id }])
  })
})

test('Import: a key that is imported for a profile is put back for no other one, also if that had it', async () => {
  const { id } = await services.newProfile({ tokenUrl: 'http://127.0.0.1:9/token', name: 'Other' })
  const { id: keyId, publicKeyFingerprint: fingerprint } = only(live)
  const key = (await services.keychain.read(keyAccount(keyId)))?.bytes() ?? Buffer.alloc(0)
  const content = { name: 'live.key', bytes: new Uint8Array(key) }
  expect(await importFor(content, id)).toMatchObject([{ kind: 'already-there', profileId: live.profile.id }])
  await services.keychain.remove(keyAccount(keyId))
  expect(await importFor(content, id)).toMatchObject([{ kind: 'needs-profile', fingerprint }])
  expect(await services.keychain.read(keyAccount(keyId))).toBeUndefined()
  expect(await importFor(content, live.profile.id)).toMatchObject([{ kind: 'key-restored' }])
})

describe('a credential that was retired', () => {
  test.each([
    ['and stays', false],
    ['and was removed with its key', true],
  ])('Restore: it stays retired when its history was washed out, %s', async (_how, isRemoved) => {
    const { profile } = live
    const { file } = await services.backup.create([profile.id], passphrase, { leaveOutMissing: false }, withoutAsking)
    await services.credentials.retire(profile.id, only(live).id, withoutAsking)
    if (isRemoved) await services.credentials.remove(profile.id, only(live).id, true, withoutAsking)
    await services.activateCredential(profile.id)
    const [active] = await services.credentials.list(profile.id)
    await services.profiles.changeAll((all) => all.map((each) => ({ ...each, history: [] })))
    const choices = [{ profileId: profile.id, choice: { kind: 'replace' as const } }]
    await services.backup.restore(Buffer.from(file), passphrase, choices, withoutAsking)
    const after = await services.credentials.list(profile.id)
    expect(after.find(({ id }) => id === only(live).id)).toMatchObject({ state: 'retired' })
    expect(after.find(({ id }) => id === active?.id)).toMatchObject({ state: 'active' })
  })

  test('Restore: it stays retired when its profile was removed, too', async () => {
    const { profile } = live
    const { file } = await services.backup.create([profile.id], passphrase, { leaveOutMissing: false }, withoutAsking)
    await services.credentials.retire(profile.id, only(live).id, withoutAsking)
    await services.credentials.destroySecretsOf(profile.id, (within) => services.profiles.remove(profile.id, within))
    await services.backup.restore(Buffer.from(file), passphrase, 'add-all', withoutAsking)
    expect(await services.credentials.list(profile.id)).toMatchObject([{ state: 'retired' }])
  })

  test('Restore: one that was only removed comes back as the backup has it', async () => {
    const { profile } = live
    const { file } = await services.backup.create([profile.id], passphrase, { leaveOutMissing: false }, withoutAsking)
    await services.credentials.destroySecretsOf(profile.id, (within) => services.profiles.remove(profile.id, within))
    await services.backup.restore(Buffer.from(file), passphrase, 'add-all', withoutAsking)
    expect(await services.credentials.list(profile.id)).toMatchObject([{ state: 'active' }])
  })
})
