import { describe, expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import type { ProfileStatus } from '#shared/profiles/profile-status.ts'
import { dateTextOf } from '#shared/values/date-text.ts'
import { whatIsNext } from './what-is-next.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const instant = '2026-02-01T00:00:00Z'
const dates = dateTextOf({ format: 'year-first', timeZone: 'utc' })
const oldId = '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de'
const newId = '1a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de'

/** An active credential, as far as its expiry counts. */
function active(notAfter: string, notBefore = instant): Credential {
  const certificate = { notBefore, notAfter }
  return { id: oldId, state: 'active', certificate, confirmation: { thumbprint: '' } } as Credential
}

const profile = {
  flavor: 'jwt',
  clientAuthentication: 'private_key_jwt',
  apiBaseUrl: 'https://api.example.com',
} as const
const fine = active('2027-03-01T00:00:00Z')
const verified: ProfileStatus['verified'] = { token: { at: instant }, connection: { at: instant } }

/** What is next, as `ready/not kind: sentence (tone)`. */
function next(changes: Partial<Parameters<typeof whatIsNext>[0]>): string {
  const { isReady, sentence, action, tone } = whatIsNext({
    ...{
      profile,
      credentials: [fine],
      status: { verified, wasVerified: true },
      replacement: undefined,
      thresholds: [30, 7],
      now,
      dates,
    },
    ...changes,
  })
  const step = action.kind === 'set-up' ? ` ${action.step}` : ''
  const progress = action.kind === 'continue-replacement' ? ` ${action.step} of ${action.of}` : ''
  return `${isReady ? 'ready' : 'not'} ${action.kind}${step}${progress}: ${sentence} (${tone})`
}

describe('whatIsNext', () => {
  test('nothing: everything was verified and nothing expires soon', () => {
    expect(next({})).toBe('ready none: Ready (good)')
  })

  test('set-up: its next step, then the token, then the connection', () => {
    const status = { verified: {}, wasVerified: false }
    expect(next({ credentials: [], status })).toBe('not set-up key: Create a key (note)')
    expect(next({ status })).toBe('not get-token: Get a token to verify the set-up (note)')
    const token = { verified: { token: { at: instant } }, wasVerified: true }
    expect(next({ status: token })).toBe('not test-connection: Test the connection (note)')
    expect(next({ status: token, profile: { ...profile, apiBaseUrl: '' } })).toBe('ready none: Ready (good)')
  })

  test('settings changed since a success: test again', () => {
    expect(next({ status: { verified: {}, wasVerified: true } })).toBe(
      'not test-again: Not tested since settings or credential changed (note)',
    )
  })

  test('a failed token request or hello-world call: what was wrong, and Diagnose', () => {
    const problem = { part: 'token', code: 'token-refused', message: 'Refused.', at: instant } as const
    expect(next({ status: { verified, problem, wasVerified: true } })).toBe('not diagnose: Refused (bad)')
    expect(next({ status: { verified, wasVerified: true, problem: { ...problem, part: 'connection' } } })).toBe(
      'not diagnose: Refused (bad)',
    )
  })

  test('a certificate that expires soon: replace it, while the profile is ready', () => {
    expect(next({ credentials: [active('2026-03-20T12:00:00Z')] })).toMatch(
      /^ready replace: Replace the certificate by .*20.* \(warn\)$/u,
    )
    expect(next({ credentials: [active('2026-03-05T12:00:00Z')] })).toMatch(/^ready replace: .* \(bad\)$/u)
    expect(next({ credentials: [active('2026-03-05T12:00:00Z')], thresholds: [] })).toMatch(/^ready/u)
  })

  test('an expired certificate comes before what failed because of it', () => {
    const problem = { part: 'token', code: 'certificate-expired', message: 'Expired.', at: instant } as const
    const credentials = [active('2026-02-26T12:00:00Z')]
    expect(next({ credentials, status: { verified, problem, wasVerified: true } })).toBe(
      'not replace: The certificate expired 3 days ago (bad)',
    )
  })

  test('a replacement in progress: its step, whatever else is wrong', () => {
    const replacement = { startedAt: instant, oldCredentialId: oldId, newCredentialId: newId }
    expect(next({ replacement })).toBe('ready continue-replacement 1 of 11: Create the new key (note)')
    const successor = { id: newId, state: 'csr-exported' } as Credential
    expect(next({ replacement, credentials: [active('2026-02-26T12:00:00Z'), successor] })).toBe(
      'not continue-replacement 4 of 11: Import the new certificate (bad)',
    )
    const retired = { id: oldId, state: 'retired' } as Credential
    const done = { ...fine, id: newId }
    const accepted = { ...replacement, acceptedAt: instant }
    const credentials = [done, retired]
    expect(next({ replacement: accepted, credentials })).toBe(
      'ready continue-replacement 11 of 11: Remove the old certificate from the portal (note)',
    )
    expect(next({ replacement: { ...accepted, removedAt: instant }, credentials })).toBe('ready none: Ready (good)')
  })
})
