import { createPrivateKey, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { KeySize } from '#shared/credentials/credential.ts'
import { isRemovalInterrupted } from '#shared/credentials/recovery-messages.ts'
import { ClavisError } from '#shared/errors.ts'
import { defaultProfileSettings, type Profile, type ProfileSettings } from '#shared/profiles/profile.ts'
import type { Confirmation } from '#shared/questions.ts'
import { withoutAsking, type Confirm } from '../../confirmation.ts'
import { credentialIdOf, keyAccount, type Keychain } from '../../keychain/keychain.ts'
import type { SystemKeychain } from '../../keychain/keytar-keychain.ts'
import { LinuxKeychain } from '../../keychain/linux-keychain.ts'
import { OsKeychain } from '../../keychain/os-keychain.ts'
import { Secret } from '../../keychain/secret.ts'
import { startPrivateSession, type PrivateSession } from '../../keychain/testing/private-session.ts'
import { forgetOwnKeys, noteOwnKey } from '../../profiles/store/credential-states.ts'
import { ProfileStore } from '../../profiles/store/profile-store.ts'
import { ActivityLog } from '../../requests/activity-log.ts'
import { KeyUses } from '../../requests/key-uses.ts'
import { Database } from '../../store/database.ts'
import { othersKey } from '../../testing/prepared-keys.ts'
import { sharedKeychain } from '../../testing/shared-keychain.ts'
import { CredentialService } from '../credential-service.ts'
import { contentOfText } from '../import/import-content.ts'
import { bundledImportWorker } from '../import/testing/bundled-import-worker.ts'
import { KeyTraces } from '../key-traces.ts'
import { removeProfile } from '../profile-removal.ts'
import { RecoveryService } from './recovery-service.ts'

const now = Date.now
const newId = randomUUID
const importWorker = bundledImportWorker()
const keySize = 1024 as KeySize
const keyUses = new KeyUses({ activity: new ActivityLog(), now })

let session: PrivateSession
beforeAll(async () => {
  session = await startPrivateSession('unlocked')
})
afterAll(async () => {
  await session.end()
})

let folder: string
let profiles: ProfileStore
let keychain: OsKeychain
let credentials: CredentialService
let recovery: RecoveryService
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-recovery-'))
  const database = new Database({ folder })
  profiles = new ProfileStore({ database, now, newId })
  keychain = new OsKeychain({ database, env: session.env, startProcess: sharedKeychain })
  credentials = new CredentialService({ profiles, keychain, keyUses, now, newId, importWorker })
  recovery = new RecoveryService({ profiles, keychain, keyUses, now })
})
afterEach(async () => {
  for (const { account } of await keychain.list()) await keychain.remove(account)
  await profiles.database.end()
  await rm(folder, { recursive: true, force: true })
})

function newProfile(settings: Partial<ProfileSettings> = {}): Promise<Profile> {
  const usual = { ...defaultProfileSettings('jwt'), clientId: 'acme', tokenUrl: 'https://auth.example.com/token' }
  const own = { name: `Profile ${newId()}`, environment: 'client-testing' as const, ...settings }
  return profiles.create({ ...usual, ...own }, { practice: false })
}

function privateKey(): { pem: string; der: Buffer } {
  const key = createPrivateKey(othersKey())
  return {
    pem: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    der: key.export({ type: 'pkcs8', format: 'der' }),
  }
}

/** Puts a key into the keychain that nothing names. */
async function orphanedKey(): Promise<string> {
  const keyId = newId()
  await keychain.write(keyAccount(keyId), Secret.fromBytes(privateKey().der))
  return keyId
}

function asking(questions: Confirmation[]): Confirm {
  return (question) => {
    questions.push(question)
    return Promise.resolve()
  }
}

const refusing: Confirm = () => Promise.reject(new ClavisError('not-confirmed', 'You cancelled.'))

async function statesOf(...keyIds: readonly string[]): Promise<(string | undefined)[]> {
  const keys = await recovery.list()
  return keyIds.map((keyId) => keys.find((key) => key.keyId === keyId)?.state)
}

