import { createPrivateKey, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import type { ImportedPart } from '#shared/credentials/import.ts'
import { keyAccount } from '../../keychain/keychain.ts'
import { OsKeychain } from '../../keychain/os-keychain.ts'
import { Secret } from '../../keychain/secret.ts'
import { Database } from '../../store/database.ts'
import { rounds } from '../../testing/rounds.ts'
import { sharedKeychain } from '../../testing/shared-keychain.ts'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'
import { withDestroyedKey } from '../lifecycle.ts'
import type { ImportTarget } from './material-import.ts'
import { MadeFiles } from './testing/made-files.ts'

// The keychain is the real one of the private session that the tests run in.

let files: MadeFiles
let services: TestServices
let keychain: OsKeychain
let profileId: string
const passphrase = 'open sesame'

beforeAll(async () => {
  files = await MadeFiles.create()
  await files.certificate('root', { isAuthority: true, days: 4000 })
  await files.certificate('middle', { issuer: 'root', isAuthority: true, days: 2000 })
  await files.certificate('leaf', { issuer: 'middle' })
  await files.certificate('other', { issuer: 'root' })
  await files.again('leaf', 'renewed', 'middle', 200)
  await files.again('leaf', 'renewed-again', 'middle', 201)
  await files.again('leaf', 'renewed-a-third-time', 'middle', 202)
  const parts = ['-inkey', 'leaf.key', '-in', 'leaf.pem', '-certfile', 'middle.pem']
  await files.openssl('pkcs12', '-export', ...parts, '-passout', `pass:${passphrase}`, '-out', 'leaf.p12')
  await files.openssl('crl2pkcs7', '-nocrl', '-certfile', 'middle.pem', '-certfile', 'root.pem', '-out', 'chain.p7b')
})
afterAll(() => files.remove())

beforeEach(async () => {
  services = await startTestServices()
  keychain = new OsKeychain({ database: new Database({ folder: services.folder }), startProcess: sharedKeychain })
  profileId = (await services.newProfile({ tokenUrl: 'https://auth.example.com/token' })).id
})
afterEach(() => services.end())

async function importFiles(names: readonly string[], typed?: string, target?: ImportTarget): Promise<ImportedPart[]> {
  const contents = await Promise.all(
    names.map(async (name) => ({
      name,
      bytes: await files.read(name),
      passphrase: typed === undefined ? undefined : Secret.fromText(typed),
    })),
  )
  return services.credentials.imports.import(contents, target ?? { profileId })
}

async function keyInKeychain(credentialId: string): Promise<Buffer | undefined> {
  return (await keychain.read(keyAccount(credentialId)))?.bytes()
}

async function leafKey(): Promise<Buffer> {
  return createPrivateKey(await files.read('leaf.key')).export({ type: 'pkcs8', format: 'der' })
}

const kinds = (parts: readonly ImportedPart[]): string[] => parts.map(({ kind }) => kind)

/** Returns what doesn't depend on the order of the parts: everything but ids and dates. */
function essence(credentials: readonly Credential[]): string[] {
  return credentials
    .map((credential) => {
      const certificate = 'certificate' in credential ? credential.certificate : undefined
      const chain = certificate?.chain ?? []
      return JSON.stringify([credential.state, credential.publicKeyFingerprint, certificate?.pem, ...chain])
    })
    .sort()
}

describe('a PKCS#12 file', () => {
  test('Import of PKCS#12: waits for its passphrase, keeps the other files, and can then sign', async () => {
    const first = await importFiles(['leaf.p12', 'other.pem', 'other.key'])
    expect(first).toMatchObject([
      { kind: 'created', subject: 'CN=other' },
      { kind: 'needs-passphrase', content: 0, name: 'leaf.p12', attempt: 'none' },
    ])
    expect(kinds(await importFiles(['leaf.p12'], 'wrong'))).toEqual(['needs-passphrase'])
    const [made] = await importFiles(['leaf.p12'], passphrase)
    if (made?.kind !== 'created') throw new Error('not created')
    expect(await keyInKeychain(made.credentialId)).toEqual(await leafKey())
    await services.credentials.activate(profileId, made.credentialId)
    expect(
      (await services.credentials.signingKeys.active(await services.profiles.get(profileId))).credential.certificate
        .chain,
    ).toHaveLength(1)
    expect(await importFiles(['chain.p7b'])).toMatchObject([
      { kind: 'chain-extended', subject: 'CN=root', credentials: 2 },
      { kind: 'already-there' },
    ])
    expect(
      (await services.credentials.signingKeys.active(await services.profiles.get(profileId))).credential.certificate
        .chain,
    ).toHaveLength(2)
  })

  test('Import of PKCS#12: leaves no private key in any file or in the response', async () => {
    const parts = await importFiles(['leaf.p12'], passphrase)
    const secrets = [
      (await leafKey()).subarray(100, 160),
      Buffer.from((await files.read('leaf.key')).toString().split('\n')[5] ?? ''),
    ]
    for (const name of ['clavis.db'])
      for (const secret of secrets)
        for (const text of [secret.toString('latin1'), secret.toString('base64').slice(4, 60)])
          expect((await readFile(join(services.folder, name), 'latin1')).includes(text), name).toBe(false)
    expect(JSON.stringify(parts)).not.toContain('PRIVATE')
  })
})

describe('a key that a credential has', () => {
  test('Import: restores a key in the keychain only if it is missing there', async () => {
    const [made] = await importFiles(['leaf.key'])
    if (made?.kind !== 'created') throw new Error('not created')
    expect(kinds(await importFiles(['leaf.key']))).toEqual(['already-there'])
    await keychain.remove(keyAccount(made.credentialId))
    expect(await importFiles(['leaf.key', 'leaf.pem'], undefined, {})).toMatchObject([
      { kind: 'imported', credentialId: made.credentialId },
      { kind: 'key-restored', credentialId: made.credentialId },
    ])
    expect(await keyInKeychain(made.credentialId)).toEqual(await leafKey())
  })

  test('Import: restores a deleted key and adds that to the history', async () => {
    const [made] = await importFiles(['leaf.key'])
    if (made?.kind !== 'created') throw new Error('not created')
    await services.credentials.retire(profileId, made.credentialId)
    await services.credentials.destroyKey(profileId, made.credentialId)
    expect(kinds(await importFiles(['leaf.key']))).toEqual(['key-restored'])
    expect((await services.credentials.list(profileId))[0]).not.toHaveProperty('keyDestroyedAt')
    expect((await services.profiles.get(profileId)).history.at(-1)).toMatchObject({ kind: 'key-restored' })
  })

  test('Import: replaces the wrong key in a credential’s keychain entry', async () => {
    const [made] = await importFiles(['leaf.key', 'leaf.pem'])
    if (made?.kind !== 'created') throw new Error('not created')
    await keychain.write(keyAccount(made.credentialId), Secret.fromText('not a key'))
    expect(kinds(await importFiles(['leaf.key']))).toEqual(['key-restored'])
    expect(await services.credentials.activate(profileId, made.credentialId)).toMatchObject({ state: 'active' })
  })

  test('Import: copies a key from a credential that still has it if that of another was deleted or lost', async () => {
    await importFiles(['leaf.key', 'leaf.pem'])
    const beside = (await importFiles(['renewed.pem']))[0]
    if (beside?.kind !== 'imported') throw new Error('not imported')
    // The newest of the key's credentials, which is first, loses its key.
    await services.credentials.retire(profileId, beside.credentialId)
    await services.profiles.changeCredentials(profileId, (current) =>
      current.map((each) =>
        each.id === beside.credentialId ? withDestroyedKey(each, new Date().toISOString()) : each,
      ),
    )
    await keychain.remove(keyAccount(beside.credentialId))
    const again = (await importFiles(['renewed-again.pem']))[0]
    if (again?.kind !== 'imported') throw new Error(JSON.stringify(again))
    expect(await keyInKeychain(again.credentialId)).toEqual(await leafKey())
    // One that is only missing is skipped, too.
    await keychain.remove(keyAccount(again.credentialId))
    const third = (await importFiles(['renewed-a-third-time.pem']))[0]
    if (third?.kind !== 'imported') throw new Error(JSON.stringify(third))
    expect(await keyInKeychain(third.credentialId)).toEqual(await leafKey())
  })

  test('Import: copies the key for a renewed certificate, and restores a lost one with it', async () => {
    const [made] = await importFiles(['leaf.key', 'leaf.pem'])
    if (made?.kind !== 'created') throw new Error('not created')
    await keychain.remove(keyAccount(made.credentialId))
    expect(await importFiles(['renewed.pem'])).toMatchObject([
      { kind: 'without-key', reason: expect.stringContaining('deleted') as string },
    ])
    const parts = await importFiles(['leaf.key'])
    expect(kinds(parts).sort()).toEqual(['imported', 'key-restored'])
    const credentials = await services.credentials.list(profileId)
    expect(credentials).toHaveLength(2)
    for (const { id } of credentials) expect(await keyInKeychain(id)).toEqual(await leafKey())
  })
})

test('Import: asks for a profile for a key without one and stores nothing; fails if the profile was removed', async () => {
  expect(kinds(await importFiles(['leaf.key', 'leaf.pem'], undefined, {}))).toEqual(['needs-profile'])
  expect(await services.credentials.list(profileId)).toEqual([])
  expect(kinds(await importFiles(['leaf.key']))).toEqual(['created'])
  await expect(importFiles(['other.key'], undefined, { profileId: randomUUID() })).rejects.toMatchObject({
    code: 'profile-not-found',
  })
})

test('Import: files in any order, split over any number of imports, end in the same credentials', async () => {
  const names = ['root.pem', 'chain.p7b', 'leaf.pem', 'leaf.key', 'leaf.p12', 'renewed.pem', 'other.pem', 'other.key']
  await importFiles(names, passphrase)
  const expected = essence(await services.credentials.list(profileId))
  expect(expected).toHaveLength(3)
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(names, { minLength: names.length }),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: names.length, maxLength: names.length }),
      async (order, sizes) => {
        const { id } = await services.newProfile({ tokenUrl: 'https://auth.example.com/token' })
        await services.credentials.destroySecretsOf(profileId)
        await services.profiles.remove(profileId)
        profileId = id
        const queue = [...order]
        for (const size of sizes) if (queue.length > 0) await importFiles(queue.splice(0, size), passphrase)
        expect(essence(await services.credentials.list(profileId))).toEqual(expected)
        for (const { id: credentialId } of await services.credentials.list(profileId))
          expect(await keyInKeychain(credentialId)).toBeDefined()
      },
    ),
    { numRuns: rounds(4, 40) },
  )
})

test('Import: stores many certificates in one change of the profiles', async () => {
  const ids = await Promise.all(
    [1, 2, 3].map(() => services.newProfile({ tokenUrl: 'https://auth.example.com/token' })),
  )
  expect(ids).toHaveLength(3)
  let changes = 0
  services.profiles.onChange(() => (changes += 1))
  await importFiles(['leaf.pem', 'leaf.key', 'renewed.pem', 'other.pem', 'other.key', 'chain.p7b'])
  expect(changes).toBe(1)
  expect(await services.credentials.list(profileId)).toHaveLength(3)
})
