import { describe, expect, it } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { lifeSteps } from '../credentials/lifecycle-steps.ts'
import { profileSteps, type ProfileStanding, type ProfileStep } from './profile-steps.ts'

const instant = '2026-02-01T00:00:00Z'

const common = {
  id: '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de',
  profileId: '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11',
  keySize: 3072,
  publicKeyFingerprint: 'AA',
  publicKeyPem: 'pem',
  createdAt: instant,
} as const

function certificate(): Extract<Credential, { state: 'active' }>['certificate'] {
  return {
    subject: 'CN=acme',
    issuer: 'CN=ca',
    serialNumber: '01',
    notBefore: instant,
    notAfter: '2027-01-01T00:00:00Z',
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
type Status = ProfileStanding['status']

/** A status with these checks. */
function statusWith(status: Omit<Status, 'health'>, ...checks: Status['health']['checks']): Status {
  const next = { sentence: '', action: { kind: 'none' }, level: 'good' } as const
  return { ...status, health: { checks, isReady: false, next, urgency: 'set-up' } }
}

const nothing = statusWith({ verified: {} })
const withToken = statusWith({ verified: { token: { at: instant } } })
const withBoth = statusWith({ verified: { token: { at: instant }, connection: { at: instant } } })

function steps(changes: Partial<ProfileStanding>): readonly ProfileStep[] {
  return profileSteps({
    profile: { flavor: 'jwt', apiBaseUrl: 'https://api.example.com' },
    credentials: [],
    status: nothing,
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

function stepOf(id: ProfileStep['id'], status: Status): ProfileStep | undefined {
  return steps({ credentials: [active], status }).find((step) => step.id === id)
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

  it('reports a certificate that has expired before any later step, with what is done about it', () => {
    const replace = { kind: 'replace' } as const
    const expired = {
      subject: 'certificate',
      level: 'bad',
      words: 'Expired 2 days ago',
      detail: 'Create a new key.',
    } as const
    const status = statusWith(withBoth, { ...expired, isMissing: true, action: replace })
    expect(nextOf({ credentials: [active], status })).toBe('certificate problem')
    expect(stepOf('certificate', status)).toMatchObject({
      detail: 'Expired 2 days ago. Create a new key.',
      action: replace,
    })
    // One that will expire was imported all the same, and says so.
    const expiring = statusWith(nothing, {
      subject: 'certificate',
      level: 'bad',
      words: '5 days left',
      action: replace,
    })
    expect(nextOf({ credentials: [active], status: expiring })).toBe('token next')
    expect(stepOf('certificate', expiring)).toMatchObject({
      state: 'done',
      detail: '5 days left. Signed; matches the key.',
    })
  })

  it('reports a key that is not in the keychain, and only then', () => {
    const found = { subject: 'key', level: 'good', words: 'RSA 3072, in the keychain' } as const
    const lost = { ...found, level: 'bad', words: 'RSA 3072, not in the keychain', isMissing: true } as const
    expect(stepOf('key', statusWith(nothing, found))).toMatchObject({
      state: 'done',
      detail: 'RSA 3072, in the keychain.',
    })
    expect(stepOf('key', statusWith(nothing, lost))).toMatchObject({
      state: 'problem',
      detail: 'RSA 3072, not in the keychain.',
    })
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
    expect(nextOf({ profile, status: { ...nothing, key: 'missing' } })).toBe('client-secret next')
    expect(steps({ profile, status: withToken }).find(({ id }) => id === 'client-secret')?.state).toBe('done')
    expect(steps({ profile }).some(({ id }) => id === 'key')).toBe(false)
  })

  it('says since when the token fails', () => {
    const words = 'No token since today, 8:56 PM'
    const problem = {
      part: 'token',
      code: 'token-refused',
      message: 'Refused.',
      at: instant,
      since: instant,
      attempts: 1,
    } as const
    const status = statusWith({ ...withToken, problem }, { subject: 'token', level: 'bad', words })
    expect(stepOf('token', status)).toMatchObject({ state: 'problem', detail: words })
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
