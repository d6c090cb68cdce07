import { execFile } from 'node:child_process'
import { createPrivateKey, randomUUID, sign, verify } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import type { ImportedPart } from '#shared/credentials/import.ts'
import { ClavisError } from '#shared/errors.ts'
import { isReached } from '#shared/expiry/warning-thresholds.ts'
import { defaultProfileSettings, settingsOf } from '#shared/profiles/profile.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { emptyNoticeState } from '../expiry/notice-store.ts'
import { watchedCertificates } from '../expiry/watched-certificates.ts'
import type { Keychain } from '../keychain/keychain.ts'
import { OsKeychain } from '../keychain/os-keychain.ts'
import { Secret } from '../keychain/secret.ts'
import { ProfileStore } from '../profiles/store/profile-store.ts'
import { ActivityLog } from '../requests/activity-log.ts'
import { KeyUses } from '../requests/key-uses.ts'
import { Database } from '../store/database.ts'
import { preparedKeyPair } from '../testing/prepared-keys.ts'
import { sharedKeychain } from '../testing/shared-keychain.ts'
import { CredentialService } from './credential-service.ts'
import { contentOfText } from './import/import-content.ts'
import type { ImportTarget } from './import/material-import.ts'
import { bundledImportWorker } from './import/testing/bundled-import-worker.ts'
import { createKeyPair } from './key-pair.ts'

// The keychain is the real one of the private session that the tests run in.

const importWorker = bundledImportWorker()
const run = promisify(execFile)
const subject = {
  commonName: 'Acme Zahlungen',
  organization: 'Müller & Söhne, GmbH',
  organizationalUnit: '支払い',
  locality: 'München',
  state: 'Bayern',
  country: 'DE',
  emailAddress: 'pay@example.com',
}

let folder: string
let keychain: Keychain
let activity: ActivityLog
let keyUses: KeyUses
let profiles: ProfileStore
let credentials: CredentialService
let profileId: string
/** How far the services' clock is ahead of the machine's, milliseconds. */
let ahead: number
const now = (): number => Date.now() + ahead

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-credentials-'))
  ahead = 0
  const database = new Database({ folder })
  keychain = new OsKeychain({ database, startProcess: sharedKeychain })
  activity = new ActivityLog()
  keyUses = new KeyUses({ activity, now })
  profiles = new ProfileStore({ database, now, newId: randomUUID })
  credentials = new CredentialService({
    ...{ profiles, keychain, keyUses, now, newId: randomUUID, importWorker },
    newKeyPair: preparedKeyPair,
  })
  profileId = await newProfile('Acme')
})

afterEach(async () => {
  for (const { profile } of await profiles.list()) await credentials.destroySecretsOf(profile.id)
  // While it is watched, a deleted profiles file is restored from its copy.
  await profiles.database.end()
  await rm(folder, { recursive: true, force: true })
})

async function newProfile(name: string): Promise<string> {
  const { id } = await profiles.create(
    {
      ...defaultProfileSettings('jwt'),
      name,
      environment: 'client-testing',
      clientId: 'acme-1',
      tokenUrl: 'https://auth.example.com/token',
    },
    { practice: false },
  )
  return id
}

const openssl = async (...args: string[]): Promise<string> => (await run('openssl', args, { cwd: folder })).stdout

/** A certificate authority of OpenSSL’s own making. */
async function makeAuthority(): Promise<string> {
  await writeFile(join(folder, 'ca.key'), inject('preparedAuthority').keyPem)
  const request = ['req', '-x509', '-key', 'ca.key', '-nodes', '-days', '3650', '-subj', '/CN=Test CA/O=Judges']
  await openssl(...request, '-out', 'ca.pem')
  return readFile(join(folder, 'ca.pem'), 'utf8')
}

async function signRequest(pem: string, ...more: string[]): Promise<string> {
  await writeFile(join(folder, 'request.csr'), pem)
  const args = ['x509', '-req', '-in', 'request.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-copy_extensions', 'copy']
  return openssl(...args, ...(more.length === 0 ? ['-days', '100'] : more))
}

function importContents(contents: readonly (string | Buffer)[], target?: ImportTarget): Promise<ImportedPart[]> {
  return credentials.imports.import(
    contents.map((content) => ({ name: '', bytes: Buffer.from(content as string) })),
    target,
  )
}

async function withRequest(id = profileId): Promise<Credential & { request: { pem: string } }> {
  const { id: credentialId } = await credentials.createKey(id, 2048)
  const credential = await credentials.createRequest(id, credentialId, subject, [])
  if (credential.request === undefined) throw new Error('no CSR')
  return { ...credential, request: credential.request }
}

