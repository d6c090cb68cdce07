import { describe, expect, test } from 'vitest'
import type { HttpResponse } from '../http/message/http-message.ts'
import { ResponseBody } from '../http/message/response-body.ts'
import { readTokenResponse } from './token-response.ts'

function answer(body: unknown, status = 200, headers: Record<string, string> = {}): HttpResponse {
  return {
    url: 'https://auth.example.com/token',
    status,
    headers: new Map(Object.entries(headers)),
    body: new ResponseBody([Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))]),
    requestedAt: 0,
    durationMs: 1,
  }
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = `${part({ alg: 'RS256' })}.${part({ aud: 'x', scope: 'a b', big: 1 })}.c2ln`
const good = { access_token: token, token_type: 'Bearer', expires_in: 28_800 }

describe('a good answer', () => {
  test('is read, and the token does not show', () => {
    const granted = readTokenResponse(answer({ ...good, scope: 'pay read' }))
    expect(granted).toMatchObject({ tokenType: 'Bearer', lifetimeSeconds: 28_800, scopes: ['pay', 'read'] })
    expect(granted.accessToken.text()).toBe(token)
    expect(JSON.stringify(granted)).not.toContain(token)
    expect(granted.claims?.header).toBe('{"alg":"RS256"}')
  })

  test('says its scopes in the token’s own claims, too', () => {
    expect(readTokenResponse(answer(good)).scopes).toEqual(['a', 'b'])
    expect(readTokenResponse(answer({ ...good, access_token: 'opaque' }))).toMatchObject({
      scopes: undefined,
      claims: undefined,
    })
  })

  test.each([
    ['600', 600, 'as text'],
    [600.9, 600, undefined],
    [1e12, 31_536_000, 'assumes a year'],
  ])('may have an expires_in of %j', (expires_in, seconds, notice) => {
    const granted = readTokenResponse(answer({ ...good, expires_in }))
    expect(granted.lifetimeSeconds).toBe(seconds)
    if (notice === undefined) expect(granted.notice).toBeUndefined()
    else expect(granted.notice).toContain(notice)
  })
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
])('an answer that is no token response is refused: %j', (body, words) => {
  const read = (): unknown => readTokenResponse(answer(body))
  expect(read).toThrow(expect.objectContaining({ code: 'token-response-invalid' }))
  expect(read).toThrow(words)
})

test.each([
  ['<!doctype html><title>Sign in</title>', 200, 'response-not-json', 'web page'],
  ['<html>', 502, 'service-failed', '502'],
  ['<html>', 403, 'response-not-json', 'web page'],
  ['', 200, 'response-not-json', 'an empty body'],
  ['', 403, 'response-not-json', '403'],
  ['OK', 200, 'response-not-json', 'not JSON'],
  ['{"access_token":"abc', 200, 'response-truncated', 'truncated'],
  ['{"error":"invalid_client"}', 401, 'token-refused', 'invalid_client'],
  ['{"error":"invalid_target","error_description":"no such audience"}', 400, 'token-refused', 'no such audience'],
  ['{"error":"invalid_client","error_description":null}', 401, 'token-refused', '(status 401): invalid_client.'],
  ['{"error":"invalid_client","error_description":""}', 401, 'token-refused', '(status 401): invalid_client.'],
  ['{"error":"invalid_scope","error_description":"no such scope"}', 200, 'token-refused', 'no such scope'],
  ['{"access_token":null,"error":"invalid_scope"}', 200, 'token-refused', '(status 200): invalid_scope.'],
  ['{"reason":"no"}', 400, 'token-refused', '400'],
  ['{"error":"temporarily_unavailable"}', 429, 'service-rate-limited', '429'],
  ['oops', 500, 'service-failed', '500'],
])('%j with status %d is %s', (body, status, code, words) => {
  const read = (): unknown => readTokenResponse(answer(body, status))
  expect(read).toThrow(expect.objectContaining({ code }))
  expect(read).toThrow(words)
})

test('an outage with a JSON body is an outage, not a refusal', () => {
  const body = { error: 'temporarily_unavailable', error_description: 'Back at noon' }
  const read = (): unknown => readTokenResponse(answer(body, 503))
  expect(read).toThrow(expect.objectContaining({ code: 'service-failed' }))
  expect(read).toThrow('(status 503). It says: temporarily_unavailable: Back at noon.')
  expect(read).toThrow(expect.objectContaining({ hint: expect.stringContaining('Try again later') as string }))
})

test('a service that sends the assertion back does not make it show', () => {
  const assertion = `${part({ alg: 'RS256' })}.${part({ sub: 'acme', aud: 'https://auth.example.com' })}.${'x'.repeat(342)}`
  const read = (): unknown =>
    readTokenResponse(answer({ error: 'invalid_client', error_description: `bad assertion ${assertion}` }, 401))
  expect(read).toThrow('bad assertion …')
})
