import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Certificate, Credential } from '#shared/credentials/credential.ts'
import type { CredentialInspection, LintFinding } from '#shared/credentials/inspection.ts'
import { defaultProfileSettings, type ProfileSettings } from '#shared/profiles/profile.ts'
import { dayMs } from '#shared/values/local-day.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import { othersKey } from '../../testing/prepared-keys.ts'
import { describeCertificate } from '../certificate.ts'
import { publicKeyFingerprint } from '../key-pair.ts'
import { inspectCredential } from './inspect-credential.ts'

const run = promisify(execFile)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-inspect-'))
})
afterAll(() => rm(folder, { recursive: true }))

const file = (name: string): string => join(folder, name)
const subject = '/C=DE/O=Acme/CN=acme'

/** Returns OpenSSL's arguments for a prepared key that no other certificate here has. */
async function preparedKey(): Promise<string[]> {
  await writeFile(file('k.pem'), othersKey())
  return ['-key', file('k.pem')]
}

async function certificateWith(...args: string[]): Promise<X509Certificate> {
  const plain = [
    ...(args.includes('-newkey') ? ['-keyout', file('k.pem')] : await preparedKey()),
    '-nodes',
    '-out',
    file('c.pem'),
  ]
  const extensions = ['-addext', 'basicConstraints=critical,CA:FALSE']
  await run('openssl', ['req', '-x509', ...plain, ...(args.includes('-addext') ? [] : extensions), ...args])
  return new X509Certificate(await readFile(file('c.pem')))
}

const ids = { production: '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11', testing: '8c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11' }
const credentialId = '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de'

function stored(
  environment: 'production' | 'client-testing',
  credentials: Credential[],
  settings: Partial<ProfileSettings> = {},
): StoredProfile {
  const id = environment === 'production' ? ids.production : ids.testing
  const at = '2026-01-01T00:00:00.000Z'
  return {
    profile: {
      ...{ ...defaultProfileSettings('jwt'), name: environment, environment, clientId: environment },
      ...{ tokenUrl: 'https://tokens.example', ...settings, id, practice: false, revision: 1 },
      ...{ createdAt: at, updatedAt: at },
    },
    credentials,
    history: [],
  }
}

function credentialWith(certificate: X509Certificate, chain: X509Certificate[] = []): Credential {
  return {
    id: credentialId,
    profileId: ids.production,
    keySize: 2048,
    publicKeyFingerprint: publicKeyFingerprint(certificate.publicKey),
    publicKeyPem: '',
    createdAt: '2026-01-01T00:00:00.000Z',
    state: 'certificate-imported',
    certificate: describeCertificate(certificate, chain, '2026-01-01T00:00:00.000Z'),
  }
}

function inspected(own: StoredProfile, others: StoredProfile[] = [], now = Date.now()): CredentialInspection {
  return inspectCredential([own, ...others], own.profile.id, credentialId, [30], now)
}
const rules = (findings: readonly LintFinding[]): string[] =>
  findings.map(({ rule, severity }) => `${severity} ${rule}`)

test('describeCertificate: finds the signature algorithm if Node.js does not tell it, before 24.9', async () => {
  const certificate = await certificateWith('-days', '300', '-subj', subject)
  const oid = vi.spyOn(X509Certificate.prototype, 'signatureAlgorithmOid', 'get').mockReturnValue(undefined as never)
  try {
    const { certificate: described } = credentialWith(certificate) as Extract<Credential, { state: 'active' }>
    expect(described.signatureAlgorithm).toBe('sha256WithRSAEncryption')
    const { certificate: content } = inspected(stored('production', [credentialWith(certificate)]))
    expect(content?.text).toContain('Signature Algorithm: sha256WithRSAEncryption')
  } finally {
    oid.mockRestore()
  }
})

