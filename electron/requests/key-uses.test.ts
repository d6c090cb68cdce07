import { X509Certificate } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Profile } from '#shared/profiles/profile.ts'
import { activityEntrySchema, type ActivityEntry } from '#shared/requests/activity.ts'
import { prepareGround, type Ground } from '../diagnostics/testing/ground.ts'
import { keyAccount } from '../keychain/keychain.ts'
import { Secret } from '../keychain/secret.ts'
import { startInNewFolder, type RunningService } from '../practice/testing/running-service.ts'

let practice: RunningService
let ground: Ground
beforeAll(async () => {
  practice = await startInNewFolder({ records: 10 })
})
afterAll(() => practice[Symbol.asyncDispose]())
beforeEach(async () => {
  ground = await prepareGround(practice.portal)
})
afterEach(() => ground.end())

/** Returns the entries about keys, oldest first. */
function uses(profileId: string): ActivityEntry[] {
  return ground.services.activity
    .list({ profileId, limit: 1000 })
    .filter(({ kind }) => kind === 'key')
    .map((entry) => activityEntrySchema.parse(entry))
    .reverse()
}

const whats = (profileId: string): string[] => uses(profileId).map(({ what }) => what)

/** Creates a profile of the legacy flavor whose certificate the practice service knows. */
async function legacyProfile(): Promise<Profile> {
  const { portal, services } = ground
  const { tokenUrl, clientId } = await portal.tab('legacy')
  const profile = await services.newProfile({
    ...{ flavor: 'legacy', clientAuthentication: 'tls_client_auth', tokenUrl, clientId },
    certificateAuthorities: [await portal.authority()],
  })
  const { id } = await services.credentials.createKey(profile.id, 2048)
  const names = { organization: 'Acme', organizationalUnit: '', locality: '', state: '', country: '' }
  const subject = { commonName: 'acme', emailAddress: '', ...names }
  const { request } = await services.credentials.createRequest(profile.id, id, subject, [])
  const { certificate } = await portal.sign(request?.pem ?? '', 90)
  await services.credentials.imports.import([{ name: 'a.pem', bytes: Buffer.from(certificate) }])
  await portal.upload('legacy', [certificate])
  await services.credentials.activate(profile.id, id)
  return profile
}

test('Key uses: each use from the new key to the token is an entry with the key’s name and the duration', async () => {
  const { id } = await ground.workingProfile()
  await ground.services.tokens.get(id, { renew: true })
  await ground.services.tokens.get(id, { renew: true })
  const lines = uses(id)
  const recorded = lines.map(({ what }) => what)
  expect(recorded.filter((what) => what !== 'Key loaded')).toEqual([
    'New key stored',
    'CSR signed',
    'Assertion signed',
    'Assertion signed',
  ])
  expect(recorded).toContain('Key loaded')
  const [credential] = await ground.services.credentials.list(id)
  if (credential?.state !== 'active') throw new Error('not active')
  expect(lines[0]?.keyName).toBe(`public key ${credential.publicKeyFingerprint}`)
  expect(lines.at(-1)).toMatchObject({
    outcome: 'ok',
    profileName: (await ground.services.profiles.get(id)).profile.name,
    keyName: `SHA-1 ${new X509Certificate(credential.certificate.pem).fingerprint.replaceAll(':', '')}`,
  })
  for (const line of lines) expect(line.durationMs).toBeGreaterThan(0)
})

test('Key uses: mutual TLS uses the key once per connection, not per request', async () => {
  const { id } = await legacyProfile()
  for (let turn = 0; turn < 3; turn += 1) {
    await ground.services.tokens.get(id, { renew: true })
    // A request in the same moment would get a connection of its own, because the first is not back yet.
    await setImmediate()
  }
  expect(whats(id).filter((what) => what === 'Mutual TLS handshake')).toHaveLength(1)
  const line = uses(id).find(({ what }) => what === 'Mutual TLS handshake')
  expect(line).toMatchObject({ outcome: 'ok', keyName: expect.stringMatching(/^SHA-1 [0-9A-F]{40}$/u) as string })
})

test('Key uses: a key that can’t be read is a failed use with the error’s code', async () => {
  const { id } = await ground.workingProfile()
  const [credential] = await ground.services.credentials.list(id)
  await ground.services.keychain.remove(keyAccount(credential?.id ?? ''))
  // A change clears what was held in memory.
  await ground.change(id, { includeJti: true })
  await ground.services.tokens.get(id, { renew: true }).catch(() => undefined)
  expect(uses(id).at(-1)).toMatchObject({
    ...{ what: 'Key loaded', outcome: 'failed', errorCode: 'keychain-entry-missing' },
  })
})

test('Key uses: a backup, a restore and the deletion of a key are recorded', async () => {
  const { id, name } = await ground.workingProfile()
  const { backup, profiles, credentials } = ground.services
  const passphrase = Secret.fromText('sturdy violin crater moss')
  const { file } = await backup.create([id], passphrase, { leaveOutMissing: false })
  expect(whats(id).at(-1)).toBe('Key backed up')
  await credentials.destroySecretsOf(id)
  expect(whats(id).at(-1)).toBe('Key deleted')
  await profiles.remove(id)
  const choices = [{ profileId: id, choice: { kind: 'add' as const, name } }]
  const [restored] = await backup.restore(Buffer.from(file), passphrase, choices)
  expect(whats(restored?.profileId ?? '').at(-1)).toBe('Key restored from a backup')
})
