import { describe, expect, it } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { lifeSteps } from '../credentials/lifecycle-steps.ts'
import { profileSteps, type ProfileStanding, type ProfileStep } from './profile-steps.ts'

const now = Date.parse('2026-03-01T00:00:00Z')
const instant = '2026-02-01T00:00:00Z'

const common = {
  id: '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de',
  profileId: '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11',
  keySize: 3072,
  publicKeyFingerprint: 'AA',
  publicKeyPem: 'pem',
  createdAt: instant,
} as const

function certificate(
  notAfter = '2027-01-01T00:00:00Z',
  notBefore = instant,
): Extract<Credential, { state: 'active' }>['certificate'] {
  return {
    subject: 'CN=acme',
    issuer: 'CN=ca',
    serialNumber: '01',
    notBefore,
    notAfter,
    keySize: 3072,
    signatureAlgorithm: 'sha256WithRSAEncryption',
    subjectAlternativeNames: [],
    thumbprint: { sha1: '', sha256: '', sha1Base64Url: '', sha256Base64Url: '' },
    pem: 'pem',
    chain: [],
    importedAt: instant,
  }
}

const keyCreated: Credential = { ...common, state: 'key-created' }
const imported: Credential = { ...common, state: 'certificate-imported', certificate: certificate() }
const confirmation = { thumbprint: 'AA', confirmedAt: instant }
const active: Credential = {
  ...common,
  state: 'active',
  certificate: certificate(),
  confirmation,
  activatedAt: instant,
}
const retired: Credential = { ...common, state: 'retired', retiredAt: instant }
const nothing: ProfileStanding['status'] = { verified: {}, wasVerified: false }
const withToken: ProfileStanding['status'] = { verified: { token: { at: instant } }, wasVerified: true }
const withBoth: ProfileStanding['status'] = {
  verified: { token: { at: instant }, connection: { at: instant } },
  wasVerified: true,
}

function steps(changes: Partial<ProfileStanding>): readonly ProfileStep[] {
  return profileSteps({
    profile: { flavor: 'jwt', apiBaseUrl: 'https://api.example.com' },
    credentials: [],
    status: nothing,
    now,
    ...changes,
  })
}

/** The one step to do now, as `id state`. */
function nextOf(changes: Partial<ProfileStanding>): string | undefined {
  const open = steps(changes).filter(({ state }) => state === 'next' || state === 'problem')
  expect(open.length).toBeLessThanOrEqual(1)
  const [step] = open
  return step === undefined ? undefined : `${step.id} ${step.state}`
}

describe('profileSteps', () => {
  it('asks to create a CSR, then to save or copy it', () => {
    const detail = (credential: Credential): string | undefined =>
      steps({ credentials: [credential] }).find(({ state }) => state === 'next')?.detail
    expect(detail(keyCreated)).toBe('Create a CSR for the certificate authority to sign.')
    const subject = {
      commonName: 'acme',
      organization: '',
      organizationalUnit: '',
      locality: '',
      state: '',
      country: '',
    }
    const request = {
      subject: { ...subject, emailAddress: '' },
      subjectAlternativeNames: [],
      pem: '',
      createdAt: instant,
    }
    expect(detail({ ...keyCreated, request })).toBe('Save or copy the CSR and send it to the certificate authority.')
  })

  it('leads a certificate profile from key to connection, one step at a time', () => {
    expect(nextOf({})).toBe('key next')
    expect(nextOf({ credentials: [retired] })).toBe('key next')
    expect(nextOf({ credentials: [keyCreated] })).toBe('request next')
    expect(nextOf({ credentials: [imported] })).toBe('confirmation next')
    expect(nextOf({ credentials: [{ ...imported, state: 'confirmed', confirmation }] })).toBe('activation next')
    expect(nextOf({ credentials: [active] })).toBe('token next')
    expect(nextOf({ credentials: [active], status: withToken })).toBe('connection next')
    expect(nextOf({ credentials: [active], status: withBoth })).toBeUndefined()
  })

  it('waits for the certificate once the request was exported', () => {
    const request = { subject: subject(), subjectAlternativeNames: [], pem: 'pem', createdAt: instant }
    const waiting: Partial<ProfileStanding> = { credentials: [{ ...common, state: 'csr-exported', request }] }
    expect(nextOf(waiting)).toBe('certificate next')
    const requestOf = (changes: Partial<ProfileStanding>): string | undefined =>
      steps(changes).find(({ id }) => id === 'request')?.detail
    expect(requestOf(waiting)).toBe('Created and exported.')
    expect(requestOf({ credentials: [imported] })).toContain('Not needed')
  })

  it('reports an expired or not yet valid certificate before any later step', () => {
    const ended: Credential = { ...active, certificate: certificate('2026-02-20T00:00:00Z') }
    expect(nextOf({ credentials: [ended], status: withBoth })).toBe('certificate problem')
    const early: Credential = { ...active, certificate: certificate('2028-01-01T00:00:00Z', '2027-01-01T00:00:00Z') }
    expect(nextOf({ credentials: [early] })).toBe('certificate problem')
  })

  it('does not require a comparison with the portal for an active credential', () => {
    const unconfirmed: Credential = { ...active }
    delete unconfirmed.confirmation
    const all = steps({ credentials: [unconfirmed] })
    expect(all.find(({ id }) => id === 'confirmation')?.state).toBe('skipped')
    expect(nextOf({ credentials: [unconfirmed] })).toBe('token next')
  })

  it('asks a basic profile for its secret only if it is known to be missing', () => {
    const profile = {
      flavor: 'basic',
      apiBaseUrl: 'https://api.example.com',
    } as const
    expect(nextOf({ profile, hasClientSecret: false })).toBe('client-secret next')
    expect(nextOf({ profile })).toBe('token next')
    const problem = { part: 'token', code: 'no-client-secret', message: '', at: instant } as const
    expect(nextOf({ profile, status: { ...nothing, problem } })).toBe('client-secret next')
    expect(steps({ profile, status: withToken }).find(({ id }) => id === 'client-secret')?.state).toBe('done')
    expect(steps({ profile }).some(({ id }) => id === 'key')).toBe(false)
  })

  it('says why the last token request failed', () => {
    const problem = {
      part: 'token',
      code: 'token-refused',
      message: 'The service refused the client.',
      at: instant,
    } as const
    const failed = { ...withToken, problem }
    expect(steps({ credentials: [active], status: failed }).find(({ id }) => id === 'token')).toMatchObject({
      state: 'problem',
      detail: 'The service refused the client.',
    })
  })

  it('uses the words of the credential’s card', () => {
    expect(
      steps({})
        .slice(0, 5)
        .map(({ title }) => title),
    ).toEqual(lifeSteps(active).map(({ name }) => name))
  })

  it('has no connection test if the profile only requests tokens', () => {
    const profile = { flavor: 'jwt', apiBaseUrl: '' } as const
    expect(nextOf({ profile, credentials: [active], status: withToken })).toBeUndefined()
  })
})

function subject(): NonNullable<Extract<Credential, { state: 'csr-exported' }>['request']>['subject'] {
  return {
    commonName: 'acme',
    organization: '',
    organizationalUnit: '',
    locality: '',
    state: '',
    country: '',
    emailAddress: '',
  }
}
