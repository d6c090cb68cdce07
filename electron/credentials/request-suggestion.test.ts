import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { subjectSchema, type Credential } from '#shared/credentials/credential.ts'
import { profileWith } from '../expiry/testing/stored-certificate.ts'
import { othersKey } from '../testing/prepared-keys.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'
import { contentOfText } from './import/import-content.ts'
import { suggestRequest } from './request-suggestion.ts'

// OpenSSL creates the predecessors, and says what the subject of each CSR is, with its string types.

const bank = [
  'C=DE/O=Acme Bank AG/organizationIdentifier=PSDDE-BAFIN-123456/OU=Payments/OU=Reporting/serialNumber=HRB 4711',
  'street=Main 1/postalCode=10115/CN=psd2.acme.example',
].join('/')

let services: TestServices
let profileId: string

beforeEach(async () => {
  services = await startTestServices()
  profileId = (await services.newProfile({ tokenUrl: 'http://127.0.0.1:9/token' })).id
})
afterEach(() => services.end())

const openssl = (...args: string[]): string => execFileSync('openssl', args, { cwd: services.folder, encoding: 'utf8' })

/** Returns the subject in a file, e.g. `subject=C=PRINTABLESTRING:DE+UID=UTF8STRING:a`, encoded order first. */
function subjectIn(kind: 'x509' | 'req', file: string): string {
  return openssl(kind, '-noout', '-subject', '-nameopt', 'sep_comma_plus,sname,show_type,utf8', '-in', file)
}

/** Starts the replacement of an imported certificate with this subject. */
async function replaceImported(subject: string, { extensions = '', mask = 'utf8only' } = {}): Promise<string> {
  const config = `oid_section=oids\n[oids]\nownType=1.2.3.4.5\n[req]\nstring_mask=${mask}\ndistinguished_name=dn\nx509_extensions=ext\n[dn]\n[ext]\nsubjectKeyIdentifier=none\n${extensions}\n[other]\nCN=x\n`
  await writeFile(join(services.folder, 'old.cnf'), config)
  await writeFile(join(services.folder, 'old.key'), othersKey())
  const made = ['-key', 'old.key', '-out', 'old.pem', '-config', 'old.cnf', '-days', '20']
  openssl('req', '-x509', '-utf8', '-subj', `/${subject}`, ...made)
  const pem = openssl('x509', '-in', 'old.pem') + openssl('pkey', '-in', 'old.key')
  await services.credentials.imports.import([contentOfText(pem)], { profileId })
  const [{ id } = { id: '' }] = await services.credentials.list(profileId)
  await services.credentials.activate(profileId, id)
  return (await services.replacements.start(profileId, 2048)).replacement.newCredentialId
}

async function requestOf(credentialId: string): Promise<string> {
  const { request } = await services.credentials.get(profileId, credentialId)
  await writeFile(join(services.folder, 'new.csr'), request?.pem ?? '')
  openssl('req', '-verify', '-noout', '-in', 'new.csr')
  return subjectIn('req', 'new.csr')
}

const missing = async (): Promise<string[] | undefined> => (await services.replacements.list())[0]?.missingInRequest

test.each<[what: string, subject: string, mask?: string]>([
  ['of a bank', bank],
  ['with relative names of several parts', 'DC=example/DC=acme/OU=Svc/CN=multi+UID=u1'],
  ['in another order', 'CN=acme/O=Acme/C=DE'],
  ['without a common name', 'DC=example/UID=u1'],
  ['with a type without a name', 'CN=acme/ownType=x'],
  ['with what the form would refuse', 'CN=acme/emailAddress=ops'],
  ['in BMPStrings', 'O=Ä 日本/CN=acme', 'MASK:0x800'],
  ['in Latin-1', 'O=Äcme/CN=acme', 'MASK:0x4'],
])('CSR of a replacement: has the encoded subject of an imported certificate %s', async (_what, subject, mask) => {
  const id = await replaceImported(subject, { ...(mask === undefined ? {} : { mask }) })
  await services.replacements.repeatRequest(profileId)
  const before = subjectIn('x509', 'old.pem')
  expect(await requestOf(id)).toBe(before)
  expect(await missing()).toBeUndefined()
})

test('CSR of a replacement: keeps the encoded subject if only its names are changed, and again', async () => {
  const id = await replaceImported(bank)
  for (const value of ['a.example', 'b.example']) {
    const { subject, moreAttributes } = suggestRequest(await services.profiles.get(profileId), id)
    expect(subject).toMatchObject({ commonName: 'psd2.acme.example', organizationalUnit: 'Payments', country: 'DE' })
    expect(moreAttributes).toEqual([
      ...['organizationIdentifier=PSDDE-BAFIN-123456', 'OU=Reporting', 'serialNumber=HRB 4711', 'street=Main 1'],
      'postalCode=10115',
    ])
    await services.credentials.createRequest(profileId, id, subject, [{ type: 'dns', value }])
    expect(await requestOf(id)).toBe(subjectIn('x509', 'old.pem'))
    expect(openssl('req', '-noout', '-text', '-in', 'new.csr')).toContain(`DNS:${value}`)
  }
})

