import { X509Certificate } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { withoutAsking } from '../confirmation.ts'
import { suggestRequest } from '../credentials/request-suggestion.ts'
import { certifyPublicKey, newServerCertificate } from '../diagnostics/testing/new-certificate.ts'
import { Secret } from '../keychain/secret.ts'
import { ProfileStore } from '../profiles/store/profile-store.ts'
import { parseStoredCertificate, thumbprintOf } from '../profiles/store/stored-certificate.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import { Database } from '../store/database.ts'
import { othersKey } from '../testing/prepared-keys.ts'
import { fewRounds, startTestServices, type TestServices } from '../testing/test-services.ts'
import { formatContent } from './backup-content.ts'
import { sealBackup } from './backup-file.ts'

// What a backup, or a row that somebody edited, says of a certificate: everything is computed from the certificate.

let services: TestServices
let own: StoredProfile
const passphrase = Secret.fromText('sturdy violin crater moss')
const createdAt = '2026-05-01T10:00:00.000Z'

beforeEach(async () => {
  services = await startTestServices()
  // Mutual TLS sends the chain, which then expires it.
  const mutual = { flavor: 'legacy', clientAuthentication: 'tls_client_auth' } as const
  const { id } = await services.newProfile({ tokenUrl: 'http://127.0.0.1:9/token', name: 'Acme', ...mutual })
  await services.activateCredential(id)
  own = await services.profiles.get(id)
})
afterEach(() => services.end())

const only = ({ credentials: [credential] }: StoredProfile): Credential => {
  if (credential === undefined) throw new Error('no credential')
  return credential
}

const claims = {
  subject: 'CN=Someone else',
  issuer: 'CN=A trusted authority',
  serialNumber: '01',
  notBefore: '2020-01-01T00:00:00.000Z',
  notAfter: '2099-01-01T00:00:00.000Z',
  keySize: 4096,
  signatureAlgorithm: 'none',
  subjectAlternativeNames: ['DNS:somewhere.else'],
  thumbprint: thumbprintOf(Buffer.from('another')),
}

/** The profile as it is restored on this computer, where its key is. */
async function restore(changes: object, claimed: object = {}): Promise<Credential> {
  const credential = only(own)
  const certificate = { ...certificateOf(credential), ...claimed }
  const stored = { ...own, credentials: [{ ...credential, certificate, ...changes } as Credential] }
  const secrets = { keys: new Map(), clientSecrets: new Map(), proxyPasswords: new Map() }
  const content = formatContent({ createdAt, profiles: [stored], ...secrets })
  const file = Buffer.from(await sealBackup(content, passphrase, createdAt, fewRounds))
  const choices = [{ profileId: own.profile.id, choice: { kind: 'replace' as const } }]
  await services.backup.restore(file, passphrase, choices, withoutAsking)
  return only(await services.profiles.get(own.profile.id))
}

const kid = async (): Promise<string> =>
  (await services.credentials.signingKeys.active(await services.profiles.get(own.profile.id))).kid

describe('what a backup says of a certificate', () => {
  test.each(Object.entries(claims))('Restore: the certificate’s own %s counts', async (member, claim) => {
    expect(await restore({}, { [member]: claim })).toEqual(only(own))
  })

  test('Restore: the public key is the certificate’s, however the backup spells it', async () => {
    const { publicKeyFingerprint, publicKeyPem } = only(own)
    const spelled = {
      publicKeyFingerprint: publicKeyFingerprint.toLowerCase(),
      publicKeyPem: `text before\n${publicKeyPem}`,
      keySize: 1024,
    }
    const pem = certificateOf(only(own))?.pem ?? ''
    expect(await restore(spelled, { pem: `Bag Attributes\n${pem.replaceAll('\n', '\r\n')}` })).toEqual(only(own))
  })

  test('Restore: no other key ID is sent than one of the certificate', async () => {
    const { sha1, sha256Base64Url } = certificateOf(only(own))?.thumbprint ?? {}
    const confirmedAt = createdAt
    await restore({ confirmation: { thumbprint: 'AB'.repeat(20), confirmedAt } }, { thumbprint: claims.thumbprint })
    expect(await kid()).toBe(sha1)
    // What the portal shows stays as it is spelled there.
    await restore({ confirmation: { thumbprint: sha256Base64Url, confirmedAt } })
    expect(await kid()).toBe(sha256Base64Url)
  })

  test('Restore: only certificates that issued it are its chain, and expire it', async () => {
    const expired = newServerCertificate({ commonName: 'Root', isAuthority: true, from: -2, to: -1 })
    expect(await restore({}, { chain: [expired.cert] })).toEqual(only(own))
    const root = { ...expired, name: 'Root' }
    const issuer = newServerCertificate({ commonName: 'Issuer', isAuthority: true, issuer: root, to: 20 })
    const pem = certifyPublicKey(only(own).publicKeyPem, issuer.key, {
      ...{ commonName: 'leaf', issuer: { ...issuer, name: 'Issuer' }, to: 25 },
    })
    const unrelated = newServerCertificate({ commonName: 'Unrelated', isAuthority: true })
    const chain = [unrelated.cert, expired.cert, issuer.cert, 'damaged']
    const restored = certificateOf(await restore({}, { pem, chain, chainExpiry: undefined }))
    expect(restored).toMatchObject({ subject: 'CN=leaf', chainExpiry: { subject: 'CN=Issuer' } })
    expect(restored?.chain).toEqual([issuer.cert, expired.cert].map((pem) => new X509Certificate(pem).toString()))
  })

  test('Restore: a certificate that can’t be read is left out, and its key stays', async () => {
    expect(await restore({}, { pem: 'damaged', notAfter: claims.notAfter })).toMatchObject({
      ...{ id: only(own).id, state: 'key-created', publicKeyFingerprint: only(own).publicKeyFingerprint },
    })
  })
})

