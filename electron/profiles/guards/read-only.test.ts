import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Profile } from '#shared/profiles/profile.ts'
import { withoutAsking } from '../../confirmation.ts'
import { contentOfText } from '../../credentials/import/import-content.ts'
import { bundledImportWorker } from '../../credentials/import/testing/bundled-import-worker.ts'
import { KeyTraces } from '../../credentials/key-traces.ts'
import { removeProfile } from '../../credentials/profile-removal.ts'
import { keyAccount } from '../../keychain/keychain.ts'
import { Secret } from '../../keychain/secret.ts'
import { bundledWorker } from '../../records/testing/bundled-worker.ts'
import { createServices, type Services } from '../../services.ts'
import { sharedKeychain } from '../../testing/shared-keychain.ts'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'

// The services themselves, as a call would reach them that the window's guard does not know.

let made: TestServices
let services: Services
let production: Profile
let certificate: string

beforeEach(async () => {
  made = await startTestServices()
  production = await made.newProfile({
    ...{ name: 'Live', environment: 'production', tokenUrl: 'http://127.0.0.1:9/token' },
    apiBaseUrl: 'http://127.0.0.1:9/api',
  })
  certificate = await made.activateCredential(production.id)
  services = createServices({
    dataFolder: made.folder,
    recordStoreWorker: bundledWorker(),
    importWorker: bundledImportWorker(),
    startKeychain: sharedKeychain,
    resolveProxy: () => Promise.resolve(undefined),
    productionAccess: 'read-only',
  })
})
afterEach(async () => {
  await services.end()
  await made.end()
})

/** What the profile, the keychain and the traces of keys say of a credential. */
async function stateOf(credentialId: string): Promise<unknown> {
  const key = await made.keychain.read(keyAccount(credentialId))
  const traces = await new KeyTraces({ database: made.profiles.database, now: Date.now }).list()
  return [await made.profiles.get(production.id), key?.bytes().toString('base64'), traces]
}

const secret = (): Secret => Secret.fromText('sturdy violin crater moss')

describe('read-only Production', () => {
  test.each<[string, (id: string, credentialId: string) => Promise<unknown>]>([
    ['a token', (id) => services.tokens.get(id, { renew: true })],
    ['a connection test', (id) => services.client.testConnection(id)],
    ['a new key', (id) => services.credentials.createKey(id, 2048)],
    ['other settings', (id) => services.profiles.changeSettings(id, (each) => ({ ...each, kid: 'A' }), withoutAsking)],
    ['a client secret', (id) => services.credentials.clientSecrets.set(id, secret(), withoutAsking)],
    ['a proxy password', (id) => services.proxyPasswords.set(id, secret(), withoutAsking)],
    ['a backup', (id) => services.backup.create([id], secret(), { leaveOutMissing: true })],
    ['a retired credential', (id, credentialId) => services.credentials.retire(id, credentialId, withoutAsking)],
    ['a replacement', (id) => services.replacements.start(id, 2048)],
    ['a duplicate', (id) => services.profiles.duplicate(id, 'Copy')],
    ['a removal', (id) => removeProfile(services, id, { destroySecrets: true }, withoutAsking)],
  ])('Read-only Production: services refuse %s and change nothing', async (_what, use) => {
    const [{ id: credentialId } = { id: '' }] = await made.credentials.list(production.id)
    const before = await stateOf(credentialId)
    await expect(use(production.id, credentialId)).rejects.toMatchObject({ code: 'production-read-only' })
    expect(await stateOf(credentialId)).toEqual(before)
  })

  test.each(['tokenUrl', 'apiBaseUrl', 'reportsBaseUrl'])(
    'Practice profile: stays one with any %s',
    async (address) => {
      const {
        id: _id,
        practice: _practice,
        revision: _revision,
        createdAt: _created,
        updatedAt: _updated,
        ...settings
      } = production
      const practice = await services.profiles.create({ ...settings, name: 'Practice' }, { practice: true })
      const change = services.profiles.changeSettings(
        practice.id,
        (each) => ({ ...each, [address]: 'https://live.example.com' }),
        withoutAsking,
      )
      await expect(change).rejects.toMatchObject({ code: 'production-read-only' })
    },
  )

  test('Read-only Production: a Production key never gets into another profile', async () => {
    const other = await made.newProfile({ tokenUrl: 'http://127.0.0.1:9/token' })
    const again = contentOfText(certificate)
    await services.credentials.imports.import([again], { profileId: other.id }).catch(() => undefined)
    expect(await made.credentials.list(other.id)).toEqual([])
  })

  test('Read-only Production: expiry warnings continue and are added to the history', async () => {
    await services.expiry.check()
    expect((await made.profiles.get(production.id)).history.at(-1)).toMatchObject({ kind: 'warned' })
    expect((await services.expiry.overview()).certificates).toHaveLength(1)
  })

  test('Read-only Production: services with full access, such as the command line, can use the profile', async () => {
    expect((await made.credentials.createKey(production.id, 2048)).state).toBe('key-created')
    expect(await services.credentials.list(production.id)).toHaveLength(2)
  })
})
