import { describe, expect, test } from 'vitest'
import type { Certificate, Credential } from '#shared/credentials/credential.ts'
import { appendEvents, eventsBetween } from './credential-history.ts'

const at = '2026-11-21T12:00:00.000Z'
const key: Credential = {
  id: '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de',
  profileId: '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11',
  keySize: 2048,
  publicKeyFingerprint: 'AA',
  publicKeyPem: 'PEM',
  createdAt: '2026-01-01T00:00:00.000Z',
  state: 'key-created',
}
const request = {
  subject: {
    ...{ commonName: 'acme', organization: '', organizationalUnit: '', locality: '', state: '', country: '' },
    emailAddress: '',
  },
  subjectAlternativeNames: [],
  pem: 'CSR',
  createdAt: '2026-01-02T00:00:00.000Z',
}
const certificate: Certificate = {
  subject: 'CN=acme',
  issuer: 'CN=CA',
  serialNumber: '01',
  notBefore: '2026-01-01T00:00:00.000Z',
  notAfter: '2027-01-01T00:00:00.000Z',
  keySize: 2048,
  signatureAlgorithm: 'sha256WithRSAEncryption',
  subjectAlternativeNames: [],
  thumbprint: { sha1: '', sha256: '', sha1Base64Url: '', sha256Base64Url: '' },
  pem: 'CERT',
  chain: [],
  importedAt: '2026-01-03T00:00:00.000Z',
}
const exported: Credential = { ...key, state: 'csr-exported', request }
const imported: Credential = { ...key, state: 'certificate-imported', certificate }
const active: Credential = { ...key, state: 'active', certificate, activatedAt: '2026-01-04T00:00:00.000Z' }
const other = { id: '11111111-8e55-4d6f-8a39-92f8f7b4b1de' }

const kinds = (before: Credential[], after: Credential[]): string[] =>
  eventsBetween(before, after, at).map(({ kind, credentialName }) => `${kind} ${credentialName}`)

describe('eventsBetween', () => {
  test('eventsBetween: records each step of a credential once, under its name at that time', () => {
    expect(kinds([], [key])).toEqual(['key-made RSA key, 2048 bits'])
    expect(kinds([key], [{ ...key, request }])).toEqual(['csr-made acme'])
    expect(kinds([{ ...key, request }], [exported])).toEqual(['csr-saved acme'])
    expect(kinds([exported], [imported])).toEqual(['certificate-imported CN=acme'])
    const confirmation = { thumbprint: 'AB', confirmedAt: at }
    expect(kinds([imported], [{ ...imported, state: 'confirmed', confirmation }])).toEqual(['confirmed CN=acme'])
    expect(kinds([active], [{ ...key, state: 'retired', certificate, retiredAt: at }])).toEqual(['retired CN=acme'])
    expect(kinds([active], [])).toEqual(['removed CN=acme'])
    const retired: Credential = { ...key, state: 'retired', certificate, retiredAt: at }
    expect(kinds([retired], [{ ...retired, keyDestroyedAt: at }])).toEqual(['key-destroyed CN=acme'])
    expect(kinds([{ ...retired, keyDestroyedAt: at }], [retired])).toEqual(['key-restored CN=acme'])
    expect(kinds([], [imported])).toEqual(['certificate-with-key-imported CN=acme'])
    expect(kinds([imported], [{ ...imported, certificate: { ...certificate, chain: ['CA'] } }])).toEqual([
      'chain-completed CN=acme',
    ])
  })

  test('eventsBetween: when another credential is activated, the deactivation comes first', () => {
    expect(kinds([{ ...imported, ...other }, active], [{ ...active, ...other }, imported])).toEqual([
      'deactivated CN=acme',
      'activated CN=acme',
    ])
  })

  test('eventsBetween: has no events without a change', () => {
    const both: Credential[] = [active, { ...exported, ...other }]
    expect(eventsBetween(both, both, at)).toEqual([])
  })
})

test('appendEvents: keeps the newest 2,000 events', () => {
  const [event] = eventsBetween([], [key], at)
  if (event === undefined) throw new Error('no event')
  const history = appendEvents(new Array(2000).fill(event), [event, { ...event, kind: 'removed' }])
  expect(history).toHaveLength(2000)
  expect(history.at(-1)?.kind).toBe('removed')
})