describe('what a row of the database says of a certificate', () => {
  const edit = async (change: (text: string) => string): Promise<Credential> => {
    const database = new Database({ folder: services.folder })
    await database.change(({ sql }) => {
      const { content } = sql.prepare('SELECT content FROM profiles').get() ?? {}
      sql.prepare('UPDATE profiles SET content = ?').run(change(String(content)))
    })
    const profiles = new ProfileStore({ database, now: Date.now, newId: () => '' })
    const stored = await profiles.get(own.profile.id)
    await database.end()
    return only(stored)
  }

  test.each(['subject', 'issuer', 'serialNumber', 'notAfter', 'notBefore', 'sha1', 'sha256', 'sha1Base64Url'])(
    'ProfileStore: the certificate’s own %s counts when the database is opened',
    async (member) => {
      const value = member.startsWith('not') ? '2099-01-01T00:00:00.000Z' : 'AB'.repeat(20)
      const found = await edit((text) => text.replace(new RegExp(`"${member}":"[^"]+"`, 'u'), `"${member}":"${value}"`))
      expect(found).toEqual(only(own))
    },
  )

  test('ProfileStore: key size, signature and alternative names are the certificate’s own when they are used', async () => {
    const issuer = newServerCertificate({ commonName: 'Issuer', isAuthority: true, to: 20 })
    const san = 'DNS:own.example'
    const pem = certifyPublicKey(only(own).publicKeyPem, issuer.key, { commonName: 'leaf', hosts: ['own.example'] })
    const restored = await restore({}, { pem })
    expect(restored).toMatchObject({ keySize: 2048, certificate: { keySize: 2048, subjectAlternativeNames: [san] } })
    const found = await edit((text) =>
      text
        .replaceAll('"keySize":2048', '"keySize":512')
        .replace(`["${san}"]`, '["DNS:somewhere.else"]')
        .replace('sha256WithRSAEncryption', 'md5WithRSAEncryption'),
    )
    expect(found).toEqual(restored)
    expect(found.keySize).toBe(2048)
    // Its replacement takes them over.
    const replacement = { startedAt: own.profile.createdAt, oldCredentialId: found.id, newCredentialId: 'new' }
    const credentials = [{ ...found, request: undefined } as Credential]
    expect(suggestRequest({ ...own, credentials, replacement }, 'new').subjectAlternativeNames).toEqual([
      { type: 'dns', value: 'own.example' },
    ])
    // What goes to the window, to a worker or into the database is the same.
    expect(structuredClone(found)).toEqual(restored)
    expect(JSON.parse(JSON.stringify(found))).toEqual(JSON.parse(JSON.stringify(restored)))
  })

  test.each([
    ['before 1950 and after 2049', 1950, 2050],
    ['around 2050', 2049, 2051],
  ])('ProfileStore: dates are read as they are, %s', async (_when, from, to) => {
    const days = (year: number): number => (Date.UTC(year, 5, 1) - Date.now()) / 86_400_000
    const pem = certifyPublicKey(only(own).publicKeyPem, othersKey(), {
      ...{ commonName: 'x', from: days(from), to: days(to) },
    })
    const parsed = parseStoredCertificate(pem)
    expect(certificateOf(await restore({}, { pem }))).toMatchObject({
      notBefore: parsed?.validFromDate.toISOString(),
      notAfter: parsed?.validToDate.toISOString(),
    })
    const read = await edit((text) => text)
    expect(certificateOf(read)?.notAfter.slice(0, 4)).toBe(String(to))
  })
})
