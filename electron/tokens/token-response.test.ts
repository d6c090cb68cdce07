import { describe, expect, test } from 'vitest'
import { ClavisError } from '#shared/errors.ts'
import { ResponseBody } from '../http/response-body.ts'
import { KnownSecrets } from './known-secrets.ts'
import { parseResponse, type TokenResponse } from './response-json.ts'
import { readTokenResponse } from './token-response.ts'

function responseOf(
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
  sent: readonly string[] = [],
): TokenResponse {
  const response = {
    url: 'https://auth.example.com/token',
    status,
    headers: new Map(Object.entries(headers)),
    body: new ResponseBody([Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))]),
    requestedAt: 0,
    durationMs: 1,
  }
  return parseResponse(response, new KnownSecrets(sent))
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = `${part({ alg: 'RS256' })}.${part({ aud: 'x', scope: 'a b', big: 1 })}.c2ln`
const good = { access_token: token, token_type: 'Bearer', expires_in: 28_800 }

describe('readTokenResponse', () => {
  test('readTokenResponse: returns the token as a secret', () => {
    const granted = readTokenResponse(responseOf({ ...good, scope: 'pay read' }))
    expect(granted).toMatchObject({ tokenType: 'Bearer', lifetimeSeconds: 28_800, scopes: ['pay', 'read'] })
    expect(granted.accessToken.text()).toBe(token)
    expect(JSON.stringify(granted)).not.toContain(token)
    expect(granted.claims?.header).toBe('{"alg":"RS256"}')
  })

  test('readTokenResponse: takes the scopes from the token’s claims, if the response has none', () => {
    expect(readTokenResponse(responseOf(good)).scopes).toEqual(['a', 'b'])
    expect(readTokenResponse(responseOf({ ...good, access_token: 'opaque' }))).toMatchObject({
      scopes: undefined,
      claims: undefined,
    })
  })

  test.each([
    ['600', 600, 'as text'],
    [600.9, 600, undefined],
    [1e12, 31_536_000, 'assumes a year'],
  ])('readTokenResponse: takes an expires_in of %j', (expires_in, seconds, notice) => {
    const granted = readTokenResponse(responseOf({ ...good, expires_in }))
    expect(granted.lifetimeSeconds).toBe(seconds)
    if (notice === undefined) expect(granted.notice).toBeUndefined()
    else expect(granted.notice).toContain(notice)
  })
})

const exp = 1_790_000_000
const expiring = `${part({ alg: 'RS256' })}.${part({ exp })}.c2ln`

test.each<readonly [string, Record<string, unknown>, number, Record<string, string>, number, string]>([
  ['status 201', good, 201, {}, 28_800, 'status 201 instead of 200'],
  ['no expires_in', { access_token: expiring, token_type: 'Bearer' }, 200, {}, 600, 'the expiry in the token (exp)'],
  [
    'expires_in null, by the service’s clock',
    { access_token: expiring, token_type: 'Bearer', expires_in: null },
    200,
    { date: new Date((exp - 60) * 1000).toUTCString() },
    60,
    'the expiry in the token (exp)',
  ],
])('readTokenResponse: takes a token with a notice: %s', (_what, body, status, headers, seconds, notice) => {
  const granted = readTokenResponse({ ...responseOf(body, status, headers), requestedAt: (exp - 600) * 1000 })
  expect(granted.lifetimeSeconds).toBe(seconds)
  expect(granted.notice).toContain(notice)
})

test('readTokenResponse: refuses a token that has expired, by its exp', () => {
  const response = { ...responseOf({ access_token: expiring, token_type: 'Bearer' }), requestedAt: (exp + 1) * 1000 }
  expect(() => readTokenResponse(response)).toThrow('has already expired')
})

test.each([
  [{ ...good, expires_in: undefined }, 'expires_in (the token’s lifetime) is missing'],
  [{ ...good, expires_in: null }, 'expires_in (the token’s lifetime) is missing'],
  [{ ...good, expires_in: 'soon' }, 'is not a number: "soon"'],
  [{ ...good, expires_in: {} }, 'is not a number'],
  [{ ...good, expires_in: 0 }, 'has already expired'],
  [{ ...good, expires_in: -5 }, 'has already expired'],
  [{ ...good, token_type: 'mac' }, '“mac”'],
  [{ ...good, token_type: undefined }, 'token_type'],
  [{ ...good, access_token: undefined }, 'access_token'],
  [{ ...good, access_token: 5 }, 'access_token'],
  [{ ...good, access_token: 'a b' }, 'characters'],
  [[], 'it is not a JSON object.'],
  ['null', 'it is not a JSON object.'],
])('readTokenResponse: refuses a body that is no token response: %j', (body, words) => {
  const read = (): unknown => readTokenResponse(responseOf(body))
  expect(read).toThrow(expect.objectContaining({ code: 'token-response-invalid' }))
  expect(read).toThrow(words)
})

