import { describe, expect, test } from 'vitest'
import { KnownSecrets } from './known-secrets.ts'
import { learnedSecrets, maskBody, maskHeader } from './masked-text.ts'

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = `${part({ alg: 'RS256' })}.${part({ aud: 'x' })}.c2lnbmF0dXJl`
const opaque = 'tok+en/4f9a2c~77Zq'
const clientSecret = 'hüsh & hush/9"<'

const masked = (body: string, ...known: string[]): string => {
  const secrets = learnedSecrets(body, new KnownSecrets(known))
  return maskBody(body, secrets)
}

/** How a service may repeat a secret. */
const encodings: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 without padding': (secret) => Buffer.from(secret).toString('base64').replaceAll('=', ''),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  'base64 of base64': (secret) => Buffer.from(Buffer.from(secret).toString('base64')).toString('base64'),
  'base64 within other base64': (secret) => Buffer.from(`ab:${secret}:c`).toString('base64'),
  'base64 of JSON': (secret) => Buffer.from(JSON.stringify({ t: secret })).toString('base64url'),
  percent: (secret) => encodeURIComponent(secret),
  'percent in lower case': (secret) => encodeURIComponent(secret).replaceAll(/%../gu, (code) => code.toLowerCase()),
  'every character percent-encoded': (secret) =>
    [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'percent twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'percent of base64': (secret) => encodeURIComponent(Buffer.from(secret).toString('base64')),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  'hex in upper case': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
}

