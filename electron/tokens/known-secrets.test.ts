import { expect, test } from 'vitest'
import { KnownSecrets } from './known-secrets.ts'

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = `${part({ alg: 'RS256' })}.${part({ aud: 'x' })}.c2lnbmF0dXJl`
const opaque = 'tok+en/4f9a2c~77Zq'
const clientSecret = 'hüsh & hush/9"<'

/** How a service may repeat a secret in a message. */
const spellings: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 without padding': (secret) => Buffer.from(secret).toString('base64').replaceAll('=', ''),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  'a form': (secret) => new URLSearchParams([['', secret]]).toString().slice(1),
  'a form in lower case': (secret) =>
    new URLSearchParams([['', secret]])
      .toString()
      .slice(1)
      .replaceAll(/%../gu, (code) => code.toLowerCase()),
  percent: (secret) => encodeURIComponent(secret),
  'percent in lower case': (secret) => encodeURIComponent(secret).replaceAll(/%../gu, (code) => code.toLowerCase()),
  'every character percent-encoded': (secret) =>
    [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'percent twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'percent of base64': (secret) => encodeURIComponent(Buffer.from(secret).toString('base64')),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  'hex in upper case': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  JSON: (secret) => JSON.stringify(secret),
  'JSON with escaped slashes': (secret) => JSON.stringify(secret).replaceAll('/', String.raw`\/`),
  markup: (secret) =>
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
}

test.each(Object.keys(spellings))('KnownSecrets: hides %s of a known secret in a message', (spelling) => {
  for (const secret of [jwt, opaque, clientSecret]) {
    const secrets = new KnownSecrets([secret])
    const spelled = spellings[spelling]?.(secret) ?? ''
    const text = `You sent ${spelled}, which is wrong.`
    for (const shown of [secrets.mask(text), secrets.maskValues(text)]) {
      expect(shown).toMatch(/^You sent "?….*which is wrong\.$/u)
      // No larger piece is left either.
      for (let at = 0; at + 10 <= spelled.length; at += 1) expect(shown).not.toContain(spelled.slice(at, at + 10))
    }
  }
})

test('KnownSecrets: hides a longer secret whole that begins with a shorter one', () => {
  expect(new KnownSecrets(['hush', 'hush-4f9a2c77']).mask('It was hush-4f9a2c77.')).toBe('It was ….')
})

test.each([
  ['a JWT', jwt, 'bad … here'],
  ['a long opaque run', 'x9'.repeat(40), 'bad … here'],
  ['the value of a parameter', `client_secret=${opaque}`, 'bad client_secret=… here'],
  ['the value of a member', `"access_token":"${opaque}"`, 'bad "access_token":"…" here'],
  ['a header’s credentials', 'Bearer 4f9a2c77', 'bad Bearer … here'],
])('KnownSecrets: hides %s by its form', (_what, token, shown) => {
  const none = new KnownSecrets([])
  expect(none.mask(`bad ${token} here`)).toBe(shown)
  // In data that a person asked for it stays.
  expect(none.maskValues(`bad ${token} here`)).toBe(`bad ${token} here`)
})

test('KnownSecrets: learns the tokens of a response, but not what describes them', () => {
  const members = { access_token: opaque, token_type: 'Bearer-12345', trace_id: 'trace-12345', expires_in: 60 }
  const secrets = new KnownSecrets([]).withTokensOf(members)
  expect(secrets.mask(`${opaque} Bearer-12345 trace-12345`)).toBe('… Bearer-12345 trace-12345')
})

test.each([
  'The token is expired. Error AADSTS700016: client acme-1 not found.',
  'Unknown kid ABABABABABABABABABABABABABABABABABABABAB (trace 123e4567-e89b-12d3-a456-426614174000)',
  'Invalid token: expired',
  'Expected urn:ietf:params:oauth:client-assertion-type:jwt-bearer, 100 % wrong',
  'See https://login.example.com/errors?code=700016',
  '',
])('KnownSecrets: harmless text stays as it is: %s', (text) => {
  expect(new KnownSecrets([jwt, clientSecret]).mask(text)).toBe(text)
})

test('KnownSecrets: hides a secret as long as a whole response', () => {
  const long = 'x9'.repeat(128 * 1024)
  expect(new KnownSecrets([long]).maskValues(`a ${long} b`)).toBe('a … b')
})

test('KnownSecrets: signs that a hostile service repeats take no longer than reading', () => {
  const size = 256 * 1024
  const secrets = new KnownSecrets([opaque, jwt])
  for (const unit of ['a', 'a.', 'a-', 'token', 'token=', 'token: ', '%41', '%25', ' ', '=', '"token":"', 'Bearer '])
    secrets.mask(unit.repeat(size / unit.length))
})