test.each([
  ['<!doctype html><title>Sign in</title>', 200, 'response-not-json', 'web page'],
  ['<html>', 502, 'service-failed', '502'],
  ['<html>', 404, 'response-not-json', 'web page'],
  ['<html>', 401, 'token-refused', 'web page (status 401)'],
  ['<html>', 403, 'token-refused', 'web page (status 403)'],
  ['{"error":', 401, 'token-refused', 'damaged'],
  ['', 200, 'response-not-json', 'an empty body'],
  ['', 404, 'response-not-json', '404'],
  ['', 403, 'token-refused', '403'],
  ['OK', 200, 'response-not-json', 'not JSON'],
  ['{"access_token":"abc', 200, 'response-truncated', 'truncated'],
  ['{"error":"invalid_client"}', 401, 'token-refused', 'invalid_client'],
  ['{"error":"invalid_target","error_description":"no such audience"}', 400, 'token-refused', 'no such audience'],
  ['{"error":"invalid_client","error_description":null}', 401, 'token-refused', '(status 401): invalid_client.'],
  ['{"error":"invalid_client","error_description":""}', 401, 'token-refused', '(status 401): invalid_client.'],
  ['{"error":"invalid_scope","error_description":"no such scope"}', 200, 'token-refused', 'no such scope'],
  ['{"access_token":null,"error":"invalid_scope"}', 200, 'token-refused', '(status 200): invalid_scope.'],
  ['error=invalid_client', 401, 'token-refused', '(status 401): invalid_client.'],
  ['error=invalid_scope&error_description=No+such+scope', 200, 'token-refused', 'It says: No such scope.'],
  ['error_description=Busy&error=server_error', 503, 'service-failed', 'It says: server_error: Busy.'],
  ['access_token=abc&token_type=Bearer', 200, 'response-not-json', 'not JSON'],
  ['error', 200, 'response-not-json', 'not JSON'],
  ['{"reason":"no"}', 400, 'token-refused', '400'],
  ['{"error":"temporarily_unavailable"}', 429, 'service-rate-limited', '429'],
  ['oops', 500, 'service-failed', '(status 500). It says: oops.'],
  ['{"error":"slow"}', 408, 'service-failed', '408'],
])('readTokenResponse: fails for %j with status %d as %s', (body, status, code, words) => {
  const read = (): unknown => readTokenResponse(responseOf(body, status))
  expect(read).toThrow(expect.objectContaining({ code }))
  expect(read).toThrow(words)
})

test.each<readonly [string, unknown, string, string, string]>([
  ['nested error', { error: { code: 'invalid_client', message: 'No such kid' } }, 'invalid_client', 'No such kid', ''],
  ['numeric code', { error: { code: 401, message: 'No such kid' } }, '', 'No such kid', ''],
  ['errors[]', { errors: [{ code: 'E1', detail: 'No such kid' }, 'Nor client'] }, 'E1', 'No such kid; Nor client', ''],
  ['message', { status: 401, error: 'Unauthorized', message: 'No such kid' }, 'Unauthorized', 'No such kid', ''],
  ['Message', { Message: 'No such kid' }, '', 'No such kid', ''],
  [
    'errorSummary',
    { errorCode: 'E7', errorSummary: 'Bad client', errorCauses: [{ errorSummary: 'No such kid' }] },
    'E7',
    'Bad client; No such kid',
    '',
  ],
  [
    'fault',
    { fault: { faultstring: 'No such kid', detail: { errorcode: 'oauth.Kid' } } },
    'oauth.Kid',
    'No such kid',
    '',
  ],
  ['problem details', { title: 'Unauthorized', detail: 'No such kid' }, '', 'No such kid', ''],
  ['JSON text', '"No such kid"', '', 'No such kid', ''],
  ['plain text', 'No such kid', '', 'No such kid', ''],
  ['a form', 'error=invalid_client&error_description=No+such%20kid\n', 'invalid_client', 'No such kid', ''],
  [
    'a form with blanks',
    'state=&error=invalid_client&error_description=No such kid',
    'invalid_client',
    'No such kid',
    '',
  ],
  ['prose with an equals sign', 'error=5 is no such kid', '', 'error=5 is no such kid', ''],
  [
    'a header',
    'null',
    'invalid_client',
    'No "such" kid',
    String.raw`Bearer realm="x", error="invalid_client", error_description="No \"such\" kid"`,
  ],
  [
    'body and header',
    { message: 'Unauthorized' },
    'invalid_token',
    'Unauthorized; No such kid',
    'Bearer error=invalid_token,error_description="No such kid"',
  ],
])('readTokenResponse: finds the reason in %s', (_where, body, error, reason, challenge) => {
  const response = responseOf(body, 401, { 'www-authenticate': challenge })
  const read = (): unknown => readTokenResponse(response)
  expect(read).toThrow(
    expect.objectContaining({
      code: 'token-refused',
      details: { status: 401, ...(error === '' ? {} : { error }), reason },
    }),
  )
  expect(read).toThrow(`${error}. It says: ${reason}.`.replace(/^\./u, '(status 401).'))
})