async function withActive(): Promise<Credential> {
  const { id, request } = await withRequest()
  await importContents([await signRequest(request.pem)])
  return credentials.activate(profileId, id)
}

describe('a key', () => {
  test.each([2048, 3072, 4096] as const)('CredentialService: createKey stores a key of %d bits', async (keySize) => {
    const created = await credentials.createKey(profileId, keySize)
    expect(created).toMatchObject({ state: 'key-created', keySize, profileId })
    const secret = await keychain.read(`key/${created.id}`)
    if (secret === undefined) throw new Error('not in the keychain')
    const key = createPrivateKey({ key: secret.bytes(), format: 'der', type: 'pkcs8' })
    expect(verify('sha256', Buffer.from('x'), created.publicKeyPem, sign('sha256', Buffer.from('x'), key))).toBe(true)
    expect(await readFile(join(folder, 'clavis.db'), 'latin1')).not.toContain('PRIVATE')
  })

  test('CredentialService: createKey refuses the ID of an existing credential', async () => {
    const { id } = await credentials.createKey(profileId, 2048)
    const before = (await keychain.read(`key/${id}`))?.text()
    await expect(credentials.createKey(profileId, 2048, id)).rejects.toMatchObject({ code: 'credential-state-wrong' })
    expect((await keychain.read(`key/${id}`))?.text()).toBe(before)
    expect(await credentials.list(profileId)).toHaveLength(1)
  })

  test('CredentialService: createKey leaves nothing in the keychain if the credential cannot be stored', async () => {
    const id = randomUUID()
    const service = new CredentialService({
      ...{ profiles, keychain, keyUses, now, newId: () => id, importWorker },
      newKeyPair: async (keySize) => {
        await profiles.remove(profileId)
        return createKeyPair(keySize)
      },
    })
    await expect(service.createKey(profileId, 2048)).rejects.toMatchObject({ code: 'profile-not-found' })
    expect(await keychain.read(`key/${id}`)).toBeUndefined()
  })
})

describe('a key that the keychain stores although it reports a failure', () => {
  test.each([
    ['one that is made', (service: CredentialService) => service.createKey(profileId, 2048)],
    [
      'one that is imported',
      async (service: CredentialService) =>
        service.imports.import(
          [contentOfText((await createKeyPair(2048)).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())],
          { profileId },
        ),
    ],
  ])('Keys: none without a credential is left behind: %s', async (_which, work) => {
    const stored: string[] = []
    const late: Keychain = {
      read: (account) => keychain.read(account),
      write: async (account, secret, within) => {
        await keychain.write(account, secret, within)
        stored.push(account)
        throw new ClavisError('keychain-locked', 'The keychain did not respond in time.')
      },
      replace: (account, secret, within) => keychain.replace(account, secret, within),
      remove: (account, within) => keychain.remove(account, within),
      has: (account) => keychain.has(account),
      list: () => keychain.list(),
      describe: () => keychain.describe(),
    }
    const service = new CredentialService({ profiles, keychain: late, keyUses, now, newId: randomUUID, importWorker })
    await expect(work(service)).rejects.toMatchObject({ code: 'keychain-locked' })
    expect(stored).toHaveLength(1)
    expect(await keychain.read(stored[0] ?? '')).toBeUndefined()
    expect(await credentials.list(profileId)).toEqual([])
  })
})

