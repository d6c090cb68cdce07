import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BackupChoice, BackupEntry, RestoredProfile } from '#shared/backup/backup.ts'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import type { ProfileSettings } from '#shared/profiles/profile.ts'
import type { Confirmation } from '#shared/questions.ts'
import { localDay } from '#shared/values/local-day.ts'
import { withoutAsking, type Confirm } from '../confirmation.ts'
import { publicKeyFingerprint } from '../credentials/key-pair.ts'
import { removeProfile } from '../credentials/profile-removal.ts'
import { makeServerCertificate } from '../diagnostics/testing/server-certificates.ts'
import { clientSecretAccount, keyAccount, proxyPasswordAccount } from '../keychain/keychain.ts'
import type { Keychain } from '../keychain/keychain.ts'
import { Secret } from '../keychain/secret.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import { KeyUses } from '../requests/key-uses.ts'
import { preparedKeyPair } from '../testing/prepared-keys.ts'
import { fewRounds, startTestServices, type TestServices } from '../testing/test-services.ts'
import { formatContent, type BackupContent } from './backup-content.ts'
import { sealBackup } from './backup-file.ts'
import { BackupService } from './backup-service.ts'

// What a backup may bring, also one that its author wrote by hand.

let services: TestServices
let asked: Confirmation[]
const words = 'sturdy violin crater moss'
const passphrase = Secret.fromText(words)
const tokenUrl = 'https://auth.example.com/token'
const proxy = 'http://proxy.example.net:3128'
const createdAt = '2026-05-01T10:00:00.000Z'

beforeEach(async () => {
  services = await startTestServices()
  asked = []
})
afterEach(() => services.end())

const agree: Confirm = (question) => {
  asked.push(question)
  return Promise.resolve()
}

async function backUp(profileId: string): Promise<Buffer> {
  const options = { leaveOutMissing: true }
  return Buffer.from((await services.backup.create([profileId], passphrase, options, withoutAsking)).file)
}

async function forge(profiles: readonly StoredProfile[], more: Partial<BackupContent> = {}): Promise<Buffer> {
  const secrets = { keys: new Map(), clientSecrets: new Map(), proxyPasswords: new Map() }
  const content = formatContent({ createdAt, profiles, ...secrets, ...more })
  return Buffer.from(await sealBackup(content, passphrase, createdAt, fewRounds))
}

const restore = (
  file: Buffer,
  profileId: string,
  choice: BackupChoice,
  network?: Confirm,
): Promise<RestoredProfile[]> => services.backup.restore(file, passphrase, [{ profileId, choice }], agree, network)

async function entryOf(file: Buffer): Promise<BackupEntry> {
  const [entry] = (await services.backup.preview(file, passphrase)).entries
  if (entry === undefined) throw new Error('no entry')
  return entry
}

async function newProfile(
  settings: Partial<ProfileSettings> & { readonly hasCredential?: boolean },
): Promise<StoredProfile> {
  const { hasCredential = true, ...own } = settings
  const { id } = await services.newProfile({ tokenUrl, ...own })
  if (hasCredential) await services.activateCredential(id)
  return services.profiles.get(id)
}

/** The profile with other ids, as it could be in a backup from elsewhere. */
function withNewIds({ profile, credentials }: StoredProfile, changes: Partial<Credential> = {}): StoredProfile {
  const id = randomUUID()
  return {
    profile: { ...profile, id },
    credentials: credentials.map((each) => ({ ...each, id: randomUUID(), profileId: id, ...changes }) as Credential),
    history: [],
  }
}

const only = ({ credentials }: StoredProfile): Credential => {
  const [credential] = credentials
  if (credential === undefined) throw new Error('no credential')
  return credential
}

const keyOf = async (credentialId: string): Promise<string | undefined> =>
  (await services.keychain.read(keyAccount(credentialId)))?.bytes().toString('base64')

