import { expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { nextStep, stepAfterActivation } from './credential-next-step.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const request = { pem: '' }
const confirmation = { thumbprint: '' }
/** Creates a certificate that is valid from and until this many days from now. */
const valid = (from: number, to: number): object => ({
  notBefore: new Date(now + from * dayMs).toISOString(),
  notAfter: new Date(now + to * dayMs).toISOString(),
})
const fine = valid(-1, 364)
/** A certificate of the chain that expired. */
const expired = { subject: 'CN=Authority', notAfter: new Date(now - 3 * dayMs).toISOString() }
const of = (parts: object): Credential => ({ id: 'this', ...parts }) as Credential
const other = (parts: object): Credential => ({ id: 'other', ...parts }) as Credential

test.each([
  [{ state: 'key-created' }, 'make-request'],
  [{ state: 'key-created', request }, 'export-request'],
  [{ state: 'csr-exported', request }, 'import-certificate'],
  [{ state: 'certificate-imported', certificate: fine }, 'confirm'],
  [{ state: 'certificate-imported', certificate: valid(-400, -1) }, 'replace-expired'],
  [{ state: 'certificate-imported', certificate: valid(1, 300) }, 'wait'],
  [{ state: 'confirmed', certificate: fine, confirmation }, 'activate'],
  [{ state: 'confirmed', certificate: valid(1, 300), confirmation }, 'wait'],
  [{ state: 'confirmed', certificate: valid(-400, 20), confirmation }, 'activate'],
  [{ state: 'active', certificate: fine, confirmation }, 'none'],
  [{ state: 'active', certificate: fine }, 'confirm'],
  [{ state: 'active', certificate: valid(-400, 31), confirmation }, 'none'],
  [{ state: 'active', certificate: valid(-400, 30), confirmation }, 'replace'],
  [{ state: 'active', certificate: valid(-400, 3), confirmation }, 'replace'],
  [{ state: 'active', certificate: valid(-400, -3), confirmation }, 'replace-expired'],
  [{ state: 'retired', certificate: valid(-400, -3) }, 'none'],
  [
    { state: 'active', certificate: { ...fine, chainExpiry: expired, issuerExpiry: expired }, confirmation },
    'replace-expired',
  ],
  [{ state: 'active', certificate: { ...fine, chainExpiry: expired }, confirmation }, 'replace'],
  [
    { state: 'confirmed', certificate: { ...fine, chainExpiry: expired, issuerExpiry: expired }, confirmation },
    'replace-expired',
  ],
  [{ state: 'confirmed', certificate: { ...fine, chainExpiry: expired }, confirmation }, 'activate'],
  [{ state: 'confirmed', certificate: { ...valid(1, 300), chainExpiry: expired }, confirmation }, 'wait'],
])('nextStep: for a credential of %j alone, with a threshold of 30 days, is %s', (parts, step) => {
  const credential = of(parts)
  expect(nextStep(credential, [credential], [30], now, 'UTC')).toBe(step)
})

test.each([
  ['a new key', { state: 'key-created' }, 'none'],
  ['one that waits for its certificate', { state: 'csr-exported', request }, 'none'],
  ['a certificate that lasts longer', { state: 'confirmed', certificate: fine, confirmation }, 'none'],
  ['a certificate that ends sooner', { state: 'confirmed', certificate: valid(-9, 2), confirmation }, 'replace'],
  ['one that ended', { state: 'certificate-imported', certificate: valid(-9, -2) }, 'replace'],
  ['a retired one', { state: 'retired', certificate: fine }, 'replace'],
])('nextStep: when the active credential expires in 5 days and there is also %s', (_what, parts, step) => {
  const active = of({ state: 'active', certificate: valid(-400, 5), confirmation })
  expect(nextStep(active, [other(parts), active], [30], now, 'UTC')).toBe(step)
})

test('stepAfterActivation: a token, then a list if the profile has any; nothing once one is loaded', () => {
  const [untested, tested] = [{ verified: {} }, { verified: { token: { at: '2026-11-21T12:00:00Z' } } }]
  const profile = { reportsBaseUrl: 'https://reports.example.com' }
  expect(stepAfterActivation(profile, untested, false, false)).toBe('get-token')
  // Settings changed since the test.
  expect(stepAfterActivation(profile, untested, true, true)).toBe('get-token')
  expect(stepAfterActivation(profile, tested, true, false)).toBe('open-list')
  expect(stepAfterActivation(profile, tested, true, true)).toBeUndefined()
  expect(stepAfterActivation(profile, tested, false, false)).toBeUndefined()
  expect(stepAfterActivation({ reportsBaseUrl: '' }, tested, true, false)).toBeUndefined()
})