describe('a CSR', () => {
  test('CredentialService: a CSR is verified by openssl, with every part of the subject and every name', async () => {
    const { id } = await credentials.createKey(profileId, 3072)
    const { request } = await credentials.createRequest(profileId, id, subject, [
      { type: 'dns', value: '*.pay.example.com' },
      { type: 'ip', value: '192.0.2.1' },
      { type: 'ip', value: '2001:db8::1' },
      { type: 'email', value: 'pay@example.com' },
      { type: 'uri', value: 'https://example.com/ä' },
    ])
    await writeFile(join(folder, 'request.csr'), request?.pem ?? '')
    const { stdout, stderr } = await run(
      'openssl',
      ['req', '-verify', '-noout', '-text', '-nameopt', 'RFC2253,-esc_msb', '-in', 'request.csr'],
      { cwd: folder },
    )
    expect(stdout + stderr).toMatch(/verify OK/u)
    expect(stdout).toContain('Public-Key: (3072 bit)')
    expect(stdout).toContain('sha256WithRSAEncryption')
    for (const part of [
      'C=DE',
      'ST=Bayern',
      'L=München',
      'O=Müller & Söhne\\, GmbH',
      'OU=支払い',
      'CN=Acme Zahlungen',
      'emailAddress=pay@example.com',
    ])
      expect(stdout).toContain(part)
    for (const name of [
      'DNS:*.pay.example.com',
      'IP Address:192.0.2.1',
      'IP Address:2001:DB8:0:0:0:0:0:1',
      'email:pay@example.com',
      'URI:https://example.com/%C3%A4',
    ])
      expect(stdout).toContain(name)
  })

  test('CredentialService: a CSR is verified by certtool, and has only a common name if nothing else is given', async () => {
    const { id } = await credentials.createKey(profileId, 2048)
    const empty = { organization: '', organizationalUnit: '', locality: '', state: '', country: '', emailAddress: '' }
    const { request } = await credentials.createRequest(profileId, id, { commonName: 'acme', ...empty }, [])
    await writeFile(join(folder, 'request.csr'), request?.pem ?? '')
    const { stdout } = await run('certtool', ['--crq-info', '--infile', join(folder, 'request.csr')])
    expect(stdout).toContain('Subject: CN=acme\n')
    expect(stdout).toContain('Self signature: verified')
  })

  test('CredentialService: a CSR that is created again is no longer marked as exported', async () => {
    const { id } = await withRequest()
    expect((await credentials.markRequestExported(profileId, id)).state).toBe('csr-exported')
    expect((await credentials.createRequest(profileId, id, subject, [])).state).toBe('key-created')
    const other = await credentials.createKey(profileId, 2048)
    await expect(credentials.markRequestExported(profileId, other.id)).rejects.toMatchObject({
      code: 'credential-state-wrong',
    })
  })
})

describe('a certificate', () => {
  test('CredentialService: importing a certificate finds its key in any profile and keeps the chain', async () => {
    const authority = await makeAuthority()
    await withRequest(await newProfile('Other'))
    const { id, request } = await withRequest()
    const leaf = await signRequest(request.pem)
    const results = await importContents([`Dear Acme,\n${authority}and yours:\n${leaf}Yours, CA`])
    expect(results).toMatchObject([{ kind: 'imported', profileId, credentialId: id }])
    const [credential] = await credentials.list(profileId)
    expect(credential).toMatchObject({ state: 'certificate-imported' })
    if (credential?.state !== 'certificate-imported') throw new Error('not imported')
    expect(credential.certificate.issuer).toBe('CN=Test CA, O=Judges')
    expect(credential.certificate.signatureAlgorithm).toBe('sha256WithRSAEncryption')
    expect(credential.certificate.chain).toHaveLength(1)
    await writeFile(join(folder, 'leaf.pem'), leaf)
    const hex = async (digest: string): Promise<string> =>
      (await openssl('x509', '-in', 'leaf.pem', '-noout', '-fingerprint', digest))
        .trim()
        .replace(/^.*=/u, '')
        .replaceAll(':', '')
    expect(credential.certificate.thumbprint.sha1).toBe(await hex('-sha1'))
    expect(credential.certificate.thumbprint.sha256).toBe(await hex('-sha256'))
    expect(await importContents([leaf])).toMatchObject([{ kind: 'already-there', credentialId: id }])
  })

  test('CredentialService: imports a certificate in DER', async () => {
    await makeAuthority()
    const { request } = await withRequest()
    await writeFile(join(folder, 'leaf.pem'), await signRequest(request.pem))
    await openssl('x509', '-in', 'leaf.pem', '-outform', 'DER', '-out', 'leaf.der')
    const results = await importContents([await readFile(join(folder, 'leaf.der'))])
    expect(results).toMatchObject([{ kind: 'imported' }])
  })

  test('CredentialService: says that an imported certificate has no key here', async () => {
    const authority = await makeAuthority()
    expect(await importContents([authority])).toMatchObject([{ kind: 'issuer-saved' }])
    await openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=stranger', '-keyout', 'x.key', '-out', 'x.csr')
    const stranger = await signRequest(await readFile(join(folder, 'x.csr'), 'utf8'))
    expect(await importContents([stranger])).toMatchObject([
      { kind: 'without-key', subject: 'CN=stranger', reason: expect.stringContaining('No credential') },
    ])
  })

  test('CredentialService: names the other profile of a certificate if only one profile is to import it', async () => {
    await makeAuthority()
    const { request } = await withRequest()
    const other = await newProfile('Other')
    const results = await importContents([await signRequest(request.pem)], { profileId: other, isThereOnly: true })
    expect(results).toMatchObject([{ kind: 'without-key', reason: expect.stringContaining('“Acme”') }])
  })

  test('CredentialService: refuses an unreadable certificate and imports the others', async () => {
    await makeAuthority()
    const { request } = await withRequest()
    expect(await importContents(['hello', await signRequest(request.pem)])).toMatchObject([
      { kind: 'imported' },
      { kind: 'refused', content: 0, reason: expect.stringContaining('no certificate') },
    ])
  })

  test('CredentialService: imports an expired or not yet valid certificate with a warning, and refuses to activate it', async () => {
    await makeAuthority()
    const { id, request } = await withRequest()
    const leaf = await signRequest(request.pem, '-days', '10')
    ahead += 20 * dayMs
    const [result] = await importContents([leaf])
    expect(result).toMatchObject({ kind: 'imported', warning: expect.stringContaining('expired') })
    await expect(credentials.activate(profileId, id)).rejects.toMatchObject({ code: 'certificate-expired' })
    ahead -= 40 * dayMs
    await expect(credentials.activate(profileId, id)).rejects.toMatchObject({ code: 'certificate-not-yet-valid' })
  })

  test('CredentialService: adds a renewed certificate for a key in use next to the active one, and can activate it', async () => {
    await makeAuthority()
    const { id } = await withActive()
    const before = (await credentials.list(profileId))[0]
    const renewed = await signRequest(before?.request?.pem ?? '', '-days', '300')
    const [result] = await importContents([renewed])
    expect(result).toMatchObject({ kind: 'imported', warning: expect.stringContaining('separate credential') })
    expect((await credentials.signingKeys.active(await profiles.get(profileId))).credential.id).toBe(id)
    if (result?.kind !== 'imported') throw new Error('not imported')
    await credentials.activate(profileId, result.credentialId)
    const signing = await credentials.signingKeys.active(await profiles.get(profileId))
    expect(signing.credential.id).toBe(result.credentialId)
    expect((await credentials.list(profileId)).find((each) => each.id === id)?.state).toBe('certificate-imported')
  })
})