describe('keys', () => {
  test('RecoveryService: lists an unassigned key and attaches it as a credential that can request a certificate', async () => {
    const profile = await newProfile()
    const keyId = await orphanedKey()
    expect(await recovery.list()).toEqual([{ keyId, state: 'unassigned' }])
    const attached = await recovery.attach(keyId, profile.id, withoutAsking)
    expect(attached).toMatchObject({ id: keyId, state: 'key-created', keySize: 2048 })
    expect(await statesOf(keyId)).toEqual(['assigned'])
    const subject = { commonName: 'acme', organization: '', organizationalUnit: '', locality: '', state: '' }
    await credentials.createRequest(profile.id, keyId, { ...subject, country: '', emailAddress: '' }, [])
  })

  test('RecoveryService: attaches and deletes a key only if the person agrees, in any environment', async () => {
    const keyId = await orphanedKey()
    for (const environment of ['production', 'client-testing'] as const) {
      const { id } = await newProfile({ environment })
      await expect(recovery.attach(keyId, id, refusing)).rejects.toMatchObject({ code: 'not-confirmed' })
    }
    await expect(recovery.delete(keyId, refusing)).rejects.toMatchObject({ code: 'not-confirmed' })
    expect(await statesOf(keyId)).toEqual(['unassigned'])
    const questions: Confirmation[] = []
    await recovery.delete(keyId, asking(questions))
    expect(questions).toMatchObject([{ names: [keyId], action: 'Delete key' }])
    expect(await recovery.list()).toEqual([])
  })

  test('RecoveryService: refuses to delete or attach a key that a profile has', async () => {
    const profile = await newProfile()
    const { id } = await credentials.createKey(profile.id, keySize)
    await expect(recovery.delete(id, withoutAsking)).rejects.toMatchObject({ code: 'credential-state-wrong' })
    await expect(recovery.attach(id, profile.id, withoutAsking)).rejects.toMatchObject({
      code: 'credential-state-wrong',
    })
  })

  test('RecoveryService: attaches a key that a backup named for another profile without bringing it', async () => {
    const [live, bait] = [await newProfile(), await newProfile({ name: 'Bait' })]
    const { id: keyId } = await credentials.createKey(live.id, keySize)
    const [credential] = await credentials.list(live.id)
    if (credential === undefined) throw new Error('no credential')
    await credentials.remove(live.id, keyId, false)
    const named = { ...credential, id: newId(), profileId: bait.id }
    await profiles.changeCredentials(bait.id, () => [named])
    await profiles.database.change(({ sql }) => noteOwnKey(sql, bait.id, named.publicKeyFingerprint))
    await expect(recovery.attach(keyId, live.id, withoutAsking)).rejects.toMatchObject({
      message: '“Bait” already has a credential with this key.',
    })
    await profiles.database.change(({ sql }) => forgetOwnKeys(sql, bait.id))
    expect(await recovery.attach(keyId, live.id, withoutAsking)).toMatchObject({ id: keyId, profileId: live.id })
  })

  test('RecoveryService: names the former profile of a key that stayed when its credential or profile was removed', async () => {
    const profile = await newProfile({ name: 'Acme' })
    const one = await credentials.createKey(profile.id, keySize)
    const other = await credentials.createKey(profile.id, keySize)
    await credentials.remove(profile.id, one.id, false)
    await removeProfile({ profiles, credentials }, profile.id, { destroySecrets: false }, withoutAsking)
    const origin = { profileId: profile.id, profileName: 'Acme', purpose: 'keep' }
    const keys = await recovery.list()
    for (const { id } of [one, other])
      expect(keys).toContainEqual(
        expect.objectContaining({ keyId: id, state: 'unassigned', origin: expect.objectContaining(origin) as object }),
      )
    expect(await recovery.leftBehind()).toBe(0)
  })

  test('RecoveryService: lists a key without a manifest as unreadable and can delete it', async () => {
    const keyId = newId()
    await entriesOf(session).set(`${keyAccount(keyId)}/a1`, 'AAAA')
    expect(await statesOf(keyId)).toEqual(['unreadable'])
    await expect(recovery.attach(keyId, (await newProfile()).id, withoutAsking)).rejects.toMatchObject({
      code: 'credential-state-wrong',
    })
    await recovery.delete(keyId, withoutAsking)
    expect(await recovery.list()).toEqual([])
  })
})