test.each([
  ['Pacific/Kiritimati', 'It expires today.'],
  ['UTC', 'It expires in 1 day.'],
])('inspectCredential: counts the days until expiry in the time zone %s', async (timeZone, what) => {
  const credential = credentialWith(await certificateWith('-days', '20', '-subj', subject))
  const ending = { ...certificateOf(credential), notAfter: '2027-03-10T08:00:00.000Z' } as Certificate
  const own = stored('production', [{ ...credential, certificate: ending } as Credential])
  const now = Date.parse('2027-03-09T23:00:00.000Z')
  const { findings } = inspectCredential([own], own.profile.id, credentialId, [30], now, timeZone)
  expect(findings).toContainEqual(expect.objectContaining({ rule: 'expires-soon', what }))
})

describe('findings on a certificate', () => {
  test('inspectCredential: has no findings for a flawless certificate', async () => {
    const certificate = await certificateWith('-days', '300', '-subj', subject)
    const inspection = inspected(stored('production', [credentialWith(certificate)]))
    expect(inspection.findings).toEqual([])
    expect(inspection.certificate).toMatchObject({ isAuthority: false, chain: [{ signature: 'root' }] })
  })

  test.each([
    ['a short key', ['-newkey', 'rsa:1024', '-days', '90', '-subj', subject], ['error key-too-short']],
    ['SHA-1', ['-sha1', '-days', '90', '-subj', subject], ['error sha1-signature']],
    ['too long a validity', ['-days', '825', '-subj', subject], ['note validity-too-long']],
    ['an expiry within the thresholds', ['-days', '20', '-subj', subject], ['warning expires-soon']],
    ['an empty subject', ['-days', '90', '-subj', '/CN=acme'], ['note subject-incomplete']],
    ['no common name', ['-days', '90', '-subj', '/C=DE/O=Acme'], ['warning subject-incomplete']],
    [
      'the CA bit',
      ['-days', '90', '-subj', subject, '-addext', 'basicConstraints=critical,CA:TRUE'],
      ['error certificate-authority'],
    ],
  ])('inspectCredential: finds %s', async (_name, args, expected) => {
    const certificate = await certificateWith(...args)
    const credential = { ...credentialWith(certificate), keySize: 2048 }
    const { findings } = inspected(stored('production', [credential]))
    expect(rules(findings)).toEqual(expected)
    for (const { what, why, remedy } of findings) for (const words of [what, why, remedy]) expect(words).toMatch(/\.$/u)
  })

  test('inspectCredential: finds a certificate that has expired or is not valid yet', async () => {
    const certificate = await certificateWith('-days', '90', '-subj', subject)
    const own = stored('production', [credentialWith(certificate)])
    expect(rules(inspected(own, [], Date.now() + 91 * dayMs).findings)).toEqual(['error expired'])
    expect(rules(inspected(own, [], Date.now() - dayMs).findings)).toEqual(['error not-yet-valid'])
  })

  test('inspectCredential: finds a certificate unusable for mutual TLS if the profile uses that', async () => {
    const mutual = { flavor: 'legacy' as const, clientAuthentication: 'tls_client_auth' as const }
    const usage = ['-addext', 'basicConstraints=CA:FALSE', '-addext']
    const server = await certificateWith('-days', '90', '-subj', subject, ...usage, 'extendedKeyUsage=serverAuth')
    const own = [credentialWith(server)]
    expect(rules(inspected(stored('production', own, mutual)).findings)).toEqual(['error client-auth-missing'])
    expect(rules(inspected(stored('production', own)).findings)).toEqual([])
    const client = await certificateWith('-days', '90', '-subj', subject, ...usage, 'extendedKeyUsage=clientAuth')
    expect(rules(inspected(stored('production', [credentialWith(client)], mutual)).findings)).toEqual([])
    const any = await certificateWith('-days', '90', '-subj', subject)
    expect(rules(inspected(stored('production', [credentialWith(any)], mutual)).findings)).toEqual([
      'note client-auth-missing',
    ])
  })
})

