import { dayMs } from '../model/values/local-day.ts'
import { describe, expect, test } from 'vitest'
import type { Credential } from '../model/credential/credential.ts'
import { flavors, needsCertificate } from '../model/profile/environment.ts'
import { byUrgency, judgeProfileExpiry } from './profile-expiry.ts'

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
  ] as const)('%s', (_what, state, standing, credentials) => {
    expect(judgeProfileExpiry(credentials, [30], now)).toMatchObject({ state, standing })
  })

  test('takes the active certificate, else the one that expires last', () => {
    const many = [5, 90, 20].map((days) => credential('certificate-imported', days))
    expect(judgeProfileExpiry(many, [30], now)).toMatchObject({ credential: { id: '90' }, daysLeft: 90 })
    expect(judgeProfileExpiry([...many, credential('active', 3)], [30], now)).toMatchObject({ daysLeft: 3 })
  })

  test('byUrgency sorts the most urgent first, with and without certificates', () => {
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