test('CSR of a replacement: has only the fields of a changed subject, and what that loses is named', async () => {
  const id = await replaceImported(bank)
  const { subject } = suggestRequest(await services.profiles.get(profileId), id)
  await services.credentials.createRequest(profileId, id, { ...subject, organization: 'Acme Ltd' }, [])
  expect((await requestOf(id)).replaceAll(/[A-Z\d]+STRING:/gu, '')).toBe(
    'subject=C=DE,O=Acme Ltd,OU=Payments,CN=psd2.acme.example\n',
  )
  expect(await missing()).toEqual(suggestRequest(await services.profiles.get(profileId), id).moreAttributes)
})

test('CSR of a replacement: keeps the encoded subject with spaces around a value, which the form removes', async () => {
  const id = await replaceImported('DC=example/O= Acme /CN=acme')
  const { subject } = suggestRequest(await services.profiles.get(profileId), id)
  await services.credentials.createRequest(profileId, id, subjectSchema.parse(subject), [])
  expect(await requestOf(id)).toBe(subjectIn('x509', 'old.pem'))
  // Within a value, a space is a change.
  await services.credentials.createRequest(profileId, id, { ...subject, organization: 'Ac me' }, [])
  expect((await requestOf(id)).replaceAll(/[A-Z\d]+STRING:/gu, '')).toBe('subject=O=Ac me,CN=acme\n')
})

test('CSR of a replacement: names what it can’t request of an imported certificate, not what each certificate has of its own', async () => {
  const kept = 'DNS:psd2.acme.example, IP:192.0.2.7, email:ops@acme.example, URI:urn:acme:1'
  const id = await replaceImported(bank, {
    extensions: [
      'basicConstraints=critical,CA:FALSE\nkeyUsage=digitalSignature\n1.3.6.1.5.5.7.1.3=DER:0500',
      `subjectAltName=${kept.replaceAll(' ', '')},RID:1.2.3.4,dirName:other`,
    ].join('\n'),
  })
  const named = ['Registered ID:1.2.3.4', 'DirName:CN=x', 'X509v3 Key Usage', '1.3.6.1.5.5.7.1.3']
  expect(await missing()).toEqual(named)
  await services.replacements.repeatRequest(profileId)
  await requestOf(id)
  expect(openssl('req', '-noout', '-text', '-in', 'new.csr')).toContain(kept.replace('IP:', 'IP Address:'))
  expect(await missing()).toEqual(named)
})

test('CSR: is that of before for a credential without predecessor, whose subject is kept if it isn’t changed', async () => {
  const { id } = await services.credentials.createKey(profileId, 2048)
  const attributes = [
    { name: 'DC', value: 'example' },
    { name: 'CN', value: 'acme' },
  ]
  await services.credentials.createRequest(profileId, id, attributes, [])
  const before = await requestOf(id)
  const { subject, moreAttributes } = await services.credentials.suggestRequest(profileId, id)
  expect([subject.commonName, moreAttributes]).toEqual(['acme', ['DC=example']])
  await services.credentials.createRequest(profileId, id, subject, [])
  expect(await requestOf(id)).toBe(before)
  // All attributes, as on the command line, are what is in it.
  await services.credentials.createRequest(profileId, id, attributes.slice(1), [])
  expect(await requestOf(id)).toBe('subject=CN=UTF8STRING:acme\n')
})

test('CredentialService.suggestRequest: refuses an unknown credential, and suggests a new one’s common name', async () => {
  const { id } = await services.credentials.createKey(profileId, 2048)
  const { profile } = await services.profiles.get(profileId)
  expect((await services.credentials.suggestRequest(profileId, id)).subject.commonName).toBe(profile.clientId)
  await expect(services.credentials.suggestRequest(profileId, randomUUID())).rejects.toMatchObject({
    code: 'credential-not-found',
  })
})

test('suggestRequest: uses the profile’s name and the stored alternative names when the old certificate is damaged', () => {
  const certificate = { pem: 'damaged', subjectAlternativeNames: ['DNS:pay.acme.example'] }
  const old = { id: 'old', state: 'active', certificate } as unknown as Credential
  const replacement = { startedAt: '', oldCredentialId: 'old', newCredentialId: 'new' }
  const stored = profileWith('Acme', [old])
  const profile = { ...stored.profile, clientId: 'acme-client' }
  expect(suggestRequest({ ...stored, profile, replacement }, 'new')).toEqual({
    subject: {
      ...{ commonName: 'acme-client', organization: '', organizationalUnit: '', locality: '', state: '', country: '' },
      emailAddress: '',
    },
    subjectAlternativeNames: [{ type: 'dns', value: 'pay.acme.example' }],
  })
})