test('inspectCredential: checks each link of a chain', async () => {
  const ca = await certificateWith('-days', '90', '-subj', '/CN=CA', '-addext', 'basicConstraints=critical,CA:TRUE')
  await writeFile(file('ca.key'), await readFile(file('k.pem')))
  await writeFile(file('ca.pem'), ca.toString())
  await run('openssl', [
    ...['req', '-newkey', 'rsa:2048', '-nodes', '-keyout', file('k.pem'), '-out', file('r.csr'), '-subj', subject],
  ])
  const signing = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-days', '60', '-out', file('leaf.pem')]
  await run('openssl', ['x509', '-req', '-in', file('r.csr'), ...signing])
  const leaf = new X509Certificate(await readFile(file('leaf.pem')))
  const stranger = await certificateWith('-days', '90', '-subj', '/CN=CA')
  const signatures = (chain: X509Certificate[]): string[] | undefined =>
    inspected(stored('production', [credentialWith(leaf, chain)])).certificate?.chain.map(({ signature }) => signature)
  expect(signatures([ca])).toEqual(['verified', 'root'])
  expect(signatures([])).toEqual(['issuer-missing'])
  expect(signatures([stranger])).toEqual(['broken', 'root'])
  expect(rules(inspected(stored('production', [credentialWith(leaf, [stranger])])).findings)).toEqual([
    'error issuer-not-verified',
  ])
})

describe('shared between environments', () => {
  test('inspectCredential: finds a certificate, key or common name that two environments share', async () => {
    const certificate = await certificateWith('-days', '90', '-subj', subject)
    const sameKey = ['-key', file('k.pem'), '-out', file('c2.pem'), '-addext', 'basicConstraints=critical,CA:FALSE']
    await run('openssl', ['req', '-x509', ...sameKey, '-days', '91', '-subj', '/C=DE/O=Acme/CN=other'])
    const renewed = new X509Certificate(await readFile(file('c2.pem')))
    const namesake = await certificateWith('-days', '90', '-subj', subject)
    const own = stored('production', [credentialWith(certificate)])
    const findings = (there: X509Certificate): string[] =>
      rules(inspected(own, [stored('client-testing', [credentialWith(there)])]).findings)
    expect(findings(certificate)).toEqual(['error certificate-shared'])
    expect(findings(renewed)).toEqual(['error key-shared'])
    expect(findings(namesake)).toEqual(['warning common-name-shared'])
  })

  test('inspectCredential: finds a client ID or endpoint that two environments share, except the token URL', async () => {
    const certificate = await certificateWith('-days', '90', '-subj', subject)
    const own = stored('production', [credentialWith(certificate)], { apiBaseUrl: 'https://api.example' })
    const same = { clientId: 'production', reportsBaseUrl: 'https://api.example' }
    expect(rules(inspected(own, [stored('client-testing', [], same)]).findings)).toEqual([
      'error client-id-shared',
      'error endpoint-shared',
    ])
    expect(inspected(own, [stored('client-testing', [])]).findings).toEqual([])
  })
})

test('inspectCredential: checks a CSR while it waits for its certificate', async () => {
  await certificateWith('-days', '90', '-subj', subject)
  await run('openssl', ['req', '-new', '-key', file('k.pem'), '-out', file('r.csr'), '-subj', '/CN=acme'])
  const credential: Credential = {
    ...{ id: credentialId, profileId: ids.production, keySize: 2048, publicKeyFingerprint: 'A', publicKeyPem: '' },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', state: 'csr-exported' },
    request: {
      subject: {
        ...{ commonName: 'acme', organization: '', organizationalUnit: '', locality: '', state: '', country: '' },
        emailAddress: '',
      },
      subjectAlternativeNames: [],
      pem: await readFile(file('r.csr'), 'utf8'),
      createdAt: '2026-01-01T00:00:00.000Z',
    },
  }
  const { findings, requestText } = inspected(stored('production', [credential]))
  expect(rules(findings)).toEqual(['note subject-incomplete'])
  expect(requestText).toContain('Subject: CN=acme')
})
