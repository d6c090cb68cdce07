import { describe, expect, test } from 'vitest'
import type { Credential } from '../credentials/credential.ts'
import { flavors, needsCertificate } from '../profiles/environment.ts'
import { dayMs } from '../values/local-day.ts'
import { byUrgency, judgeProfileExpiry, judgeProfile } from './profile-expiry.ts'
import type { WatchedCertificate } from './warning-schemas.ts'

const now = Date.parse('2026-06-01T12:00:00Z')
const at = (days: number): string => new Date(now + days * dayMs + 60_000).toISOString()

/** @param from days from now when the certificate becomes valid */
function credential(state: 'active' | 'certificate-imported' | 'retired', until: number, from = -300): Credential {
  return {
    ...({
      state,
      id: String(until),
      certificate: { notBefore: at(from), notAfter: at(until) },
    } as unknown as Credential),
  }
}

describe('judgeProfileExpiry:', () => {
  test.each([
    ['fine', 'active', 'fine', [credential('active', 40)]],
    ['soon', 'active', 'soon', [credential('active', 30)]],
    ['urgent', 'active', 'urgent', [credential('active', 7), credential('certificate-imported', 300)]],
    ['active, but expired', 'active', 'expired', [credential('active', -1), credential('certificate-imported', 300)]],
    ['active, but not valid yet', 'active', 'not-yet-valid', [credential('active', 300, 2)]],
    ['none active, one could be', 'none-active', 'none', [credential('certificate-imported', 300)]],
    ['only expired ones', 'expired-only', 'expired', [credential('certificate-imported', -3)]],
    [
      'expired ones and a usable one',
      'none-active',
      'none',
      [-3, 200].map((days) => credential('certificate-imported', days)),
    ],
    ['retired ones do not count', 'none-active', 'none', [credential('retired', 300)]],
    ['no credential', 'none-active', 'none', []],
  ] as const)('judgeProfileExpiry: is as expected for: %s', (_what, state, standing, credentials) => {
    expect(judgeProfileExpiry(credentials, [30], now)).toMatchObject({ state, standing })
  })

  test('judgeProfileExpiry: takes the active certificate, else the one that expires last', () => {
    const many = [5, 90, 20].map((days) => credential('certificate-imported', days))
    expect(judgeProfileExpiry(many, [30], now)).toMatchObject({ credential: { id: '90' }, daysLeft: 90 })
    expect(judgeProfileExpiry([...many, credential('active', 3)], [30], now)).toMatchObject({ daysLeft: 3 })
  })

  test('byUrgency: sorts the most urgent first, with and without certificates', () => {
    const judged = [
      [credential('active', 40)],
      [credential('active', 3)],
      [],
      [credential('active', -2)],
      [credential('active', 20)],
      [credential('certificate-imported', -9)],
    ].map((credentials) => judgeProfileExpiry(credentials, [30], now))
    expect(judged.sort(byUrgency).map(({ standing, daysLeft }) => `${standing} ${String(daysLeft)}`)).toEqual([
      'none undefined',
      'expired -9',
      'expired -2',
      'urgent 3',
      'soon 20',
      'fine 40',
    ])
  })
})

test('needsCertificate: false for profiles with a client secret', () => {
  expect(flavors.filter((flavor) => needsCertificate({ flavor }))).toEqual(['jwt', 'legacy'])
})

const certificate = (active: boolean, until: number): WatchedCertificate => ({
  ...{ profileId: 'a', profileName: 'a', environment: 'production', practice: false, active, quiet: !active },
  ...{ credentialId: `a ${until}`, notBefore: at(-300), notAfter: at(until) },
  ...{ thumbprint: '', fingerprint: '', thresholds: [90, 30, 7] },
})

test.each<[what: string, certificates: WatchedCertificate[], state: string, until: number | undefined]>([
  ['its active certificate', [certificate(false, 300), certificate(true, 4)], 'active', 4],
  ['the one that expires last', [certificate(false, -30), certificate(false, -3)], 'expired-only', -3],
  ['one that could be activated', [certificate(false, -30), certificate(false, 100)], 'none-active', 100],
  ['none if it has none', [], 'none-active', undefined],
])('judgeProfile: judges a profile by %s', (_what, certificates, state, until) => {
  const judged = judgeProfile({ flavor: 'jwt' }, certificates, now, 'UTC')
  expect([judged?.expiry.state, judged?.certificate?.notAfter]).toEqual([
    state,
    until === undefined ? until : at(until),
  ])
  // A client secret needs none.
  expect(judgeProfile({ flavor: 'basic' }, certificates, now, 'UTC')).toBeUndefined()
})
