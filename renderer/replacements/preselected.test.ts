import { expect, test } from 'vitest'
import type { WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import { preselected } from './replacements-page.tsx'

const now = Date.parse('2026-11-28T12:00:00.000Z')

function certificate(profileId: string, days: number, practice: boolean): WatchedCertificate {
  const validity = { notBefore: '2026-01-01T00:00:00.000Z', notAfter: new Date(now + days * 86_400_000).toISOString() }
  return {
    ...{ ...validity, profileId, profileName: profileId, environment: 'production', practice, credentialId: profileId },
    ...{ thresholds: [30], active: true, thumbprint: '', fingerprint: profileId, quiet: false },
  }
}

test('preselected: what has expired or is within the thresholds, and nothing else', () => {
  const all = [-2, 0, 30, 31].map((days) => certificate(String(days), days, false))
  expect([...preselected(all, now, 'UTC')]).toEqual(['-2', '0', '30'])
  expect([...preselected(all.slice(3), now, 'UTC')]).toEqual([])
})

test('preselected: certificates that warn, and practice profiles never together with real ones', () => {
  const practice = [certificate('practice-soon', 5, true), certificate('practice-fine', 300, true)]
  expect([...preselected(practice, now, 'UTC')]).toEqual(['practice-soon'])
  const real = [certificate('real-soon', 5, false), certificate('real-fine', 300, false)]
  expect([...preselected([...practice, ...real], now, 'UTC')]).toEqual(['real-soon'])
  expect([...preselected([...practice, certificate('real-fine', 300, false)], now, 'UTC')]).toEqual([])
})
