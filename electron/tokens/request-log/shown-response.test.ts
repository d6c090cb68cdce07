import { expect, test } from 'vitest'
import { ResponseBody } from '../../http/response-body.ts'
import { KnownSecrets } from '../known-secrets.ts'
import { parseResponse, type TokenResponse } from '../response-json.ts'
import { shownResponse } from './shown-response.ts'

const secret = 'tok+en/4f9a2c~77Zq'

function responseOf(body: unknown, headers: Record<string, string>, known: readonly string[]): TokenResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = {
    ...{ url: 'https://auth.example.com/token', status: 200, headers: new Map(Object.entries(headers)) },
    ...{ body: new ResponseBody([Buffer.from(text)]), requestedAt: 0, durationMs: 1 },
  }
  return parseResponse(response, new KnownSecrets(known))
}

const shown = (body: unknown, ...known: string[]): string => shownResponse(responseOf(body, {}, known)).body

test('shownResponse: shows the members of the standards, and of others name and size', () => {
  expect(
    JSON.parse(
      shown({
        ...{ access_token: 'abc', token_type: 'Bearer', expires_in: 3600, scope: 'payments.read payments.write' },
        ...{ refresh_token: null, data: { id: 1 }, active: true, pin: 12345678, issued_token_type: 'urn:x:jwt' },
      }),
    ),
  ).toEqual({
    ...{ access_token: '… (3 characters)', token_type: 'Bearer', expires_in: 3600 },
    ...{ scope: 'payments.read payments.write', refresh_token: null, data: '… (8 characters)', active: true },
    ...{ pin: '… (8 characters)', issued_token_type: 'urn:x:jwt' },
  })
})

test('shownResponse: shows an error with its description, as JSON, as a form, and as problem details', () => {
  const error = { error: 'invalid_client', error_description: 'Unknown kid.', error_uri: 'https://a.example/e' }
  expect(JSON.parse(shown(error))).toEqual(error)
  expect(JSON.parse(shown(new URLSearchParams(error).toString()))).toEqual(error)
  const problem = { type: '… (11 characters)', title: 'Unauthorized', detail: 'Unknown kid.' }
  expect(JSON.parse(shown({ ...problem, type: 'about:blank' }))).toEqual(problem)
})

test.each([
  ['expires_in', 'soon'],
  ['expires_in', [60]],
  ['token_type', ['Bearer']],
  ['scope', ['a', 'b']],
  ['error', { code: 'x' }],
])('shownResponse: shows no %s of another type, %j', (name, value) => {
  const { length } = typeof value === 'string' ? value : JSON.stringify(value)
  expect(JSON.parse(shown({ [name]: value }))).toEqual({ [name]: `… (${length} characters)` })
})

test('shownResponse: is short, whatever the response has', () => {
  const many = Object.fromEntries(
    Array.from({ length: 5000 }, (_, at) => [`m${'_'.repeat(at % 30)}${'abcdefgh'[at % 8]}`.repeat(1 + (at % 2)), 'x']),
  )
  for (const body of [
    ...[{ error_description: 'so wrong '.repeat(9999) }, { scope: 'a '.repeat(9999) }, { error: 'b '.repeat(9999) }],
    ...[many, { ['n'.repeat(9999)]: 'x' }, `<title>${'t '.repeat(9999)}</title>`],
  ])
    expect(shown(body).length).toBeLessThan(4000)
})

test.each([
  ['<!doctype html><html><head><title>502 Bad Gateway</title></head>', 'Web page “502 Bad Gateway”'],
  ['<error><code>invalid_token</code></error>', 'Web page or XML'],
  ['[1]', 'JSON, but not an object'],
  [`"${secret}"`, 'JSON, but not an object'],
  ['{"access_token":"abc', 'Damaged or truncated JSON'],
  ['access_token=abc&token_type=Bearer', 'Text that is not JSON'],
  ['Service Unavailable', 'Text that is not JSON'],
  ['['.repeat(500), 'JSON that is nested too deeply'],
  ['\uFEFF \n', ''],
])('shownResponse: names the kind of a body without members: %j', (body, kind) => {
  expect(shown(body)).toBe(kind)
})

