import { X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Certificate, Credential } from '#shared/credentials/credential.ts'
import { usableValidity, validityOf } from '#shared/expiry/expiry.ts'
import { judgeProfileExpiry } from '#shared/expiry/profile-expiry.ts'
import { warningWords, describeValidity } from '#shared/expiry/warning-messages.ts'
import type { ClientAuthentication } from '#shared/profiles/environment.ts'
import { dateTextOf } from '#shared/values/date-text.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { certificateStep } from '../diagnostics/credential-steps.ts'
import type { DiagnosisFacts } from '../diagnostics/facts.ts'
import { settingCauses } from '../diagnostics/setting-causes.ts'
import { newServerCertificate, type WantedCertificate } from '../diagnostics/testing/new-certificate.ts'
import { calendarFile } from '../expiry/calendar-file.ts'
import { emptyNoticeState } from '../expiry/notice-store.ts'
import { credentialWith, profileWith } from '../expiry/testing/stored-certificate.ts'
import { watchedCertificates, certificateTimeline } from '../expiry/watched-certificates.ts'
import { healthsOf } from '../health/profile-healths.ts'
import { withChain } from '../profiles/store/stored-certificate.ts'
import { storedProfileSchema, type StoredProfile } from '../profiles/store/stored-profile.ts'
import { describeCertificate } from './certificate.ts'
import { requireValid } from './validity.ts'

// Noon, so that a quarter of a day changes no calendar day.
const now = new Date().setHours(12, 0, 0, 0)
const noon = (now - Date.now()) / dayMs
const importedAt = new Date(now).toISOString()
const dates = dateTextOf({ format: 'system', timeZone: 'utc' }, 'en-GB')

function authority(wanted: WantedCertificate): { name: string; cert: string; key: string } {
  return { ...newServerCertificate({ ...wanted, isAuthority: true, from: -400 }), name: wanted.commonName }
}

/** @param days until certificate and issuers expire */
function certificateWith(days: {
  own: number
  issuer: number
  policy?: number
  root?: number
  from?: number
}): Certificate {
  const root = authority({ commonName: 'Root', to: noon + (days.root ?? 3650) })
  const policy = authority({ commonName: 'Policy CA', issuer: root, to: noon + (days.policy ?? 3650) })
  const issuer = authority({ commonName: 'Issuing CA', issuer: policy, to: noon + days.issuer })
  const { cert } = newServerCertificate({
    commonName: 'acme',
    issuer,
    to: noon + days.own,
    ...(days.from !== undefined && { from: days.from }),
  })
  const chain = [issuer.cert, policy.cert, root.cert].map((pem) => new X509Certificate(pem))
  return describeCertificate(new X509Certificate(cert), chain, importedAt)
}

/** Returns a profile as it is read from the store. */
function profileOf(
  certificate: Certificate,
  clientAuthentication: ClientAuthentication = 'tls_client_auth',
): StoredProfile {
  const credential = { ...credentialWith('Acme', 'acme', importedAt), certificate } as Credential
  const { profile, ...stored } = profileWith('Acme', [credential])
  return storedProfileSchema.parse({ ...stored, profile: { ...profile, flavor: 'legacy', clientAuthentication } })
}

describe.each([
  { issuer: 4.25, own: 364, urgency: 'urgent', words: '4 days left (issuer Issuing CA)', warning: 'expires in 4 days' },
  {
    issuer: -1.25,
    own: 364,
    urgency: 'expired',
    words: 'Expired 1 day ago (issuer Issuing CA)',
    warning: 'expired 1 day',
  },
])('a certificate of $own days whose issuer has $issuer', ({ issuer, own, urgency, words, warning }) => {
  const certificate = certificateWith({ own, issuer })
  const stored = profileOf(certificate)
  const end = new Date(new X509Certificate(certificate.chain[0] ?? '').validToDate).toISOString()
  const [watched] = watchedCertificates([stored], { thresholds: [30] }, emptyNoticeState)

  test.each([
    ['validityOf', () => validityOf(certificate)],
    ['watchedCertificates', () => watched],
    ['certificateTimeline', () => certificateTimeline([stored], { thresholds: [30] }, emptyNoticeState)[0]],
  ])('Validity: %s has the issuer’s date and names it', (_what, find) => {
    expect(find()).toMatchObject({ notAfter: end, expiringIssuer: 'CN=Issuing CA' })
  })

  test('Expiry, its texts and the calendar: use the issuer’s date', () => {
    expect(judgeProfileExpiry(stored.credentials, [30], now).urgency).toBe(urgency)
    expect(describeValidity(validityOf(certificate), now)).toBe(words)
    expect(watched && warningWords(watched, now, dates).text).toContain(`certificate’s issuer “Issuing CA” ${warning}`)
    // What has expired is not in it.
    const start = `DTSTART:${end.replace(/[-:]|\.000/gu, '')}`
    const calendar = calendarFile(watched === undefined ? [] : [watched], now, dates)
    expect(calendar.includes(start)).toBe(urgency !== 'expired')
  })
})