describe('the signing key', () => {
  test('SigningKeys: the kid is the SHA-1 thumbprint until the portal’s text is known, which is sent unchanged', async () => {
    await makeAuthority()
    const active = await withActive()
    if (active.state !== 'active') throw new Error('not active')
    const { thumbprint } = active.certificate
    expect((await credentials.signingKeys.active(await profiles.get(profileId))).kid).toBe(thumbprint.sha1)
    const pasted = (thumbprint.sha1.toLowerCase().match(/../gu) ?? []).join(':')
    expect(await credentials.thumbprints.match(profileId, pasted)).toEqual({
      kind: 'match',
      credentialId: active.id,
      encoding: 'sha1-hex',
    })
    const { profile: own } = await profiles.get(profileId)
    const other = await profiles.create({ ...settingsOf(own), name: 'Another' }, { practice: false })
    expect(await credentials.thumbprints.match(other.id, pasted)).toMatchObject({ kind: 'elsewhere', profileId })
    const before = (await profiles.get(profileId)).profile.clientId
    await expect(
      credentials.thumbprints.confirm(profileId, active.id, pasted, 'ClientId acme-portal'),
    ).rejects.toMatchObject({ code: 'input-invalid' })
    expect((await profiles.get(profileId)).profile.clientId).toBe(before)
    await credentials.thumbprints.confirm(profileId, active.id, `\u200ESHA1 Fingerprint=${pasted}\n`, ' acme-portal ')
    expect((await credentials.signingKeys.active(await profiles.get(profileId))).kid).toBe(pasted)
    expect((await profiles.get(profileId)).profile.clientId).toBe('acme-portal')
    await profiles.changeSettings(profileId, (settings) => ({ ...settings, kid: 'by hand' }))
    expect((await credentials.signingKeys.active(await profiles.get(profileId))).kid).toBe('by hand')
  })

  test('SigningKeys: refuses to sign without an active credential or if its key is no longer in the keychain', async () => {
    await expect(credentials.signingKeys.active(await profiles.get(profileId))).rejects.toMatchObject({
      code: 'no-active-credential',
    })
    await makeAuthority()
    const { id } = await withActive()
    await keychain.remove(`key/${id}`)
    const restarted = new CredentialService({ profiles, keychain, keyUses, now, newId: randomUUID, importWorker })
    await expect(restarted.signingKeys.active(await profiles.get(profileId))).rejects.toMatchObject({
      code: 'keychain-entry-missing',
    })
  })

  test('SigningKeys: refuses to sign if the keychain holds a different key', async () => {
    await makeAuthority()
    const { id } = await withActive()
    const other = await credentials.createKey(profileId, 2048)
    const stranger = await keychain.read(`key/${other.id}`)
    if (stranger === undefined) throw new Error('not in the keychain')
    await keychain.write(`key/${id}`, stranger)
    const restarted = new CredentialService({ profiles, keychain, keyUses, now, newId: randomUUID, importWorker })
    await expect(restarted.signingKeys.active(await profiles.get(profileId))).rejects.toMatchObject({
      code: 'keychain-entry-damaged',
    })
  })

  test('PortalThumbprints: refuses to confirm the thumbprint of another certificate', async () => {
    await makeAuthority()
    const { id } = await withActive()
    await expect(credentials.thumbprints.confirm(profileId, id, 'A'.repeat(40))).rejects.toMatchObject({
      code: 'input-invalid',
    })
    expect(await credentials.thumbprints.match(profileId, 'A'.repeat(40))).toEqual({ kind: 'none' })
  })
})