describe('restore of a key that another profile has', () => {
  const refused = {
    code: 'credential-state-wrong',
    message: expect.stringMatching(/“Acme Test”.*“Live”/u) as string,
    details: { profiles: ['Acme Test', 'Live'] },
  }

  test.each([
    ['as it is', {}],
    ['under another fingerprint', { publicKeyFingerprint: 'AB'.repeat(32) }],
    ['in lower case', { publicKeyFingerprint: 'lower', publicKeyPem: 'none' }],
    ['without its certificate', { state: 'key-created', certificate: undefined, activatedAt: undefined }],
    ['retired', { state: 'retired', retiredAt: createdAt, activatedAt: undefined }],
  ])('Restore: is refused with both names, %s', async (_how, changes) => {
    const live = await newProfile({ name: 'Live', environment: 'production' })
    const before = await services.profiles.list()
    const bait = withNewIds(
      { ...live, profile: { ...live.profile, name: 'Acme Test', environment: 'client-testing' } },
      changes as Partial<Credential>,
    )
    const file = await forge([bait])
    await expect(restore(file, bait.profile.id, { kind: 'add', name: 'Acme Test' })).rejects.toMatchObject(refused)
    expect((await entryOf(file)).keyOwners).toEqual({ add: 'Live', replace: 'Live' })
    expect(await services.profiles.list()).toEqual(before)
    expect(asked).toEqual([])
  })

  test('Restore: is refused in the place of a test profile, too, and beside the profile itself', async () => {
    const live = await newProfile({ name: 'Live', environment: 'production' })
    const { profile } = await newProfile({ name: 'Acme Test', hasCredential: false })
    const bait = withNewIds({ ...live, profile })
    const file = await forge([bait])
    await expect(restore(file, bait.profile.id, { kind: 'replace' })).rejects.toMatchObject(refused)
    const own = await backUp(live.profile.id)
    await expect(restore(own, live.profile.id, { kind: 'add', name: 'Live 2' })).rejects.toMatchObject({
      message: expect.stringContaining('“Live 2”') as string,
    })
    expect((await entryOf(own)).keyOwners).toEqual({ add: 'Live' })
  })

  test('Restore: is refused for two profiles of one backup', async () => {
    const one = await newProfile({ name: 'One' })
    const two = withNewIds({ ...one, profile: { ...one.profile, name: 'Two' } })
    const file = await forge([one, two])
    await services.credentials.destroySecretsOf(one.profile.id)
    await services.profiles.remove(one.profile.id)
    const choices = [one, two].map(({ profile: { id, name } }) => ({
      profileId: id,
      choice: { kind: 'add' as const, name },
    }))
    await expect(services.backup.restore(file, passphrase, choices)).rejects.toMatchObject({
      details: { profiles: ['Two', 'One'] },
    })
  })

  test('Restore: a credential that came without its key never gets one that is imported for another profile', async () => {
    const live = await newProfile({ name: 'Live', environment: 'production' })
    const { id: credentialId } = only(live)
    const key = (await services.keychain.read(keyAccount(credentialId)))?.bytes() ?? Buffer.alloc(0)
    // On this computer nobody has the key yet.
    await services.credentials.destroySecretsOf(live.profile.id)
    await services.profiles.changeCredentials(live.profile.id, () => [])
    const bait = withNewIds({ ...live, profile: { ...live.profile, name: 'Acme Test', environment: 'client-testing' } })
    await restore(await forge([bait]), bait.profile.id, { kind: 'add', name: 'Acme Test' })

    const contents = [{ name: 'live.key', bytes: new Uint8Array(key) }]
    expect(await services.credentials.imports.import(contents)).toMatchObject([{ kind: 'needs-profile' }])
    const target = { profileId: live.profile.id, isThereOnly: true }
    expect(await services.credentials.imports.import(contents, target)).toMatchObject([
      { kind: 'created', profileId: live.profile.id },
    ])
    expect(await keyOf(only(bait).id)).toBeUndefined()
    await expect(
      services.credentials.signingKeys.active(await services.profiles.get(bait.profile.id)),
    ).rejects.toMatchObject({
      code: 'keychain-entry-missing',
    })
  })
})