/** Returns what diagnostics know of a profile. @param at milliseconds since the epoch */
function factsOf(own: StoredProfile, at = now): DiagnosisFacts {
  const [active] = own.credentials
  const status = { profileId: own.profile.id, verified: {}, wasVerified: true }
  const certificates = watchedCertificates([own], { thresholds: [30] }, emptyNoticeState)
  const [judged] = healthsOf({ profiles: [own], certificates, dates }, [status], at)
  const certificate = judged?.health.checks.find(({ subject }) => subject === 'certificate')
  return { own, active, certificate, now: at, commandLine: 'clavis' } as unknown as DiagnosisFacts
}

test.each([{ issuer: -1.5 }, { issuer: -1.5, policy: -2.5 }])(
  'diagnostics: name the expired issuer as the cause, if the chain is sent (%j)',
  (days) => {
    const facts = factsOf(profileOf(certificateWith({ own: 364, ...days })))
    expect(settingCauses(facts)[0]).toMatchObject({
      id: 'certificate-ended',
      what: expect.stringContaining('The certificate’s issuer “Issuing CA” expired'),
    })
    expect(certificateStep(facts)).toMatchObject({
      outcome: 'bad',
      sentence: expect.stringMatching(/Expired .+ \(issuer Issuing CA\)/u),
    })
  },
)

test('diagnostics: warn of what expired above the certificate’s own issuer, and name no cause', () => {
  const facts = factsOf(profileOf(certificateWith({ own: 364, issuer: 200, policy: -1.5 })))
  expect(settingCauses(facts)).toEqual([])
  expect(certificateStep(facts)).toMatchObject({
    outcome: 'warning',
    sentence: expect.stringMatching(/Expired .+ \(issuer Policy CA\)/u),
  })
})

test('diagnostics: a certificate that is not valid yet cannot be used, whatever expired above its issuer', () => {
  const own = profileOf(certificateWith({ own: 364, issuer: 200, policy: -1.5 }))
  expect(certificateStep(factsOf(own, now - 500 * dayMs))).toMatchObject({
    outcome: 'bad',
    sentence: expect.stringContaining('Not valid yet'),
  })
  const early = profileOf(certificateWith({ own: 364, issuer: 200, policy: -1.5, from: 10 }))
  expect(certificateStep(factsOf(early))).toMatchObject({ outcome: 'bad' })
})

test.each([
  ['the certificate', { own: 20, issuer: 300, policy: 10 }, { days: 20 }],
  ['its own issuer', { own: 364, issuer: 20, policy: 10 }, { days: 20, expiringIssuer: 'CN=Issuing CA' }],
])('usableValidity: ends with %s, whatever expires above', (_what, given, { days, ...issuer }) => {
  const certificate = certificateWith(given)
  const { notAfter, ...rest } = usableValidity(certificate)
  expect(rest).toEqual({ notBefore: certificate.notBefore, ...issuer })
  expect(Math.round((Date.parse(notAfter) - now) / dayMs)).toBe(days)
  expect(validityOf(certificate)).toHaveProperty('expiringIssuer', 'CN=Policy CA')
})

test('validityOf: keeps the certificate’s own date, if it is the first to expire', () => {
  const certificate = certificateWith({ own: 20, issuer: 300 })
  expect(validityOf(certificate)).toEqual({ notBefore: certificate.notBefore, notAfter: certificate.notAfter })
})

test.each([
  ['an expired issuer', 'tls_client_auth', { issuer: -1.5 }, /issuer “Issuing CA” expired at/u],
  ['an expired issuer', 'private_key_jwt', { issuer: -1.5 }, undefined],
  ['an expired root', 'tls_client_auth', { issuer: 400, root: -1.5 }, undefined],
] as const)('%s: expires a certificate only if it is sent, with %s', (_what, clientAuthentication, days, why) => {
  const stored = profileOf(certificateWith({ own: 364, ...days }), clientAuthentication)
  const certificate = certificateOf(stored.credentials[0])
  if (certificate === undefined) throw new Error('no certificate')
  const check = (): void => requireValid(certificate, now)
  if (why === undefined) expect(check).not.toThrow()
  else
    expect(check).toThrow(expect.objectContaining({ code: 'certificate-expired', message: expect.stringMatching(why) }))
  const expired = why === undefined ? 'fine' : 'expired'
  expect(judgeProfileExpiry(stored.credentials, [30], now).urgency).toBe(expired)
  const [watched] = watchedCertificates([stored], { thresholds: [30] }, emptyNoticeState)
  expect(watched?.expiringIssuer).toBe(why && 'CN=Issuing CA')
})

test('withChain: forgets an expired issuer, when a renewed one takes its place', () => {
  const certificate = certificateWith({ own: 364, issuer: -1.5 })
  const renewed = authority({ commonName: 'Issuing CA', issuer: authority({ commonName: 'Root' }), to: noon + 400 })
  expect(validityOf(withChain(certificate, [renewed.cert])).notAfter).toBe(certificate.notAfter)
})

test('storedProfileSchema: derives from the chain which issuer expires first, whatever the file says', () => {
  const certificate = certificateWith({ own: 364, issuer: 4.5 })
  const { chainExpiry, issuerExpiry, ...older } = certificate
  expect(issuerExpiry).toEqual(chainExpiry)
  const other = { subject: 'CN=Other', notAfter: '2099-01-01T00:00:00.000Z' }
  for (const file of [older, { ...older, chainExpiry: other, issuerExpiry: other }])
    expect(profileOf(file).credentials[0]).toMatchObject({ certificate: { chainExpiry, issuerExpiry } })
})