test('RecoveryService: lists a missing key with its profile', async () => {
  const profile = await newProfile({ name: 'Acme' })
  const { id } = await credentials.createKey(profile.id, keySize)
  await keychain.remove(keyAccount(id))
  expect(await recovery.list()).toMatchObject([{ keyId: id, state: 'missing', profile: { name: 'Acme' } }])
})

test('RecoveryService: lists a key that was imported while it was being deleted, and its credential gets it back', async () => {
  const profile = await newProfile()
  const { pem } = privateKey()
  const [part] = await credentials.imports.import([contentOfText(pem)], { profileId: profile.id })
  const id = part !== undefined && 'credentialId' in part ? part.credentialId : ''
  await credentials.retire(profile.id, id)
  const key = await keychain.read(keyAccount(id))
  const racing = withChanges(keychain, {
    remove: async (account, within) => {
      await keychain.remove(account, within)
      if (key !== undefined) await keychain.write(account, key, within)
    },
  })
  const destroying = new CredentialService({ profiles, keychain: racing, keyUses, now, newId, importWorker })
  await destroying.destroyKey(profile.id, id)
  expect(await statesOf(id)).toEqual(['marked-deleted'])
  const attached = await recovery.attach(id, profile.id, withoutAsking)
  expect(attached).not.toHaveProperty('keyDestroyedAt')
  expect(await statesOf(id)).toEqual(['assigned'])
})

test('RecoveryService: a removal of secrets that fails midway says which keys are deleted, and these are listed', async () => {
  const profile = await newProfile()
  const keys = [await credentials.createKey(profile.id, keySize), await credentials.createKey(profile.id, keySize)]
  let removals = 0
  const failing = withChanges(keychain, {
    remove: (account, within) => {
      if (credentialIdOf(account) !== undefined) removals += 1
      return removals === 2
        ? Promise.reject(new ClavisError('keychain-unavailable', 'The keychain stopped while in use.'))
        : keychain.remove(account, within)
    },
  })
  const service = new CredentialService({ profiles, keychain: failing, keyUses, now, newId, importWorker })
  const removal = removeProfile({ profiles, credentials: service }, profile.id, { destroySecrets: true }, withoutAsking)
  // The newest credential comes first.
  await expect(removal).rejects.toMatchObject({
    code: 'keychain-unavailable',
    message: expect.stringMatching(/One key was deleted before that/u) as string,
    details: { deleted: [keys[1]?.id] },
  })
  expect(await recovery.leftBehind()).toBe(2)
  for (let time = 0; time < 2; time += 1) {
    expect(await statesOf(keys[0]?.id ?? '', keys[1]?.id ?? '')).toEqual(['assigned', 'missing'])
    expect((await recovery.list()).filter(isRemovalInterrupted)).toMatchObject([{ keyId: keys[1]?.id }])
  }
  await removeProfile({ profiles, credentials }, profile.id, { destroySecrets: true }, withoutAsking)
  expect(await recovery.list()).toEqual([])
  expect(await recovery.leftBehind()).toBe(0)
})

function withChanges(own: Keychain, changes: Partial<Keychain>): Keychain {
  return {
    read: (account) => own.read(account),
    write: (account, secret, within) => own.write(account, secret, within),
    replace: (account, secret, within) => own.replace(account, secret, within),
    remove: (account, within) => own.remove(account, within),
    has: (account) => own.has(account),
    list: () => own.list(),
    describe: () => own.describe(),
    ...changes,
  }
}

/** An operation during which one access to the keychain fails. */
interface Work {
  readonly name: string
  readonly prepare: (profileId: string) => Promise<string>
  readonly run: (service: CredentialService, profileId: string, credentialId: string) => Promise<unknown>
}

const imported = privateKey().pem

async function credentialOf(contents: string, profileId: string): Promise<string> {
  await credentials.imports.import([contentOfText(contents)], { profileId })
  return (await credentials.list(profileId))[0]?.id ?? ''
}

async function retiredKey(profileId: string): Promise<string> {
  const { id } = await credentials.createKey(profileId, keySize)
  await credentials.retire(profileId, id)
  return id
}