test.each<readonly [string, unknown, string]>([
  ['plain text', 'dGhlLXRva2Vu123', ''],
  ['a description', { message: `bad ${token}` }, ''],
  ['a form', `error=invalid_client&error_description=bad+${token}&access_token=dGhlLXRva2Vu123`, ''],
  ['a header', 'null', `Bearer error="x", error_description="bad ${token}"`],
])('readTokenResponse: shows no token in %s', (_where, body, challenge) => {
  const failure = ((): unknown => {
    try {
      return readTokenResponse(responseOf(body, 401, { 'www-authenticate': challenge }))
    } catch (error) {
      return error instanceof ClavisError ? error.toValue() : error
    }
  })()
  expect(failure).toMatchObject({ code: 'token-refused' })
  expect(JSON.stringify(failure)).not.toMatch(/eyJ|dGhlL/u)
})

test('readTokenResponse: fails as an outage, for a 503 with a JSON error', () => {
  const body = { error: 'temporarily_unavailable', error_description: 'Back at noon' }
  const read = (): unknown => readTokenResponse(responseOf(body, 503))
  expect(read).toThrow(expect.objectContaining({ code: 'service-failed' }))
  expect(read).toThrow('(status 503). It says: temporarily_unavailable: Back at noon.')
  expect(read).toThrow(expect.objectContaining({ hint: expect.stringContaining('Try again later') as string }))
})

test('readTokenResponse: shows no assertion that the service repeats', () => {
  const assertion = `${part({ alg: 'RS256' })}.${part({ sub: 'acme', aud: 'https://auth.example.com' })}.${'x'.repeat(342)}`
  const read = (): unknown =>
    readTokenResponse(responseOf({ error: 'invalid_client', error_description: `bad assertion ${assertion}` }, 401))
  expect(read).toThrow('bad assertion …')
})

test.each<readonly [string, number, (secret: string) => unknown, Record<string, string>]>([
  ['a description', 401, (secret) => ({ error: 'x', error_description: `${' '.repeat(490)}you sent ${secret}` }), {}],
  ['a title', 401, (secret) => `<title>${'t '.repeat(95)}${secret}</title>`, {}],
  ['token_type', 200, (secret) => ({ ...good, token_type: `${'t '.repeat(15)}${secret}` }), {}],
  ['expires_in', 200, (secret) => ({ ...good, expires_in: `in ${secret}` }), {}],
  ['Retry-After', 429, () => ({}), { 'retry-after': 'hush+4f9a2c-77Zq' }],
  ['a JSON text', 400, (secret) => JSON.stringify(secret), {}],
])('readTokenResponse: repeats no sent secret that the service puts into %s', (_where, status, body, headers) => {
  const secret = 'hush+4f9a2c-77Zq'
  const read = (): unknown => readTokenResponse(responseOf(body(secret), status, headers, [secret]))
  const failure = ((): unknown => {
    try {
      return read()
    } catch (error) {
      return error instanceof ClavisError ? error.toValue() : undefined
    }
  })()
  expect(failure).toMatchObject({ code: expect.any(String) as string })
  expect(JSON.stringify(failure)).not.toMatch(/hush|4f9a/u)
})

test('readTokenResponse: repeats no sent secret as a scope', () => {
  const granted = readTokenResponse(responseOf({ ...good, scope: 'pay hush-1' }, 200, {}, ['hush-1']))
  expect(granted.scopes).toEqual(['pay', '…'])
})
