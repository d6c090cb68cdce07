import { describe, expect, test } from 'vitest'
import type { WatchedCertificate } from '../expiry/warning-schemas.ts'
import type { HealthFacts } from './finding.ts'
import { healthOf } from './health.ts'
import { nextActionLabel } from './next-action.ts'
import { at, dates, inStep, known, now, problem, unverified, verified } from './testing/health-facts.ts'

/** What is next, as `ready/not, level: sentence [button]`. */
function next(profile: HealthFacts): string {
  const { isReady, next } = healthOf(profile, now, dates)
  return `${isReady ? 'ready' : 'not'}, ${next.level}: ${next.sentence} [${nextActionLabel(next.action) ?? ''}]`
}

/** The checks in order, as `subject level: words [button]`. */
function checks(profile: HealthFacts): string[] {
  return healthOf(profile, now, dates).checks.map(
    ({ subject, level, words, action = { kind: 'none' } }) =>
      `${subject} ${level}: ${words} [${nextActionLabel(action) ?? ''}]`,
  )
}

const withToken = { ...verified, verified: { token: { at: at(-1) } } }
const withoutActive = { active: false, status: { ...unverified, setUp: 'confirmation' } } as const
const basic = known('a', 90, { judged: undefined })
Object.assign(basic.profile, { flavor: 'basic' })
const failing = { ...verified, problem: { ...problem, since: at(-2), attempts: 3 } }