/** Where a service may repeat it. */
const places: Readonly<Record<string, (text: string) => string>> = {
  'a member': (text) => JSON.stringify({ error: 'x', echoed: text }),
  'a message': (text) => JSON.stringify({ error_description: `You sent ${text}, which is wrong.` }),
  'an escaped member': (text) =>
    `{"a":"${Array.from(text, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`,
  'JSON within JSON': (text) => JSON.stringify({ body: JSON.stringify({ deeper: { list: [text] } }) }),
  'a form': (text) => `a=1&debug=${encodeURIComponent(text)}&b=2`,
  'an XML element': (text) => `<error><said>${xml(text)}</said></error>`,
  'an XML attribute': (text) => `<error said="${xml(text)}"/>`,
  'a CDATA section': (text) => `<error><![CDATA[${text}]]></error>`,
  'numeric entities': (text) => `<e>${Array.from(text, (each) => `&#${each.codePointAt(0) ?? 0};`).join('')}</e>`,
  'plain text': (text) => `The request had ${text} in it`,
  'a web page': (text) =>
    `<!doctype html><html><body><p>${xml(text)}</p><script>var x = {"y": "z"}</script></body></html>`,
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** How a message may escape single characters. */
const escapes: Readonly<Record<string, (code: number) => string>> = {
  'unicode escapes': (code) => String.raw`\\u${code.toString(16).padStart(4, '0')}`,
  'unicode escapes in braces': (code) => String.raw`\\u{${code.toString(16)}}`,
  'byte escapes': (code) => String.raw`\\x${code.toString(16).padStart(2, '0')}`,
  entities: (code) => `&#${code};`,
  'entities in hex with zeros': (code) => `&#x0000${code.toString(16)};`,
  'entities without a semicolon': (code) => `&#${code}`,
}

const cases = Object.keys(encodings).flatMap((encoding) =>
  Object.keys(places).map((place) => [encoding, place] as const),
)

describe('Masking by value', () => {
  test.each(cases)('Masking by value: hides %s of a known secret in %s', (encoding, place) => {
    for (const secret of [jwt, opaque, clientSecret]) {
      const encoded = encodings[encoding]?.(secret) ?? ''
      const body = places[place]?.(encoded) ?? ''
      const shown = masked(body, secret)
      expect(shown).toContain('…')
      expect(shown).not.toContain(encoded)
      // No larger piece is left either.
      for (let at = 0; at + 10 <= encoded.length; at += 1) expect(shown).not.toContain(encoded.slice(at, at + 10))
    }
  })

  test.each(Object.keys(escapes))('Masking by value: hides a known secret with %s in a message', (name) => {
    for (const secret of [jwt, opaque])
      for (const isEscaped of [/./u, /[^A-Za-z]/u]) {
        const escape = escapes[name] ?? String
        const text = Array.from(secret, (each) => (isEscaped.test(each) ? escape(each.charCodeAt(0)) : each)).join('')
        expect(masked(`{"error_description":"You sent ${text}, which is wrong."}`, secret)).toBe(
          '{"error_description":"You sent …"}'.replace('…', '… which is wrong.'),
        )
      }
  })

  test.each(Object.keys(encodings))('Masking by value: hides the response’s own token, repeated as %s', (encoding) => {
    const encoded = encodings[encoding]?.(opaque) ?? ''
    const shown = masked(JSON.stringify({ access_token: opaque, debug: encoded, token_type: 'Bearer', expires_in: 60 }))
    expect(JSON.parse(shown)).toEqual({
      access_token: '…',
      debug: expect.stringMatching(/^(?:Bearer )?.{0,12}…/u) as string,
      token_type: 'Bearer',
      expires_in: 60,
    })
    expect(shown).not.toContain(encoded)
  })
})

describe('Masking by name', () => {
  test.each([
    ...['access_token', 'accessToken', 'ACCESS-TOKEN', 'x.token.value', 'myJwt', 'id_jwt_hint', 'tokens', 'csrfToken'],
    ...['client_secret', 'Password', 'assertion'],
  ])('Masking by name: hides %s, in every format', (name) => {
    for (const body of [
      JSON.stringify({ [name]: 'abc' }),
      JSON.stringify({ a: [{ [name]: 'abc' }] }),
      JSON.stringify({ [name]: ['abc', { deeper: 'abc', n: 1 }] }),
      JSON.stringify({ [name]: { value: 'abc' } }),
      JSON.stringify({ body: JSON.stringify({ [name]: 'abc' }) }),
      JSON.stringify({ body: `<r><${name}>abc</${name}></r>` }),
      JSON.stringify({ body: `x=1&${name}=abc` }),
      `{ "${name}" :\n "abc`,
      `{'${name}': 'abc'}`,
      `a=1&${name}=abc&b=2`,
      `${encodeURIComponent(name).replaceAll('o', '%6F')}=abc`,
      `<r><${name}>abc</${name}></r>`,
      `<r><ns:${name} a="1"><v>abc</v></ns:${name}></r>`,
      `<r><${name}><![CDATA[abc]]></${name}></r>`,
      `<r ${name}="abc"/>`,
      `<r><${name} value='abc'/></r>`,
      `<r><entry key="${name}">abc</entry></r>`,
      `<input type="hidden" name="${name}" value="abc">`,
      `<script>var s = {"${name}": "abc"}</script>`,
      `Failed with {"${name}":"abc"} in it`,
      `Failed with {\\"${name}\\":\\"abc\\"} in it`,
    ])
      expect(masked(body), body).not.toContain('abc')
    expect(maskHeader(name, 'abc', new KnownSecrets([]))).toBe('…')
  })

  test('Masking by name: hides the value of a name that is written with escapes', () => {
    expect(masked(String.raw`{"access_\u0074oken":"abc"}`)).not.toContain('abc')
  })

  test.each([
    `callback({access_token:"${opaque}"})`,
    `{access_token: '${opaque}'}`,
    `access_token: "${opaque}"`,
    `'access_token' => '${opaque}'`,
  ])('Masking by name: hides a value without or with single quotes, %s', (body) => {
    expect(masked(body)).not.toContain(opaque)
  })

  test('Masking by name: hides a token that is a number', () => {
    expect(masked('{"token":12345678}')).toBe('{"token":"…"}')
  })
})

test.each([
  ['a member of any name', JSON.stringify({ data: jwt })],
  ['a bare JSON string', JSON.stringify(jwt)],
  ['a bare JSON string that is no JWT', JSON.stringify(opaque)],
  ['text alone', ` ${opaque}\n`],
  ['a JWT alone', jwt],
  ['a short JWT', JSON.stringify({ x: `${part({ alg: 'none' })}.${part({})}.` })],
  ['a JWT within base64', JSON.stringify({ x: Buffer.from(jwt).toString('base64') })],
  ['XML text', `<a>${jwt}</a>`],
  [
    'base64 over several lines',
    `<a>${(
      Buffer.from('x'.repeat(90))
        .toString('base64')
        .match(/.{1,76}/gu) ?? []
    ).join('\n')}</a>`,
  ],
  ['a header’s credentials', 'authorization was Bearer 4f9a2c77'],
])('Masking by form: %s', (_what, body) => {
  const shown = masked(body)
  expect(shown).toContain('…')
  for (const secret of [jwt, opaque, part({ alg: 'none' }), '4f9a2c77', 'eHh4']) expect(shown).not.toContain(secret)
})

test.each([
  '{"token_type":"Bearer","expires_in":3600,"scope":"payments.read payments.write","issued_token_type":"urn:ietf:params:oauth:token-type:jwt"}',
  '{ "accessTokenExpiresAt": "2026-11-26T00:00:00Z",\n\t"refresh_token_expires_in": 60, "token_endpoint": "https://a.example/t" }',
  '{"error":"invalid_token","error_description":"The token is expired. Error AADSTS700016: client acme-1 not found."}',
  '{"error":"invalid_client","has_token":true,"token":null,"id":"123e4567-e89b-12d3-a456-426614174000"}',
  '"temporarily_unavailable"',
  '"Unauthorized"',
  'Service Unavailable',
  '<error><code>invalid_token</code><tokenType>Bearer</tokenType><expires_in>60</expires_in></error>',
  '<html><head><title>502 Bad Gateway</title></head><body>Invalid token: expired</body></html>',
  'error=invalid_token&token_type=Bearer',
  '[1, 2.50, "a", {"b": "ü \\u00e9"}]',
  '{"broken": tru',
  '',
])('Masking: harmless text stays as it is: %s', (body) => {
  expect(masked(body)).toBe(body)
})

test('Masking: only white space and signs that a hostile service repeats take no longer than reading', () => {
  const size = 256 * 1024
  for (const unit of [
    'a',
    'a.',
    'a-',
    '"',
    '\\',
    '<',
    '<a ',
    '{',
    '"a":',
    '%41',
    'token=',
    'token: ',
    ' ',
    '=',
    '"token":"',
    '&#',
  ])
    masked(unit.repeat(size / unit.length), opaque)
})
