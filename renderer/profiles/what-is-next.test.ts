import { describe, expect, test } from 'vitest'
import type { WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import { nextActionLabel } from './next-action.ts'
import { at, dates, failure, inStep, known, now, problem, unverified, verified } from './testing/known-profile.ts'
import { whatIsNext, type KnownProfile } from './what-is-next.ts'

/** What is next, as `ready/not, tone: sentence [button]`. */
function next(profile: KnownProfile): string {
  const { isReady, sentence, action, tone } = whatIsNext(profile, now, dates)
  return `${isReady ? 'ready' : 'not'}, ${tone}: ${sentence} [${nextActionLabel(action) ?? ''}]`
}

const withToken = { ...verified, verified: { token: { at: at(-1) } } }
const withoutActive = { active: false, status: { ...unverified, setUp: 'confirmation' } } as const

describe('whatIsNext', () => {
  test.each([
    ['nothing', known('a', 90), 'ready, good: Ready []'],
    ['nothing that is known yet', known('a', 90, { status: undefined }), 'ready, good: Ready []'],
    ['a certificate for this week', known('a', 5), 'ready, bad: Replace the certificate by Mon, Nov 30 [Replace…]'],
    ['one that expires later', known('a', 24), 'ready, warn: Replace the certificate by Sat, Dec 19 [Replace…]'],
    [
      'a certificate for this week that was never tested',
      known('a', 5, { status: unverified }),
      'not, bad: Replace the certificate by Mon, Nov 30 [Replace…]',
    ],
    [
      'one that expires later and was never tested',
      known('a', 24, { status: unverified }),
      'not, warn: Replace the certificate by Sat, Dec 19 [Replace…]',
    ],
    [
      'one that expires later, and a failure',
      known('a', 24, { status: { ...verified, problem } }),
      'not, bad: The token endpoint didn’t answer [Diagnose]',
    ],
    ['an expired one', known('a', -2), 'not, bad: The certificate expired 2 days ago [Replace…]'],
    [
      'an expired one, before what failed because of it',
      known('a', -2, { status: { ...verified, problem } }),
      'not, bad: The certificate expired 2 days ago [Replace…]',
    ],
    [
      'none that is valid',
      known('a', -2, { active: false, status: { ...verified, setUp: 'confirmation' } }),
      'not, bad: The certificate expired 2 days ago [Create key]',
    ],
    ['one to confirm', known('a', 90, withoutActive), 'not, note: Compare the thumbprint with the portal [Confirm]'],
    [
      'one to activate',
      known('a', 90, { active: false, status: { ...unverified, setUp: 'activation' } }),
      'not, note: Activate the credential [Activate]',
    ],
    [
      'one to activate, although the profile worked',
      known('a', 90, { active: false, status: { ...verified, setUp: 'activation' } }),
      'not, bad: Activate the credential [Activate]',
    ],
    [
      'no key yet',
      known('a', undefined, { status: { ...unverified, setUp: 'key' } }),
      'not, note: Create a key [Create key]',
    ],
    [
      'a CSR that was sent',
      known('a', undefined, { status: { ...unverified, setUp: 'certificate' } }),
      'not, note: Import the signed certificate [Import certificate]',
    ],
    [
      'a certificate that was lost',
      known('a', undefined, { isAlert: true, status: { ...unverified, setUp: 'key' } }),
      'not, bad: No active certificate [Create key]',
    ],
    [
      'a failed token request or hello-world call',
      known('a', 90, { status: { ...verified, problem } }),
      'not, bad: The token endpoint didn’t answer [Diagnose]',
    ],
    [
      'a missing client secret',
      known('a', 90, { status: { ...unverified, problem: { ...problem, code: 'no-client-secret' } } }),
      'not, note: Enter the client secret [Enter secret]',
    ],
    [
      'a client secret that the keychain does not have',
      known('a', 90, { hasClientSecret: false }),
      'not, bad: Enter the client secret [Enter secret]',
    ],
    [
      'no token so far',
      known('a', 90, { status: unverified }),
      'not, note: Get a token to verify the set-up [Get a token]',
    ],
    [
      'settings that changed since a success',
      known('a', 90, { status: { ...unverified, wasVerified: true } }),
      'not, warn: Not tested since settings or credential changed [Test again]',
    ],
    [
      'settings that changed, and a certificate that expires later',
      known('a', 24, { status: { ...unverified, wasVerified: true } }),
      'not, warn: Not tested since settings or credential changed [Test again]',
    ],
    ['a connection to test', known('a', 90, { status: withToken }), 'not, note: Test the connection [Test connection]'],
    [
      'a replacement',
      known('a', 24, { replacement: inStep('upload') }),
      'ready, warn: Upload the new certificate to the portal [Continue (5 of 11)]',
    ],
    [
      'a replacement of a certificate that is fine',
      known('a', 90, { replacement: inStep('make-key') }),
      'ready, note: Create the new key [Continue (1 of 11)]',
    ],
    [
      'a replacement of an expired one',
      known('a', -2, { replacement: inStep('import-certificate') }),
      'not, bad: Import the new certificate [Continue (4 of 11)]',
    ],
    [
      'a replacement that the service refuses',
      known('a', 300, { replacement: inStep('watch', failure) }),
      'not, bad: The service refuses the new credential [Continue (9 of 11)]',
    ],
    [
      'a retired certificate that the portal still has',
      known('a', 300, { replacement: inStep('remove') }),
      'ready, note: Remove the old certificate from the portal [Continue (11 of 11)]',
    ],
    ['a replacement at its end', known('a', 300, { replacement: inStep('done') }), 'ready, good: Ready []'],
  ] as const)('whatIsNext: says what is next with %s', (_what, profile, expected) => {
    expect(next(profile)).toBe(expected)
  })

  test('whatIsNext: without an API address there is no connection to test', () => {
    const profile = known('a', 90, { status: withToken })
    expect(next({ ...profile, profile: { ...profile.profile, apiBaseUrl: '' } })).toBe('ready, good: Ready []')
  })

  test('whatIsNext: a certificate that is not valid yet keeps the profile from being ready', () => {
    const profile = known('a', 300)
    const { judged } = profile
    if (judged?.certificate === undefined) expect.unreachable()
    const certificate = { ...judged.certificate, notBefore: at(2) }
    const expiry = { ...judged.expiry, urgency: 'expired', standing: 'not-yet-valid' } as const
    expect(next({ ...profile, judged: { ...judged, certificate, expiry } })).toBe(
      'not, bad: The certificate is not valid until Fri, Nov 27 []',
    )
  })

  test('whatIsNext: a snoozed warning needs nothing, and says until when the certificate is valid', () => {
    const snoozed = (days: number): string => {
      const profile = known('a', days)
      const { judged } = profile
      const certificate = { ...judged?.certificate, snooze: { since: at(-1), until: at(2) } } as WatchedCertificate
      return next({ ...profile, judged: judged === undefined ? judged : { ...judged, certificate } })
    }
    expect(snoozed(10)).toBe('ready, good: Snoozed. The certificate expires Sat, Dec 5 [Replace…]')
    // Nothing silences the last week of a Production certificate.
    expect(snoozed(5)).toBe('ready, bad: Replace the certificate by Mon, Nov 30 [Replace…]')
  })
})