describe('retiring and removing', () => {
  test('CredentialService: removes an active credential only after it is retired, and its key only on request', async () => {
    await makeAuthority()
    const { id } = await withActive()
    await expect(credentials.remove(profileId, id, true)).rejects.toMatchObject({ code: 'credential-state-wrong' })
    expect((await credentials.retire(profileId, id)).state).toBe('retired')
    await expect(credentials.activate(profileId, id)).rejects.toMatchObject({ code: 'credential-state-wrong' })
    await credentials.remove(profileId, id, false)
    expect(await credentials.list(profileId)).toEqual([])
    expect(await keychain.read(`key/${id}`)).toBeDefined()
    await keychain.remove(`key/${id}`)
  })

  test('CredentialService: removing a credential with its key deletes the key from the keychain', async () => {
    const { id } = await credentials.createKey(profileId, 2048)
    const heard: Promise<readonly string[]>[] = []
    const unsubscribe = profiles.onChange(() => {
      heard.push(profiles.get(profileId).then(({ history }) => history.map(({ kind }) => kind)))
    })
    await credentials.remove(profileId, id, true)
    unsubscribe()
    expect(await keychain.read(`key/${id}`)).toBeUndefined()
    // Both are saved in one write, so that no crash can separate them.
    expect(await Promise.all(heard)).toEqual([['key-made', 'key-destroyed', 'removed']])
  })

  test('CredentialService: refuses to remove an active credential and keeps its key', async () => {
    await makeAuthority()
    const { id, request } = await withRequest()
    await importContents([await signRequest(request.pem)])
    await credentials.activate(profileId, id)
    await expect(credentials.remove(profileId, id, true)).rejects.toMatchObject({ code: 'credential-state-wrong' })
    expect(await keychain.read(`key/${id}`)).toBeDefined()
  })

  test('CredentialService: does not report a key again that was deleted before', async () => {
    const { id } = await credentials.createKey(profileId, 2048)
    await credentials.retire(profileId, id)
    await credentials.destroyKey(profileId, id)
    await credentials.remove(profileId, id, true)
    const { history } = await profiles.get(profileId)
    expect(history.map(({ kind }) => kind)).toEqual(['key-made', 'retired', 'key-destroyed', 'removed'])
  })
})

test('watchedCertificates: sorts by expiry and leaves out retired certificates', async () => {
  await makeAuthority()
  const ends = async (days: number): Promise<string> => {
    const { id, request } = await withRequest()
    await importContents([await signRequest(request.pem, '-days', String(days))])
    return id
  }
  const later = await ends(20)
  const sooner = await ends(5)
  const last = await ends(200)
  const out = await ends(6)
  await credentials.retire(profileId, out)
  const watched = watchedCertificates(await profiles.list(), { thresholds: [30] }, emptyNoticeState)
  expect(watched.map(({ credentialId }) => credentialId)).toEqual([sooner, later, last])
  const reached = (days: number, now: number): string[] =>
    watched.filter(({ notAfter }) => isReached(notAfter, days, now)).map(({ credentialId }) => credentialId)
  expect(reached(30, Date.now())).toEqual([sooner, later])
  expect(reached(0, Date.now() + 10 * dayMs)).toEqual([sooner])
})

test('ClientSecrets: stores, reads and deletes a client secret', async () => {
  expect(await credentials.clientSecrets.has(profileId)).toBe(false)
  await expect(credentials.clientSecrets.read(profileId)).rejects.toMatchObject({ code: 'no-client-secret' })
  await credentials.clientSecrets.set(profileId, Secret.fromText('s3cr3t: ü\n'))
  expect((await credentials.clientSecrets.read(profileId)).text()).toBe('s3cr3t: ü\n')
  expect(await credentials.clientSecrets.has(profileId)).toBe(true)
  await credentials.destroySecretsOf(profileId)
  expect(await credentials.clientSecrets.has(profileId)).toBe(false)
})
