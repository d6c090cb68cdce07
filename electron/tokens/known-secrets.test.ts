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
  'JSON in numbers': (secret) => numbered(secret, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
  'JSON in numbers twice': (secret) => numbered(secret, (code) => `\\\\u${code.toString(16).padStart(4, '0')}`),
  'references in decimal': (secret) => numbered(secret, (code) => `&#${code};`),
  'references in hex': (secret) => numbered(secret, (code) => `&#X${code.toString(16).toUpperCase()};`),
  'references twice': (secret) => numbered(secret, (code) => `&amp;#${code};`),
  'percent of references': (secret) => encodeURIComponent(numbered(secret, (code) => `&#${code};`)),
}

function numbered(text: string, reference: (code: number) => string): string {
  return Array.from(text, (each) => reference(each.charCodeAt(0))).join('')
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

test('KnownSecrets: shows nothing of a text that encodes only parts of a secret with spaces', () => {
  const secrets = new KnownSecrets([clientSecret])
  expect(secrets.mask(`You sent ${clientSecret.replace('ü', String.raw`\u00fc`)}, which is wrong.`)).toBe('…')
  const harmless = String.raw`You sent h\u00fc&#115;h &amp; others, &#1114112; 100 %25 \" \/ \u12`
  expect(secrets.mask(harmless)).toBe(harmless)
})

test('KnownSecrets: leaves JSON whole from which it removes an encoded secret', () => {
  const json = String.raw`{"message":"\"${numbered(opaque, (code) => `%${code.toString(16)}`)}\" is wrong"}`
  expect(new KnownSecrets([opaque]).maskValues(json)).toBe(String.raw`{"message":"\"…\" is wrong"}`)
})

test('KnownSecrets: hides a longer secret whole that begins with a shorter one', () => {
  expect(new KnownSecrets(['hush', 'hush-4f9a2c77']).mask('It was hush-4f9a2c77.')).toBe('It was ….')
})

test.each([
  ['a JWT', jwt, 'bad … here'],
  ['a long opaque run', 'x9'.repeat(40), 'bad … here'],
  ['the value of a parameter', `client_secret=${opaque}`, 'bad client_secret=… here'],
  ['the value of a member', `"access_token":"${opaque}"`, 'bad "access_token":"…" here'],
  [
    'the value of a member in a string',
    String.raw`\"access_token\":\"${opaque}\"`,
    String.raw`bad \"access_token\":\"…\" here`,
  ],
  [
    'the value of a member in markup',
    `&quot;token&quot;: &quot;${opaque}&quot;`,
    'bad &quot;token&quot;: &quot;…&quot; here',
  ],
  ['the value of a member of a hash', `"token" => "${opaque}"`, 'bad "token" => "…" here'],
  ['the text of an element', `<token>${opaque}</token>`, 'bad <token>…</token> here'],
  [
    'the text of an element with attributes',
    `<a:Token b="c">${opaque}</a:Token>`,
    'bad <a:Token b="c">…</a:Token> here',
  ],
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

test.each<readonly [string, unknown]>([
  ['an object', { data: { access_token: opaque, token_type: 'Bearer-12345', trace_id: 'trace-12345' } }],
  ['an array', [[{ x: [{ refresh_token: opaque }] }, { trace_id: 'trace-12345' }]]],
  ['an array of tokens', { tokens: ['short', opaque], names: ['trace-12345'] }],
  ['an object that is a token', { access_token: { value: opaque, type: 'Bearer-12345' } }],
  ['many levels', Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], { id_token: opaque })],
])('KnownSecrets: learns the tokens of a response in %s', (_where, body) => {
  const secrets = new KnownSecrets([]).withTokensOf(body)
  expect(secrets.mask(`${opaque} short Bearer-12345 trace-12345`)).toBe('… short Bearer-12345 trace-12345')
})

test('KnownSecrets: shows no text of a response with more tokens than it can look for', () => {
  const tokens = (count: number): string[] => Array.from({ length: count }, (_, at) => `tok-4f9a2c-${at}`)
  expect(new KnownSecrets([]).withTokensOf({ tokens: tokens(10) }).mask('So wrong: tok-4f9a2c-7')).toBe('So wrong: …')
  expect(new KnownSecrets([]).withTokensOf({ tokens: tokens(1000) }).mask('So wrong')).toBe('…')
})

test.each([
  'The token is expired. Error AADSTS700016: client acme-1 not found.',
  'Unknown kid ABABABABABABABABABABABABABABABABABABABAB (trace 123e4567-e89b-12d3-a456-426614174000)',
  'Invalid token: expired',
  'Expected urn:ietf:params:oauth:client-assertion-type:jwt-bearer, 100 % wrong',
  'See https://login.example.com/errors?code=700016',
  'Token <expired> is invalid. The token => see "token": \\"none\\". 5 > 4, token > AADSTS700016',
  'Send Authorization: <token> AADSTS700016, not &quot;token&quot; & secret',
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
  const units = [
    'a',
    'a.',
    'a-',
    'token',
    'token=',
    'token: ',
    '%41',
    '%25',
    ' ',
    '=',
    '"token":"',
    'Bearer ',
    '<token ',
  ]
  for (const unit of [...units, '&', '"', '&#65;', '&amp;', ...['', '"', '/', 'u0041'].map((sign) => `\\${sign}`)])
    expect(secrets.mask(`${unit.repeat(size / unit.length)} ${opaque}`).slice(-2), unit).toBe(' …')
})

test.each([0, 1, 2, 3, 4])(
  'KnownSecrets: finds a secret in the Base64 of a text, %i characters after its start',
  (before) => {
    const whole = Buffer.from(`${'x'.repeat(before)}${clientSecret} and more`)
    for (const encoding of ['base64', 'base64url'] as const) {
      const masked = new KnownSecrets([clientSecret]).maskValues(`{"echo":"${whole.toString(encoding)}"}`)
      expect(masked).toContain('…')
      expect(Buffer.from(masked.split('"')[3]?.replaceAll('…', '') ?? '', encoding).toString()).not.toContain(
        clientSecret.slice(2, -2),
      )
    }
    expect(
      new KnownSecrets([clientSecret]).maskValues(Buffer.from('a harmless text').toString('base64')),
    ).not.toContain('…')
  },
)

test('KnownSecrets: joined ones are all found, however many', () => {
  const all = Array.from({ length: 60 }, (_each, index) => `secret-number-${index}-of-many`)
  const joined = all.reduce((known, each) => known.and(new KnownSecrets([each])), new KnownSecrets([]))
  expect(joined.maskValues(`a ${all.join(' ')} b`)).toBe(`a ${all.map(() => '…').join(' ')} b`)
})
