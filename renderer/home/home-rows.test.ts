import { describe, expect, test } from 'vitest'
import { isAlert, judgeProfiles } from '#shared/expiry/profile-expiry.ts'
import type { WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import type { ProfileStatus } from '#shared/profiles/profile-status.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { dateTextOf } from '#shared/values/date-text.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { attentionSentence, homeRows, type HomeRow, type KnownProfile } from './home-rows.ts'

const now = Date.parse('2026-11-25T12:00:00Z')
const dates = dateTextOf({ format: 'system', timeZone: 'utc' }, 'en-US')
const at = (days: number): string => new Date(now + days * dayMs).toISOString()
const common = { profileId: '', wasVerified: true }
const verified = {
  ...common,
  verified: { token: { at: at(-1) }, connection: { at: at(-1) } },
  lastToken: { at: at(-1), ok: true },
} satisfies ProfileStatus
const unverified: ProfileStatus = { ...common, wasVerified: false, verified: {} }

/** @param until days until the certificate expires; undefined: it has none */
function known(
  name: string,
  until: number | undefined,
  more: Partial<KnownProfile> & { active?: boolean } = {},
): KnownProfile {
  const { active = true, ...others } = more
  const profile = {
    id: name,
    name,
    merchant: '',
    environment: 'production',
    practice: false,
    apiBaseUrl: 'https://a',
    flavor: 'jwt',
  } as Profile
  const certificate = {
    ...{ profileId: name, profileName: name, environment: 'production', practice: false, credentialId: name },
    ...{ active, quiet: !active, thumbprint: '', fingerprint: '', thresholds: [30, 7] },
    ...{ notBefore: at(-300), notAfter: at(until ?? 0) },
  } as WatchedCertificate
  const [judged] = judgeProfiles([profile], until === undefined ? [] : [certificate], now, 'UTC')
  const alert = judged !== undefined && isAlert(judged, until !== undefined, now)
  return { profile, judged, isAlert: alert, replacement: undefined, status: verified, ...others }
}

const failure = { what: 'Token', message: 'The token endpoint didn’t answer.', at: at(-1) }
const problem = { part: 'token', code: 'network-refused', message: failure.message, at: failure.at } as const
const inStep = (step: 'upload' | 'watch', refusal?: object): KnownProfile['replacement'] =>
  ({ step, replacement: { startedAt: at(-2), refusal } }) as unknown as KnownProfile['replacement']

function only(profile: KnownProfile): HomeRow {
  return homeRows([profile], now, dates)[0] ?? expect.unreachable()
}

describe('homeRows:', () => {
  test('homeRows: sorts by urgency, then real before practice profiles, then by days left and name', () => {
    const practice = known('practice', 3)
    const rows = homeRows(
      [
        known('fine', 212),
        known('failing', 100, { status: { ...verified, lastFailure: failure, problem } }),
        known('recovered', 300, { status: { ...verified, lastFailure: { ...failure, recoveredAt: at(0) } } }),
        known('new', undefined, { status: unverified }),
        known('soon', 24),
        { ...practice, profile: { ...practice.profile, practice: true } },
        known('urgent', 5),
        known('fine 10', 364),
        known('fine 9', 364),
        known('expired', -2),
      ],
      now,
      dates,
    )
    expect(rows.map(({ profile }) => profile.name)).toEqual([
      ...['expired', 'urgent', 'practice', 'failing', 'soon', 'new'],
      ...['fine', 'recovered', 'fine 9', 'fine 10'],
    ])
    expect(attentionSentence(rows)).toBe('4 of 10 profiles need you this week')
  })

  test.each([
    [
      'a certificate that expires this week',
      known('a', 5),
      'now',
      'Replace the certificate by Mon, Nov 30',
      'Replace…',
    ],
    ['one that expires later', known('a', 24), 'soon', 'Replace the certificate by Sat, Dec 19', 'Replace…'],
    ['an expired one', known('a', -2), 'now', 'The certificate expired 2 days ago', 'Replace…'],
    ['none that is valid', known('a', -2, { active: false }), 'now', 'The certificate expired 2 days ago', 'Set up'],
    [
      'one to activate',
      known('a', 90, { active: false, status: unverified }),
      'set-up',
      'Activate the certificate to get tokens',
      'Set up',
    ],
    ['no certificate', known('a', undefined), 'set-up', 'No certificate yet', 'Set up'],
    ['one that was lost', known('a', undefined, { isAlert: true }), 'now', 'No active certificate', 'Set up'],
    [
      'a replacement',
      known('a', 24, { replacement: inStep('upload') }),
      'soon',
      'Upload the new certificate to the portal',
      'Continue (5 of 11)',
    ],
    [
      'a replacement that the service refuses',
      known('a', 300, { replacement: inStep('watch', failure) }),
      'now',
      'The service refuses the new credential',
      'Continue (9 of 11)',
    ],
    [
      'a failure',
      known('a', 90, { status: { ...verified, problem } }),
      'failed',
      'The token endpoint didn’t answer',
      'Diagnose',
    ],
    [
      'no token so far',
      known('a', 90, { status: unverified }),
      'set-up',
      'Get a token to verify the set-up',
      'Get a token',
    ],
    [
      'a connection to test',
      known('a', 90, { status: { ...verified, verified: { token: { at: at(-1) } } } }),
      'set-up',
      'Test the connection',
      'Test connection',
    ],
    ['nothing', known('a', 90), 'ready', 'Ready', undefined],
    ['nothing that is known yet', known('a', 90, { status: undefined }), 'ready', 'Ready', undefined],
  ] as const)('homeRows: say what is next with %s', (_what, profile, urgency, text, label) => {
    const { next } = only(profile)
    expect([next.urgency, next.text, next.action?.label]).toEqual([urgency, text, label])
  })

  test('homeRows: a snoozed warning needs nothing, and says until when the certificate is valid', () => {
    const profile = known('a', 5)
    const { judged } = profile
    const certificate = { ...judged?.certificate, snooze: { since: at(-1), until: at(2) } } as WatchedCertificate
    const snoozed = judged === undefined ? judged : { ...judged, certificate }
    expect(only({ ...profile, judged: snoozed }).next).toEqual({
      urgency: 'ready',
      text: 'Snoozed. The certificate expires Mon, Nov 30',
    })
  })
})

test('attentionSentence: counts the profiles that need the person, also one or none', () => {
  const fine = only(known('fine', 90))
  const urgent = only(known('urgent', 5))
  expect([[fine], [urgent], [fine, fine], [fine, urgent]].map(attentionSentence)).toEqual([
    'Your profile needs nothing this week',
    'Your profile needs you this week',
    'None of 2 profiles needs you this week',
    '1 of 2 profiles needs you this week',
  ])
})
