import { expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { tokenObstacle } from './token-obstacle.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const of = (state: string, notBefore: string, notAfter: string): Credential =>
  ({ state, certificate: { notBefore, notAfter } }) as Credential
const expired = { subject: 'CN=Authority', notAfter: '2026-11-21T11:59:59Z' }
const good = of('active', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z')
const withIssuers = (expiries: object): Credential =>
  ({ ...good, certificate: { ...('certificate' in good && good.certificate), ...expiries } }) as Credential

test.each<[string, readonly Credential[], string | undefined]>([
  ['none at all', [], 'no-active-credential'],
  ['none active', [of('confirmed', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z')], 'no-active-credential'],
  ['one that ended', [of('active', '2026-01-01T00:00:00Z', '2026-11-21T11:59:59Z')], 'certificate-expired'],
  [
    'one that is not valid yet',
    [of('active', '2026-11-21T12:00:01Z', '2027-11-21T00:00:00Z')],
    'certificate-not-yet-valid',
  ],
  ['a good one', [good], undefined],
  [
    'one whose own issuer expired',
    [withIssuers({ chainExpiry: expired, issuerExpiry: expired })],
    'certificate-expired',
  ],
  ['one with an expired issuer above its own', [withIssuers({ chainExpiry: expired })], undefined],
])('with credentials: %s', (_what, credentials, code) => {
  expect(tokenObstacle({ flavor: 'jwt' }, credentials, now)?.code).toBe(code)
  expect(tokenObstacle({ flavor: 'legacy' }, credentials, now)?.code).toBe(code)
  expect(tokenObstacle({ flavor: 'basic' }, credentials, now)).toBeUndefined()
})

test('tokenObstacle: distinguishes a profile without keys from one without an active credential', () => {
  const [none, inactive] = [[], [{ ...good, state: 'confirmed' } as Credential]].map(
    (credentials) => tokenObstacle({ flavor: 'jwt' }, credentials, now)?.words,
  )
  expect(none).not.toBe(inactive)
})