/** Where a service may put what it received. */
const places: Readonly<Record<string, (text: string) => unknown>> = {
  'another member': (text) => ({ error: 'x', echoed: text }),
  'a member within a member': (text) => ({ error: { message: text }, list: [{ token: text }] }),
  'the name of a member': (text) => ({ [text]: 1, [`${text}_`]: 2 }),
  'a description': (text) => ({ error_description: `You sent ${text}, which is wrong.` }),
  'each member that is shown': (text) => ({
    ...{ error: text, error_uri: `https://a.example/?x=${text}`, scope: text, token_type: text, expires_in: text },
    ...{ message: text, title: text, code: text, issued_token_type: text },
  }),
  'the end of a description that is cut': (text) => ({ error_description: `${' '.repeat(490)}${text}` }),
  'a form': (text) => `error=x&debug=${encodeURIComponent(text)}&error_description=${encodeURIComponent(text)}`,
  'JSON within JSON': (text) => ({ body: JSON.stringify({ deeper: { list: [text] } }) }),
  'an escaped member': (text) =>
    `{"error":"${Array.from(text, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`,
  'a web page': (text) => `<html><head><title>No ${text}</title></head><body>${text}</body></html>`,
  XML: (text) => `<error said="${text}"><said>${text}</said></error>`,
  'plain text': (text) => `The request had ${text} in it`,
  'damaged JSON': (text) => `{"error_description":"${text}`,
  'JSON text': (text) => JSON.stringify(text),
}

test.each(Object.keys(places))(
  'shownResponse: contains no part of a sent secret that the service puts into %s',
  (place) => {
    for (const spelled of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]) {
      const text = shown(places[place]?.(spelled), secret)
      for (let at = 0; at + 6 <= spelled.length; at += 1) expect(text).not.toContain(spelled.slice(at, at + 6))
    }
  },
)

test('shownResponse: contains no token of the response that it repeats in a description', () => {
  expect(shown({ access_token: secret, error_description: `The token ${secret} is new.` })).not.toContain('4f9a2c')
})

test('shownResponse: shows headers that are known, and of others name and size', () => {
  const headers = {
    ...{ 'content-type': 'application/json', date: 'Thu, 26 Nov 2026 00:00:00 GMT', 'retry-after': '5' },
    ...{ 'x-request-id': '123e4567-e89b-12d3-a456-426614174000', 'www-authenticate': `Bearer realm="${secret}"` },
    ...{ 'keep-alive': 'timeout=5', 'strict-transport-security': 'max-age=31536000; includeSubDomains' },
    ...{ 'x-content-type-options': 'nosniff', 'x-content-options': 'none', 'strict-transport': 'a', alive: 'b' },
    ...{ 'set-cookie': 'sid=abc', 'x-echo': secret, [`x-${secret}`]: 'y' },
  }
  expect(shownResponse(responseOf('', headers, [secret])).headers).toEqual([
    { name: 'content-type', value: 'application/json' },
    { name: 'date', value: 'Thu, 26 Nov 2026 00:00:00 GMT' },
    { name: 'retry-after', value: '5' },
    { name: 'x-request-id', value: '123e4567-e89b-12d3-a456-426614174000' },
    { name: 'www-authenticate', value: 'Bearer realm="…"' },
    { name: 'keep-alive', value: 'timeout=5' },
    { name: 'strict-transport-security', value: 'max-age=31536000; includeSubDomains' },
    { name: 'x-content-type-options', value: 'nosniff' },
    { name: 'x-content-options', value: '… (4 characters)' },
    { name: 'strict-transport', value: '… (1 character)' },
    { name: 'alive', value: '… (1 character)' },
    { name: 'set-cookie', value: '… (7 characters)' },
    { name: 'x-echo', value: '… (18 characters)' },
    { name: '…', value: '… (1 character)' },
  ])
})