describe('healthOf', () => {
  test.each([
    ['nothing', known('a', 90), 'ready, good: Ready []'],
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
    ['one to confirm', known('a', 90, withoutActive), 'not, none: Compare the thumbprint with the portal [Confirm]'],
    [
      'one to activate',
      known('a', 90, { active: false, status: { ...unverified, setUp: 'activation' } }),
      'not, none: Activate the credential [Activate]',
    ],
    [
      'one to activate, although the profile worked',
      known('a', 90, { active: false, status: { ...verified, setUp: 'activation' } }),
      'not, bad: Activate the credential [Activate]',
    ],
    [
      'no key yet',
      known('a', undefined, { status: { ...unverified, setUp: 'key' } }),
      'not, none: Create a key [Create key]',
    ],
    [
      'a CSR that was sent',
      known('a', undefined, { status: { ...unverified, setUp: 'certificate' } }),
      'not, none: Import the signed certificate [Import certificate]',
    ],
    [
      'a certificate that was lost',
      known('a', undefined, { isLost: true, status: { ...unverified, setUp: 'key' } }),
      'not, bad: No active certificate [Create key]',
    ],
    [
      'a failed token request or hello-world call',
      known('a', 90, { status: { ...verified, problem } }),
      'not, bad: The token endpoint didn’t answer [Diagnose]',
    ],
    [
      'a missing client secret',
      { ...basic, status: { ...unverified, key: 'missing' } },
      'not, none: Enter the client secret [Enter secret]',
    ],
    [
      'a client secret that the keychain does not have',
      { ...basic, status: { ...verified, key: 'missing' } },
      'not, bad: Enter the client secret [Enter secret]',
    ],
    [
      'no token so far',
      known('a', 90, { status: unverified }),
      'not, none: Get a token to verify the set-up [Get a token]',
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
    ['a connection to test', known('a', 90, { status: withToken }), 'not, none: Test the connection [Test connection]'],
    [
      'a replacement',
      known('a', 24, { replacement: inStep('upload') }),
      'ready, warn: Upload the new certificate to the portal [Continue (5 of 11)]',
    ],
    [
      'a replacement of a certificate that is fine',
      known('a', 90, { replacement: inStep('make-key') }),
      'ready, none: Create the new key [Continue (1 of 11)]',
    ],
    [
      'a replacement of an expired one',
      known('a', -2, { replacement: inStep('import-certificate') }),
      'not, bad: Import the new certificate [Continue (4 of 11)]',
    ],
    [
      'a replacement that the service refuses',
      known('a', 300, { replacement: inStep('watch', true) }),
      'not, bad: The service refuses the new credential [Continue (9 of 11)]',
    ],
    [
      'a retired certificate that the portal still has',
      known('a', 300, { replacement: inStep('remove') }),
      'ready, none: Remove the old certificate from the portal [Continue (11 of 11)]',
    ],
    ['a replacement at its end', known('a', 300, { replacement: inStep('done') }), 'ready, good: Ready []'],
  ] as const)('healthOf: says what is next with %s', (_what, profile, expected) => {
    expect(next(profile)).toBe(expected)
  })

  test('healthOf: without an API address there is no connection to test', () => {
    const profile = known('a', 90, { status: withToken })
    expect(next({ ...profile, profile: { ...profile.profile, apiBaseUrl: '' } })).toBe('ready, good: Ready []')
  })

  test('healthOf: a certificate that is not valid yet keeps the profile from being ready', () => {
    const profile = known('a', 300)
    const { judged } = profile
    if (judged?.certificate === undefined) expect.unreachable()
    const certificate = { ...judged.certificate, notBefore: at(2) }
    const expiry = { ...judged.expiry, urgency: 'expired', standing: 'not-yet-valid' } as const
    expect(next({ ...profile, judged: { ...judged, certificate, expiry } })).toBe(
      'not, bad: The certificate is not valid until Fri, Nov 27 []',
    )
  })

  test('healthOf: a snoozed warning needs nothing, and says until when the certificate is valid', () => {
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

describe('healthOf: the checks', () => {
  test('what failed comes first, what is good stays in its place', () => {
    expect(checks(known('a', 90))).toEqual([
      'key good: RSA 2048, in the keychain []',
      'certificate good: 90 days left []',
      'token good: Works []',
    ])
    expect(checks(known('a', 24, { status: failing }))).toEqual([
      'token bad: No token since Nov 23, 12:00 PM · 3 attempts [Diagnose]',
      'certificate warn: 24 days left [Replace…]',
      'key good: RSA 2048, in the keychain []',
      'lists none: Waiting for a token []',
    ])
  })

  test('a key that its last use did not find is missing, and the token waits for it', () => {
    const missing = known('a', 90, { status: { ...failing, key: 'missing' } })
    expect(checks(missing).slice(0, 3)).toEqual([
      'key bad: RSA 2048, not in the keychain [Replace…]',
      'certificate good: 90 days left []',
      'token none: Waiting for the key []',
    ])
    expect(next(missing)).toBe('not, bad: The private key is not in the keychain [Replace…]')
    // Without an active credential there is nothing to replace.
    expect(next({ ...missing, key: { size: 2048, isActive: false } })).toContain('[Create key]')
  })

  test('a key is in the keychain only if a look or a token proves it', () => {
    const words = (status: HealthFacts['status']): string | undefined =>
      checks(known('a', 90, { status })).find((check) => check.startsWith('key'))
    expect(words(unverified)).toBe('key none: RSA 2048, not checked yet []')
    expect(words({ ...unverified, key: 'found' })).toBe('key good: RSA 2048, in the keychain []')
    expect(words({ ...unverified, verified: { token: { at: at(-1) } } })).toBe('key good: RSA 2048, in the keychain []')
    expect(words({ ...unverified, key: 'missing' })).toBe('key bad: RSA 2048, not in the keychain [Replace…]')
  })

  test('5 days left are said before the first token, too', () => {
    expect(checks(known('a', 5, { status: unverified }))[0]).toBe('certificate bad: 5 days left [Replace…]')
    expect(checks(known('a', 90, { status: unverified }))).toContain('certificate good: 90 days left []')
  })

  test('an expired certificate is replaced, also before the first token, and not imported', () => {
    expect(checks(known('a', -2, { status: unverified }))[0]).toBe('certificate bad: Expired 2 days ago [Replace…]')
    const waiting = known('a', undefined, { status: { ...unverified, setUp: 'certificate' } })
    expect(checks(waiting)).toContain('certificate none: Waiting for the signed certificate [Import certificate]')
  })

  test('an expired issuer above a usable certificate is a warning: the service decides', () => {
    const facts = known('a', -2, { usable: { notBefore: at(-300), notAfter: at(90) } })
    const [certificate] = healthOf(facts, now, dates).checks
    expect(certificate).toMatchObject({ level: 'warn', words: 'Expired 2 days ago' })
    expect(healthOf(facts, now, dates)).toMatchObject({ isReady: true, urgency: 'soon' })
    expect(healthOf(known('a', -2), now, dates)).toMatchObject({ isReady: false, urgency: 'stopped' })
  })

  test('an expired issuer of the certificate is named: it keeps the certificate from use', () => {
    const usable = { notBefore: at(-300), notAfter: at(-1), expiringIssuer: 'CN=Issuing CA' }
    const {
      checks: [certificate],
      next,
    } = healthOf(known('a', -2, { usable }), now, dates)
    expect(certificate).toMatchObject({ level: 'bad', words: 'Expired 1 day ago (issuer Issuing CA)' })
    expect(next.sentence).toBe('The certificate’s issuer “Issuing CA” expired 1 day ago')
  })

  test('a failure names the refused setting, and ends with its cure', () => {
    const refused = { kind: 'change-setting', field: 'audience', label: 'Audience' } as const
    expect(next(known('a', 90, { status: failing, refused }))).toBe(
      'not, bad: The token endpoint didn’t answer [Change audience…]',
    )
    expect(checks(known('a', 90, { status: verified, refused })).join(' ')).not.toMatch(/bad|Change/u)
  })

  test('lists wait for a token, but not if there is one and only calls fail', () => {
    const lists = (part: 'token' | 'connection'): string[] =>
      checks(known('a', 90, { status: { ...failing, problem: { ...problem, part } } })).filter((line) =>
        line.startsWith('lists'),
      )
    expect(lists('token')).toEqual(['lists none: Waiting for a token []'])
    expect(lists('connection')).toEqual([])
  })

  test('a failed list is a warning, and leaves the profile ready', () => {
    const failedList = { what: 'Page 1 of reports', message: 'Status 503.', at: at(-1) }
    const profile = known('a', 90, { status: { ...verified, failedList } })
    expect(checks(profile)[0]).toBe('lists warn: Page 1 of reports failed yesterday, 12:00 PM []')
    expect(next(profile)).toBe('ready, good: Ready []')
  })
})

test.each([
  ['days', known('a', 212), '212 d good'],
  ['the day of expiry', known('a', 0.3), 'today bad'],
  ['an expired certificate', known('a', -3), 'expired bad'],
  ['a failing token', known('a', 212, { status: failing }), 'no token bad'],
  [
    'a failing call',
    known('a', 212, { status: { ...failing, problem: { ...problem, part: 'connection' } } }),
    'calls fail bad',
  ],
  ['a missing key', known('a', 5, { status: { ...verified, key: 'missing' } }), 'no key bad'],
  ['a lost certificate', known('a', undefined, { isLost: true, status: { ...unverified, setUp: 'key' } }), 'none bad'],
  ['set-up', known('a', undefined, { status: { ...unverified, setUp: 'key' } }), 'undefined'],
] as const)('healthOf: the mark of %s', (_what, profile, expected) => {
  const { mark } = healthOf(profile, now, dates)
  expect(mark === undefined ? 'undefined' : `${mark.text} ${mark.level}`).toBe(expected)
})