test('Restore: a credential with the id of an existing one and another key gets a new id', async () => {
  const before = await newProfile({ name: 'Acme' })
  const { id } = only(before)
  const { privateKey, publicKey } = await preparedKeyPair(2048)
  const theirs = {
    ...{ id, profileId: before.profile.id, keySize: 2048, createdAt, state: 'key-created' as const },
    publicKeyFingerprint: publicKeyFingerprint(publicKey),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
  const secret = Secret.fromBytes(privateKey.export({ type: 'pkcs8', format: 'der' }))
  const held = await keyOf(id)
  const file = await forge([{ ...before, credentials: [theirs] }], { keys: new Map([[id, secret]]) })
  await restore(file, before.profile.id, { kind: 'replace' })

  expect(await keyOf(id)).toBe(held)
  const after = await services.credentials.list(before.profile.id)
  expect(after).toContainEqual(only(before))
  const restored = after.find((each) => each.publicKeyFingerprint === theirs.publicKeyFingerprint)
  expect(restored?.id).not.toBe(id)
  expect(await keyOf(restored?.id ?? '')).toBeDefined()
})

test('Restore: a key that the keychain holds for another credential stays, although the profile names its id', async () => {
  const before = await newProfile({ name: 'Acme' })
  const file = await backUp(before.profile.id)
  const other = await services.credentials.createKey(before.profile.id, 2048)
  const wrong = await services.keychain.read(keyAccount(other.id))
  if (wrong === undefined) throw new Error('no key')
  const held = await keyOf(other.id)
  await services.keychain.write(keyAccount(only(before).id), wrong)
  await restore(file, before.profile.id, { kind: 'replace' })
  expect(await keyOf(only(before).id)).toBe(held)
  expect(await services.credentials.signingKeys.active(await services.profiles.get(before.profile.id))).toBeDefined()
})

test('Restore: a setting that equals the profile’s id stays when the profile gets another id', async () => {
  const { profile } = await newProfile({ name: 'Acme', hasCredential: false })
  await services.profiles.changeSettings(profile.id, (settings) => ({ ...settings, clientId: profile.id }))
  const choice = { kind: 'add', name: 'Acme 2' } as const
  const [restored] = await restore(await backUp(profile.id), profile.id, choice)
  expect(restored?.profileId).not.toBe(profile.id)
  expect((await services.profiles.get(restored?.profileId ?? '')).profile.clientId).toBe(profile.id)
})

describe('restore of a credential that was retired since', () => {
  async function retireAfterBackup(): Promise<{ readonly before: StoredProfile; readonly file: Buffer }> {
    const before = await newProfile({ name: 'Acme' })
    const file = await backUp(before.profile.id)
    await services.credentials.retire(before.profile.id, only(before).id)
    return { before, file }
  }

  test('Restore: it stays retired, and preview and result name it', async () => {
    const { before, file } = await retireAfterBackup()
    await services.profiles.changeSettings(before.profile.id, (settings) => ({ ...settings, scopes: 'changed' }))
    expect((await entryOf(file)).stayRetired).toEqual([expect.stringMatching(/^CN=acme.*, expires 20/u)])
    const [restored] = await restore(file, before.profile.id, { kind: 'replace' })
    expect(restored?.notes).toEqual([expect.stringMatching(/^Stays retired: CN=acme/u)])
    expect((await services.credentials.list(before.profile.id)).map(({ state }) => state)).toEqual(['retired'])
    expect((await entryOf(file)).place.kind).toBe('same')
  })

  test('Restore: preview and result name its expiry day in the time zone of the settings, not the computer’s', async () => {
    const { before, file } = await retireAfterBackup()
    const { notAfter = '' } = certificateOf(only(before)) ?? {}
    vi.stubEnv('TZ', new Date(notAfter).getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati')
    try {
      expect((await entryOf(file)).stayRetired.join()).toContain(`expires ${localDay(notAfter)}`)
      await services.settings.change({ dates: { format: 'system', timeZone: 'utc' } })
      const day = `expires ${notAfter.slice(0, 10)}`
      expect((await entryOf(file)).stayRetired.join()).toContain(day)
      expect((await restore(file, before.profile.id, { kind: 'replace' }))[0]?.notes.join()).toContain(day)
      expect(day).not.toContain(localDay(notAfter))
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test('Restore: it stays retired after it was removed, and under another id', async () => {
    const { before, file } = await retireAfterBackup()
    const renamed = withNewIds(before)
    const again = { ...renamed, profile: before.profile, credentials: renamed.credentials }
    const forged = await forge([
      { ...again, credentials: again.credentials.map((each) => ({ ...each, profileId: before.profile.id })) },
    ])
    expect((await entryOf(forged)).stayRetired).toHaveLength(1)
    await services.credentials.remove(before.profile.id, only(before).id, false)
    await restore(file, before.profile.id, { kind: 'replace' })
    expect((await services.credentials.list(before.profile.id)).map(({ state }) => state)).toEqual(['retired'])
  })
})

describe('restore of network settings', () => {
  const authority = makeServerCertificate({ commonName: 'Hidden CA', isAuthority: true }).cert
  const network = { proxy, proxyUser: 'someone', certificateAuthorities: [authority] }

  test('Backup: the preview names hosts, trusted CAs, the proxy and the date', async () => {
    const { profile } = await newProfile({
      ...network,
      apiBaseUrl: 'https://api.example.com:8443',
      hasCredential: false,
    })
    const file = await backUp(profile.id)
    expect((await services.backup.preview(file, passphrase)).createdAt).toMatch(/^20\d\d-/u)
    expect(await entryOf(file)).toMatchObject({
      hosts: ['auth.example.com', 'api.example.com:8443'],
      authorities: [{ subject: 'CN=Hidden CA' }],
      proxy,
    })
  })

  test('Restore: trusted CAs, the proxy and its password are left out unless asked for and agreed to', async () => {
    const { profile } = await newProfile({ name: 'Acme', ...network, hasCredential: false })
    await services.proxyPasswords.set(profile.id, Secret.fromText('of the proxy'))
    const file = await backUp(profile.id)
    const add = { kind: 'add', name: 'Beside' } as const
    const [restored] = await restore(file, profile.id, add)
    const beside = await services.profiles.find('Beside')
    expect(beside.profile).toMatchObject({ proxy: 'system', proxyUser: '', certificateAuthorities: [] })
    expect(restored?.notes).toEqual([expect.stringContaining('Hidden CA'), `Left out: proxy ${proxy}.`])
    expect(await services.keychain.read(proxyPasswordAccount(beside.profile.id))).toBeUndefined()

    const never: Confirm = () => Promise.reject(new Error('cancelled'))
    await expect(restore(file, profile.id, { ...add, name: 'Never' }, never)).rejects.toThrow('cancelled')
    expect(asked).toEqual([])
    await restore(file, profile.id, { ...add, name: 'With network' }, agree)
    expect(asked).toMatchObject([{ message: 'Restore profiles with their own trusted CAs and proxies?' }])
    expect(asked[0]?.details.join('\n')).toContain(proxy)
    const kept = await services.profiles.find('With network')
    expect(kept.profile).toMatchObject(network)
    expect((await services.proxyPasswords.of(kept.profile.id))?.text()).toBe('of the proxy')
  })

  test('Restore: a replaced profile keeps its own trusted CAs, proxy and password', async () => {
    const before = await newProfile({ name: 'Acme', hasCredential: false })
    const theirs = { ...before, profile: { ...before.profile, ...network, scopes: 'changed' } }
    await services.proxyPasswords.set(before.profile.id, Secret.fromText('mine'))
    const proxyPasswords = new Map([[before.profile.id, Secret.fromText('theirs')]])
    await restore(await forge([theirs], { proxyPasswords }), before.profile.id, { kind: 'replace' })
    expect((await services.profiles.get(before.profile.id)).profile).toMatchObject({
      ...{ scopes: 'changed', proxy: 'system', certificateAuthorities: [] },
    })
    expect((await services.keychain.read(proxyPasswordAccount(before.profile.id)))?.text()).toBe('mine')
  })

  test('Restore: a client secret stays only for its token host, a proxy password only for its proxy', async () => {
    const before = await newProfile({ name: 'Acme', flavor: 'basic', hasCredential: false })
    const { id } = before.profile
    await services.credentials.clientSecrets.set(id, Secret.fromText('mine'))
    await services.proxyPasswords.set(id, Secret.fromText('mine'))
    const moved = { ...before, profile: { ...before.profile, proxy, tokenUrl: 'https://other.example.com/token' } }
    const [restored] = await restore(await forge([moved]), id, { kind: 'replace' }, agree)
    expect(restored?.notes).toEqual([
      expect.stringContaining('client secret was deleted'),
      expect.stringContaining('proxy password was deleted'),
    ])
    expect(await services.keychain.read(clientSecretAccount(id))).toBeUndefined()
    expect(await services.keychain.read(proxyPasswordAccount(id))).toBeUndefined()
  })

  test('Restore: a practice profile with addresses elsewhere is no practice profile', async () => {
    const { profile } = await newProfile({ name: 'Acme', hasCredential: false })
    const file = await forge([{ profile: { ...profile, practice: true }, credentials: [], history: [] }])
    await restore(file, profile.id, { kind: 'add', name: 'Beside' })
    expect((await services.profiles.find('Beside')).profile.practice).toBe(false)
  })
})

test('Restore: adding a Production profile asks, with its hosts', async () => {
  const live = await newProfile({ name: 'Live', environment: 'production', hasCredential: false })
  const file = await backUp(live.profile.id)
  const choices = [{ profileId: live.profile.id, choice: { kind: 'add' as const, name: 'Live 2' } }]
  await expect(services.backup.restore(file, passphrase, choices)).rejects.toMatchObject({ code: 'not-confirmed' })
  await services.backup.restore(file, passphrase, choices, agree)
  expect(asked).toMatchObject([
    { names: ['Live 2'], message: 'Add a Production profile from the backup?', action: 'Add' },
  ])
  expect(asked[0]?.details.join('\n')).toContain('Host: auth.example.com')
})

test('Backup: writing keys of Production profiles asks with their names, and without consent nothing is written', async () => {
  const profiles = [
    await newProfile({ name: 'Live', environment: 'production' }),
    await newProfile({ name: 'Test', hasCredential: false }),
    await newProfile({ name: 'Live too', environment: 'production', hasCredential: false }),
  ]
  const ids = profiles.map(({ profile }) => profile.id)
  const options = { leaveOutMissing: false }
  await expect(services.backup.create(ids, passphrase, options)).rejects.toMatchObject({ code: 'not-confirmed' })
  expect(
    services.activity
      .list({ limit: 100 })
      .map((entry) => JSON.stringify(entry))
      .join(),
  ).not.toContain('Key backed up')
  await services.backup.create(ids, passphrase, options, agree)
  expect(asked).toMatchObject([
    { names: ['Live', 'Live too'], message: 'Write the keys of 2 Production profiles to a file?' },
  ])
  await services.backup.create([ids[1] ?? ''], passphrase, options)
})

test('Backup: nothing of a file is shown or quoted before its authentication tag was checked', async () => {
  const { profile } = await newProfile({ name: 'Acme', hasCredential: false })
  const sealed = JSON.parse((await backUp(profile.id)).toString('utf8')) as Record<string, unknown>
  const claimed = Buffer.from(JSON.stringify({ ...sealed, createdAt: '1999-01-01T00:00:00.000Z' }))
  const preview = await services.backup.preview(claimed, passphrase)
  expect(preview.createdAt).not.toContain('1999')
  await expect(services.backup.preview(claimed, Secret.fromText(`${words}!`))).rejects.toMatchObject({
    message: expect.not.stringContaining('1999') as string,
    details: undefined,
  })
})

describe('keys and secrets that a deleted profile left in the keychain', () => {
  /** A deleted Production profile, whose key and client secret were kept, and a test profile like it. */
  async function deletedProfile(): Promise<{ live: StoredProfile; test: StoredProfile['profile'] }> {
    const { id } = await services.newProfile({ tokenUrl, name: 'Live', environment: 'production' })
    await services.activateCredential(id)
    await services.credentials.clientSecrets.set(id, Secret.fromText('hush'), withoutAsking)
    const live = await services.profiles.get(id)
    await removeProfile(services, id, { destroySecrets: false }, withoutAsking)
    return {
      live,
      test: { ...live.profile, environment: 'client-testing', tokenUrl: 'https://theirs.example.com/token' },
    }
  }

  const add = async (stored: StoredProfile): Promise<RestoredProfile[]> =>
    restore(await forge([stored]), stored.profile.id, { kind: 'add', name: stored.profile.name })

  test('Restore: a credential gets no leftover key when another restored profile has its id', async () => {
    const { live, test } = await deletedProfile()
    const keyId = live.credentials[0]?.id ?? ''
    await add({ profile: { ...test, name: 'First', id: keyId }, credentials: [], history: [] })
    const id = randomUUID()
    const credentials = live.credentials.map((each) => ({ ...each, profileId: id }))
    const [second] = await add({ profile: { ...test, name: 'Second', id }, credentials, history: [] })
    await expect(
      services.credentials.signingKeys.active(await services.profiles.get(second?.profileId ?? '')),
    ).rejects.toMatchObject({
      code: 'keychain-entry-missing',
    })
  })

  test('Restore: a credential gets no leftover key when it has the id of its own profile', async () => {
    const { live, test } = await deletedProfile()
    await add({ profile: { ...test, name: 'First', id: live.credentials[0]?.id ?? '' }, credentials: [], history: [] })
    const id = randomUUID()
    const credentials = live.credentials.map((each) => ({ ...each, id, profileId: id }))
    const file = await forge([{ profile: { ...test, name: 'First', id }, credentials, history: [] }])
    await expect(restore(file, id, { kind: 'replace' })).rejects.toMatchObject({ code: 'backup-file-damaged' })
  })

  test('Restore: a profile gets no left-over client secret when a restored credential has its id', async () => {
    const { live, test } = await deletedProfile()
    const { publicKey } = await preparedKeyPair(2048)
    const key = {
      ...{ id: live.profile.id, keySize: 2048, publicKeyFingerprint: publicKeyFingerprint(publicKey) },
      ...{ publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(), createdAt },
    }
    const id = randomUUID()
    const credentials = [{ ...key, profileId: id, state: 'key-created' as const }]
    await add({ profile: { ...test, name: 'First', id }, credentials, history: [] })
    const [second] = await add({ profile: { ...test, name: 'Second' }, credentials: [], history: [] })
    expect(second?.profileId).not.toBe(live.profile.id)
    expect(await services.keychain.read(clientSecretAccount(second?.profileId ?? ''))).toBeUndefined()
    expect((await services.keychain.read(clientSecretAccount(live.profile.id)))?.text()).toBe('hush')
    await services.keychain.remove(clientSecretAccount(live.profile.id))
  })
})

test('Restore: a real profile that replaces a practice profile is not for practice', async () => {
  const { id } = await services.newProfile({ tokenUrl: 'http://127.0.0.1:9/token', name: 'Live' })
  await services.profiles.changeAll((all) =>
    all.map((stored) => ({ ...stored, profile: { ...stored.profile, practice: true } })),
  )
  const { profile } = await services.profiles.get(id)
  const theirs = { ...profile, id: randomUUID(), practice: false, environment: 'production' as const, tokenUrl }
  await restore(await forge([{ profile: theirs, credentials: [], history: [] }]), theirs.id, { kind: 'replace' })
  expect((await services.profiles.get(id)).profile).toMatchObject({ practice: false, tokenUrl })
})

test('Restore: a credential that was retired and removed stays retired in a copy of its profile', async () => {
  const { id } = await services.newProfile({ tokenUrl, name: 'Acme' })
  await services.activateCredential(id)
  const file = await backUp(id)
  const [credential] = await services.credentials.list(id)
  await services.credentials.retire(id, credential?.id ?? '', withoutAsking)
  await services.credentials.remove(id, credential?.id ?? '', true, withoutAsking)
  const [copy] = await restore(file, id, { kind: 'add', name: 'Acme copy' })
  expect(copy?.notes).toEqual([expect.stringMatching(/^Stays retired: CN=acme/u)])
  expect(await services.credentials.list(copy?.profileId ?? '')).toMatchObject([{ state: 'retired' }])
})

test.each(['client_assertion', 'grant_type', 'Client_ID'])(
  'Restore: a profile that sends its scope as %s is refused',
  async (scopeParameter) => {
    const { id } = await services.newProfile({ tokenUrl, name: 'Acme' })
    const { profile } = await services.profiles.get(id)
    const theirs = { ...profile, id: randomUUID(), name: 'Theirs', scopes: 'x', scopeParameter }
    const file = await forge([{ profile: theirs, credentials: [], history: [] }])
    await expect(restore(file, theirs.id, { kind: 'add', name: 'Theirs' })).rejects.toMatchObject({
      code: 'input-invalid',
      details: { parameters: [scopeParameter] },
    })
  },
)

test('Restore: one that fails does not overwrite a secret that was stored meanwhile', async () => {
  const { id } = await services.newProfile({ tokenUrl, name: 'Acme', proxy })
  const store = async (clientSecret: string, password: string): Promise<void> => {
    await services.credentials.clientSecrets.set(id, Secret.fromText(clientSecret), withoutAsking)
    await services.proxyPasswords.set(id, Secret.fromText(password), withoutAsking)
  }
  await store('backed up', 'backed up')
  const file = await backUp(id)
  await store('old', 'old')
  let storing: Promise<void> | undefined
  const { keychain, profiles, activity } = services
  const failing: Keychain = {
    read: (account) => keychain.read(account),
    write: (account, secret, within) => keychain.write(account, secret, within),
    remove: (account, within) => keychain.remove(account, within),
    has: (account) => keychain.has(account),
    list: () => keychain.list(),
    describe: () => keychain.describe(),
    replace: async (account, secret, within) => {
      if (account === proxyPasswordAccount(id)) throw new Error('The keychain fails.')
      await keychain.replace(account, secret, within)
      storing ??= services.credentials.clientSecrets.set(id, Secret.fromText('new'), withoutAsking)
    },
  }
  const common = { now: Date.now, newId: randomUUID, rounds: fewRounds }
  const backup = new BackupService({
    profiles,
    keychain: failing,
    keyUses: new KeyUses({ activity, now: Date.now }),
    ...common,
  })
  const choices = [{ profileId: id, choice: { kind: 'replace' } }] as const
  await expect(backup.restore(file, passphrase, [...choices], agree, agree)).rejects.toThrow('The keychain fails.')
  await storing
  expect((await keychain.read(clientSecretAccount(id)))?.text()).toBe('new')
  expect((await keychain.read(proxyPasswordAccount(id)))?.text()).toBe('old')
})
