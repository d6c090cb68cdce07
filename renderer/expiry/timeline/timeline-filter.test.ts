import { expect, test } from 'vitest'
import type { TimelineCertificate } from '#shared/expiry/warning-schemas.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { byUrgency, filterProfiles, isProblem, sortCertificates } from './timeline-filter.ts'

const now = Date.parse('2026-11-24T00:00:00Z')

function certificate(
  profileName: string,
  state: TimelineCertificate['state'],
  daysLeft: number,
  subject = 'CN=x',
  thresholds = [30],
): TimelineCertificate {
  return {
    ...{ profileId: profileName, profileName, environment: 'production', practice: false, state, subject, thresholds },
    credentialId: `${profileName} ${state} ${daysLeft}`,
    notBefore: new Date(now - 400 * dayMs).toISOString(),
    notAfter: new Date(now + daysLeft * dayMs).toISOString(),
  }
}

const names = (certificates: readonly TimelineCertificate[]): string[] => [
  ...new Set(certificates.map(({ profileName }) => profileName)),
]

test('filterProfiles: keeps profiles whose name or subject contains the text, with all their certificates', () => {
  const all = [
    certificate('Acme', 'active', 100),
    certificate('Acme', 'retired', -100),
    certificate('Bolt', 'active', 100, 'CN=acme-bolt'),
    certificate('Core', 'active', 100),
  ]
  const kept = filterProfiles(all, ' ACME ')
  expect(kept).toEqual(all.slice(0, 3))
  expect(filterProfiles(all, '')).toEqual(all)
})

test('filterProfiles: keeps only the named profiles, with all their certificates', () => {
  const all = [
    certificate('Fine', 'active', 31),
    certificate('Soon', 'active', 30),
    certificate('Soon', 'retired', -100),
    certificate('Retired', 'retired', 100),
  ]
  expect(names(filterProfiles(all, '', new Set(['Soon', 'Retired'])))).toEqual(['Soon', 'Retired'])
  expect(filterProfiles(all, 'soon', new Set(['Soon', 'Retired']))).toEqual(all.slice(1, 3))
  expect(filterProfiles(all, '', new Set())).toEqual([])
})

test('isProblem: a snoozed warning is one, a good certificate and none that is needed are not', () => {
  const good = { subject: 'certificate', level: 'good', words: '90 days left' } as const
  expect(isProblem(good)).toBe(false)
  expect(isProblem(undefined)).toBe(false)
  expect(isProblem({ ...good, sentence: 'Snoozed. The certificate expires Sat, Dec 5' })).toBe(true)
  expect(isProblem({ ...good, level: 'warn' })).toBe(true)
})

test('sortCertificates: sorts by expiry, and by name with numbers in their order', () => {
  const all = [
    certificate('Merchant 10', 'active', 5),
    certificate('Merchant 2', 'active', 50),
    certificate('Merchant 2', 'retired', 1),
  ]
  const lefts = (column: 'profile' | 'notAfter', isDescending: boolean): string[] =>
    sortCertificates(all, { column, isDescending }, now, 'UTC').map(({ credentialId }) => credentialId)
  expect(lefts('notAfter', false)).toEqual(['Merchant 2 retired 1', 'Merchant 10 active 5', 'Merchant 2 active 50'])
  expect(lefts('notAfter', true)).toEqual(['Merchant 2 active 50', 'Merchant 10 active 5', 'Merchant 2 retired 1'])
  expect(lefts('profile', false)).toEqual(['Merchant 2 retired 1', 'Merchant 2 active 50', 'Merchant 10 active 5'])
})

test('sortCertificates: by urgency, active ones come first, then those not in use, then retired ones', () => {
  const all = [
    certificate('Retired', 'retired', -1),
    certificate('Fine', 'active', 90),
    certificate('Unused', 'confirmed', -3),
    certificate('Soon by its own', 'active', 100, 'CN=x', [200]),
    certificate('Soon', 'active', 20),
    certificate('Urgent', 'active', 2),
    certificate('Expired', 'active', -2),
  ]
  const sorted = names(sortCertificates(all, byUrgency, now, 'UTC'))
  expect(sorted).toEqual(['Expired', 'Urgent', 'Soon', 'Soon by its own', 'Fine', 'Unused', 'Retired'])
})