const works: readonly Work[] = [
  { name: 'creating a key', prepare: () => Promise.resolve(''), run: (service, id) => service.createKey(id, keySize) },
  {
    name: 'importing a key',
    prepare: () => Promise.resolve(''),
    run: (service, profileId) => service.imports.import([contentOfText(imported)], { profileId }),
  },
  {
    name: 'importing a key that was destroyed',
    prepare: async (profileId) => {
      const id = await credentialOf(imported, profileId)
      await credentials.retire(profileId, id)
      await credentials.destroyKey(profileId, id)
      return id
    },
    run: (service, profileId) => service.imports.import([contentOfText(imported)], { profileId }),
  },
  { name: 'destroying a key', prepare: retiredKey, run: (service, profileId, id) => service.destroyKey(profileId, id) },
  {
    name: 'removing a credential with its key',
    prepare: retiredKey,
    run: (service, profileId, id) => service.remove(profileId, id, true),
  },
  {
    name: 'removing a profile with its secrets',
    prepare: async (profileId) => {
      await credentials.clientSecrets.set(profileId, Secret.fromText('secret'))
      return retiredKey(profileId)
    },
    run: (service, profileId) =>
      removeProfile({ profiles, credentials: service }, profileId, { destroySecrets: true }, withoutAsking),
  },
]

/** The keychain's entries, past Clavis. */
function entriesOf({ env }: PrivateSession): LinuxKeychain {
  return new LinuxKeychain({ env, limitMs: 60_000, start: sharedKeychain })
}

/** Entries of which the nth access happens and fails all the same, and those after it too if `onwards`. */
function failingEntries(nth: number, onwards: boolean): { system: SystemKeychain; hasFailed: () => boolean } {
  const own = entriesOf(session)
  let accesses = 0
  const access = async <T>(work: () => Promise<T>): Promise<T> => {
    accesses += 1
    const fails = accesses === nth || (onwards && accesses > nth)
    // The first failing access has taken effect; after that the keychain does nothing.
    if (!fails || accesses === nth) {
      const result = await work()
      if (!fails) return result
    }
    throw new ClavisError('keychain-unavailable', 'The keychain stopped while in use.')
  }
  return {
    system: {
      name: own.name,
      check: () => own.check(),
      get: (account) => access(() => own.get(account)),
      set: (account, text) => access(() => own.set(account, text)),
      remove: (account) => access(() => own.remove(account)),
      entries: () => own.entries(),
    },
    hasFailed: () => accesses >= nth,
  }
}

describe.each([
  ['once', false],
  ['from then on', true],
])('a keychain that fails at any entry, %s', (_, onwards) => {
  test.each(works)('RecoveryService: $name loses nothing, and leftovers are listed', async ({ prepare, run }) => {
    for (let nth = 1; ; nth += 1) {
      const { id: profileId } = await newProfile()
      const credentialId = await prepare(profileId)
      const failing = failingEntries(nth, onwards)
      const own = new OsKeychain({ database: profiles.database, env: session.env, system: failing.system })
      const service = new CredentialService({ profiles, keychain: own, keyUses, now, newId, importWorker })
      const error = await run(service, profileId, credentialId).then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      if (!failing.hasFailed()) break
      if (error !== undefined) expect(error).toMatchObject({ code: expect.stringMatching(/^keychain-/u) as string })
      await expectAllListed()
      await forget()
    }
  })
})

/** Every key in the keychain has a profile or a trace, and every missing one was being deleted. */
async function expectAllListed(): Promise<void> {
  const traces = await new KeyTraces({ database: profiles.database, now }).list()
  for (const { keyId, state, origin } of await recovery.list()) {
    if (state === 'assigned') continue
    if (state !== 'missing') expect({ keyId, state, origin }).toHaveProperty('origin.purpose')
    else expect(traces).toContainEqual(expect.objectContaining({ keyId, purpose: 'delete' }))
  }
}

async function forget(): Promise<void> {
  for (const { profile } of await profiles.list())
    await credentials.destroySecretsOf(profile.id, (within) => profiles.remove(profile.id, within))
  for (const { keyId } of await recovery.list()) await recovery.delete(keyId, withoutAsking)
}
