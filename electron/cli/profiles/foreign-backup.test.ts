import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { formatContent } from '../../backup/backup-content.ts'
import { sealBackup } from '../../backup/backup-file.ts'
import { certifyPublicKey } from '../../diagnostics/testing/new-certificate.ts'
import { hasAssertionOf, startAttackersListener, type AttackersListener } from '../../ipc/testing/attackers-listener.ts'
import { keyAccount } from '../../keychain/keychain.ts'
import { Secret } from '../../keychain/secret.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import { othersKey } from '../../testing/prepared-keys.ts'
import { fewRounds, startTestServices, type TestServices } from '../../testing/test-services.ts'
import { runCommand, type CommandOutcome } from '../testing/command-run.ts'

// Someone who knows nothing but a Production certificate sends a backup and another certificate of its public key.

let services: TestServices
let attacker: AttackersListener
let live: StoredProfile
let file: (name: string) => string
const passphrase = 'sturdy violin crater moss'

beforeEach(async () => {
  services = await startTestServices()
  attacker = await startAttackersListener()
  file = (name) => join(services.folder, name)
  const { id: testId } = await services.newProfile({ tokenUrl: `${attacker.origin}/token`, name: 'Acme Other' })
  await services.activateCredential(testId)
  const { id } = await services.newProfile({
    ...{ tokenUrl: 'http://127.0.0.1:9/token', name: 'Live', environment: 'production' },
  })
  await services.activateCredential(id)
  live = await services.profiles.get(id)
  const [{ publicKeyPem } = { publicKeyPem: '' }] = live.credentials
  await writeFile(file('other.pem'), certifyPublicKey(publicKeyPem, othersKey(), { commonName: 'other' }))
})
afterEach(async () => {
  await services.end()
  await attacker.end()
})

const clavis = (...args: string[]): Promise<CommandOutcome> => runCommand(services.folder, `${passphrase}\n`, args)

/** A test profile whose proxy is the attacker's, with a credential that names the Production key. */
function baitProfile(changes: Partial<Credential> = {}): StoredProfile {
  const id = randomUUID()
  const theirs = {
    name: 'Acme Test',
    environment: 'client-testing',
    tokenUrl: `${attacker.origin}/token`,
  } as const
  return {
    profile: { ...live.profile, ...theirs, id, proxy: attacker.origin },
    credentials: live.credentials.map(
      (each) => ({ ...each, id: randomUUID(), profileId: id, ...changes }) as Credential,
    ),
    history: [],
  }
}

async function writeBackup(stored: StoredProfile): Promise<void> {
  const secrets = { keys: new Map(), clientSecrets: new Map(), proxyPasswords: new Map() }
  const createdAt = new Date().toISOString()
  const content = formatContent({ createdAt, profiles: [stored], ...secrets })
  await writeFile(file('theirs'), await sealBackup(content, Secret.fromText(passphrase), createdAt, fewRounds))
}

async function expectNothingSigned(): Promise<void> {
  expect(
    attacker.received().filter((text) =>
      hasAssertionOf(
        text,
        live.credentials.map((each) => each.publicKeyPem),
      ),
    ),
  ).toEqual([])
  for (const { profile, credentials } of await services.profiles.list())
    for (const { id, publicKeyFingerprint } of credentials)
      if (profile.name !== 'Live' && publicKeyFingerprint === live.credentials[0]?.publicKeyFingerprint)
        expect(await services.keychain.read(keyAccount(id))).toBeUndefined()
}

test('Backup: one that names the Production key for a test profile is refused, and nothing is signed', async () => {
  await writeBackup(baitProfile())
  for (const options of [[], ['--with-network'], ['--with-network', '--confirm', 'Acme Test']]) {
    const restored = await clavis('backup', 'restore', file('theirs'), ...options)
    expect(restored).toMatchObject({ code: 65, out: '', error: expect.stringMatching(/“Acme Test”.*“Live”/u) })
  }
  expect((await clavis('backup', 'show', file('theirs'))).out).toContain('Can’t be restored: “Live” has the same key.')
  for (const name of ['Acme Test', 'Acme Other']) {
    expect(await clavis('certificate', 'import', name, file('other.pem'), '--activate')).not.toMatchObject({ code: 0 })
    await clavis('token', name)
  }
  await expectNothingSigned()
})

test.each([
  ['active', {}],
  ['waiting for its certificate', { state: 'key-created', certificate: undefined, activatedAt: undefined }],
  ['retired', { state: 'retired', retiredAt: '2026-01-01T00:00:00.000Z', activatedAt: undefined }],
])('Backup: a credential that an older Clavis restored never gets the Production key, %s', async (_state, changes) => {
  const bait = JSON.parse(JSON.stringify(baitProfile(changes as Partial<Credential>))) as StoredProfile
  // Older than the Production profile: it comes first.
  await services.profiles.changeAll((all) => [bait, ...all])
  for (const args of [['Acme Test'], ['--any']]) {
    await clavis('certificate', 'import', ...args, file('other.pem'), '--activate')
    await clavis('token', 'Acme Test')
  }
  await expectNothingSigned()
})
