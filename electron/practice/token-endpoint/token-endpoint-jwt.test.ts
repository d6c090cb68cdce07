import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { CompactSign, decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#shared/values/local-day.ts'
import type { PortalTab } from '../portal/portal-client.ts'
import { opensslKey } from '../testing/openssl.ts'
import { startInNewFolder, type RunningService } from '../testing/running-service.ts'

const jwtBearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

let running: RunningService
let key: KeyObject
let thumbprint: string
let tab: PortalTab
/** How far the service's clock is ahead, milliseconds. */
let ahead = 0

beforeAll(async () => {
  running = await startInNewFolder({ now: () => Date.now() + ahead })
  const { keyPem, requestPem } = await opensslKey('/CN=acme')
  key = createPrivateKey(keyPem)
  const { certificate } = await running.portal.sign(requestPem, 30)
  const [shown] = await running.portal.upload('client-testing', [certificate])
  thumbprint = shown?.thumbprint ?? ''
  tab = await running.portal.tab('client-testing')
})
afterAll(() => running[Symbol.asyncDispose]())

type Members = Record<string, unknown>

/** The document's assertion (section 2) with changes of a test; a field set to undefined is left out. */
function assertion(claims: Members = {}, header: Members = {}, signingKey = key): Promise<string> {
  const iat = Math.floor(Date.now() / 1000)
  const times = { iat, exp: iat + 30, expires_in: 30, nbf: iat }
  const body = { ...times, sub: tab.clientId, iss: tab.clientId, aud: tab.tokenUrl, ...claims }
  return new CompactSign(Buffer.from(JSON.stringify(body)))
    .setProtectedHeader({ alg: 'RS256', kid: thumbprint, ...header })
    .sign(signingKey)
}

async function form(changes: Members = {}): Promise<[string, string][]> {
  const parameters = {
    grant_type: 'client_credentials',
    client_assertion_type: jwtBearer,
    client_assertion: await assertion(),
    audience: tab.audience,
    ...changes,
  }
  return Object.entries(parameters).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}

interface TokenAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

async function post(
  body: readonly [string, string][] | string,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const response = await fetch(tab.tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof body === 'string' ? body : new URLSearchParams([...body]).toString(),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}

test('Practice token endpoint (JWT): responds to the document’s request as documented, with no-store', async () => {
  const { status, headers, body } = await post(await form())
  expect(status).toBe(200)
  expect(body).toEqual({ access_token: expect.any(String) as string, token_type: 'Bearer', expires_in: 28_800 })
  expect(headers.get('cache-control')).toBe('no-store')
  const token = String(body['access_token'])
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', typ: 'at+jwt' })
  const { iat = 0, exp, aud } = decodeJwt(token)
  expect([exp, aud]).toEqual([iat + 28_800, tab.audience])
})

test.each<[string, Members]>([
  ['scopes', { scopes: 'payments.read payments.write' }],
  ['another product', { audience: 'practice:uri:sandbox:reporting' }],
])('Practice token endpoint (JWT): grants %s', async (_what, changes) => {
  expect(await post(await form(changes))).toMatchObject({ status: 200 })
})

test('Practice token endpoint (JWT): accepts a charset in the content type, and “typ” JWT', async () => {
  const request = await form({ client_assertion: await assertion({}, { typ: 'JWT' }) })
  const type = 'application/x-www-form-urlencoded; charset=UTF-8'
  expect(await post(request, { 'content-type': type })).toMatchObject({ status: 200 })
})

test('Practice portal: Client Testing and Production share the token URL; everything else is distinct', async () => {
  const production = await running.portal.tab('production')
  expect(production.tokenUrl).toBe(tab.tokenUrl)
  for (const member of ['clientId', 'apiBaseUrl', 'reportsBaseUrl', 'audience'] as const)
    expect(production[member]).not.toBe(tab[member])
})

const rules: readonly [string, () => Promise<string> | string, RegExp][] = [
  ['white space', async () => `${await assertion()}\n`, /white space/u],
  ['two parts', async () => (await assertion()).split('.').slice(0, 2).join('.'), /three parts/u],
  ['a padded signature', async () => `${await assertion()}==`, /signature is not base64url/u],
  [
    'a header that is not JSON',
    async () => `bm8.${(await assertion()).split('.').slice(1).join('.')}`,
    /header is not JSON/u,
  ],
  ['PS256', () => assertion({}, { alg: 'PS256' }), /“alg” must be RS256, but is PS256/u],
  ['no signature', () => unsigned({ alg: 'none' }), /“alg” must be RS256, but is none/u],
  ['no kid', () => assertion({}, { kid: undefined }), /“kid” must be the Thumbprint/u],
  [
    'a kid in lower case',
    () => assertion({}, { kid: thumbprint.toLowerCase() }),
    /not written as the portal shows it/u,
  ],
  [
    'a kid with colons',
    () => assertion({}, { kid: thumbprint.replaceAll(/..(?=.)/gu, '$&:') }),
    /not written as the portal/u,
  ],
  ['another certificate’s kid', () => assertion({}, { kid: '0'.repeat(40) }), /not the Thumbprint of a certificate/u],
  ['a further header member', () => assertion({}, { x5t: 'abc' }), /header has a field .*x5t/u],
  ['another typ', () => assertion({}, { typ: 'at+jwt' }), /“typ”/u],
  ['no iat', () => assertion({ iat: undefined }), /“iat” is missing/u],
  ['iat as text', () => assertion({ iat: String(Math.floor(Date.now() / 1000)) }), /“iat” has the wrong type/u],
  ['iat with a fraction', () => assertion({ iat: Math.floor(Date.now() / 1000) + 0.5 }), /“iat” has the wrong type/u],
  ['no exp', () => assertion({ exp: undefined }), /“exp” is missing/u],
  ['no expires_in', () => assertion({ expires_in: undefined }), /“expires_in” is missing/u],
  ['expires_in as text', () => assertion({ expires_in: '30' }), /“expires_in” has the wrong type/u],
  ['exp that is not iat plus expires_in', () => assertion({ expires_in: 31 }), /“exp” must be “iat” plus/u],
  ['no nbf', () => assertion({ nbf: undefined }), /“nbf” is missing/u],
  ['nbf that is not iat', () => assertion({ nbf: Math.floor(Date.now() / 1000) - 10 }), /“nbf” must equal “iat”/u],
  ['no sub', () => assertion({ sub: undefined }), /“sub” is missing/u],
  ['no iss', () => assertion({ iss: undefined }), /“iss” is missing/u],
  ['iss that is not sub', () => assertion({ iss: 'another' }), /“iss” must be the same as “sub”/u],
  ['an unknown client', () => assertion({ sub: 'x', iss: 'x' }), /neither Client Testing nor Production/u],
  ['no aud', () => assertion({ aud: undefined }), /“aud” is missing/u],
  [
    'aud with a slash at its end',
    () => assertion({ aud: `${tab.tokenUrl}/` }),
    /“aud” must be the token endpoint’s URL/u,
  ],
  ['aud as a list', () => assertion({ aud: [tab.tokenUrl] }), /“aud” has the wrong type/u],
  ['an empty jti', () => assertion({ jti: '' }), /“jti” has the wrong type/u],
  ['a claim of no meaning here', () => assertion({ scope: 'x' }), /claim that is not in the document: scope/u],
  ['an assertion that has ended', () => assertion(times(-30, 30)), /expired \d+ s ago/u],
  ['an assertion from the future', () => assertion(times(60, 30)), /in the future/u],
  ['a lifetime of over eight hours', () => assertion(times(0, 28_801)), /“expires_in” exceeds 28800/u],
  ['another key', () => assertion({}, {}, otherKey()), /signature doesn’t match/u],
]

test.each(rules)(
  'Practice token endpoint (JWT): refuses an assertion with %s and says why',
  async (_what, make, reason) => {
    const { status, body } = await post(await form({ client_assertion: await make() }))
    expect(body['error_description']).toMatch(reason)
    expect([status, body['error']]).toEqual([401, 'invalid_client'])
  },
)

const parameterRules: readonly [string, Members, string, RegExp][] = [
  ['no grant_type', { grant_type: undefined }, 'invalid_request', /“grant_type” is missing/u],
  ['another grant_type', { grant_type: 'password' }, 'unsupported_grant_type', /must be client_credentials/u],
  [
    'no client_assertion_type',
    { client_assertion_type: undefined },
    'invalid_request',
    /“client_assertion_type” is missing/u,
  ],
  [
    'another client_assertion_type',
    { client_assertion_type: 'jwt' },
    'invalid_request',
    /“client_assertion_type” must be/u,
  ],
  ['no client_assertion', { client_assertion: undefined }, 'invalid_request', /“client_assertion” is missing/u],
  ['no audience', { audience: undefined }, 'invalid_request', /“audience” is missing/u],
  ['an audience of another form', { audience: 'payments' }, 'invalid_target', /must be practice:uri/u],
  [
    'an audience with another prefix',
    { audience: 'acme:uri:sandbox:payments' },
    'invalid_target',
    /must be practice:uri/u,
  ],
  ['an unknown product', { audience: 'practice:uri:sandbox:loans' }, 'invalid_target', /must be practice:uri/u],
  [
    'Production’s audience',
    { audience: 'practice:uri:prod:payments' },
    'invalid_target',
    /“sandbox”.*“prod” was sent/u,
  ],
  ['“resource”', { resource: 'x' }, 'invalid_request', /has no parameter “resource”/u],
  ['“scope”', { scope: 'x' }, 'invalid_request', /has no parameter “scope”/u],
  ['“client_id”', { client_id: 'x' }, 'invalid_request', /has no parameter “client_id”/u],
]

test.each(parameterRules)(
  'Practice token endpoint (JWT): refuses a request with %s and says why',
  async (_what, changes, error, reason) => {
    const answer = await post(await form(changes))
    expect(answer.body).toEqual({ error, error_description: expect.stringMatching(reason) as string })
    expect(answer.status).toBe(400)
  },
)

test('Practice token endpoint (JWT): refuses a repeated parameter, another content type and another method', async () => {
  expect(await post([...(await form()), ['scopes', 'a'], ['scopes', 'b']])).toMatchObject({
    status: 400,
    body: { error: 'invalid_request', error_description: '“scopes” was sent twice.' },
  })
  const asJson = JSON.stringify(Object.fromEntries(await form()))
  expect(await post(asJson, { 'content-type': 'application/json' })).toMatchObject({
    status: 400,
    body: { error: 'invalid_request', error_description: expect.stringContaining('x-www-form-urlencoded') as string },
  })
  const got = await fetch(tab.tokenUrl)
  expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
  expect(await post(await form(), { authorization: 'Basic YTpi' })).toMatchObject({
    status: 400,
    body: { error_description: expect.stringContaining('authenticates twice') as string },
  })
})

test('Practice token endpoint (JWT): accepts a reused assertion without a jti and refuses one with it', async () => {
  const plain = await form()
  expect(await post(plain)).toMatchObject({ status: 200 })
  expect(await post(plain)).toMatchObject({ status: 200 })
  const once = await form({ client_assertion: await assertion({ jti: 'one' }) })
  expect(await post(once)).toMatchObject({ status: 200 })
  expect(await post(once)).toMatchObject({
    status: 401,
    body: { error_description: expect.stringContaining('jti') as string },
  })
})

test('Practice token endpoint (JWT): refuses a certificate that has expired or was removed from the portal', async () => {
  const { keyPem, requestPem } = await opensslKey('/CN=brief')
  const { certificate } = await running.portal.sign(requestPem, 1)
  const [shown] = await running.portal.upload('client-testing', [certificate])
  const kid = shown?.thumbprint ?? ''
  const signed = (claims: Members = {}): Promise<string> => assertion(claims, { kid }, createPrivateKey(keyPem))
  expect(await post(await form({ client_assertion: await signed() }))).toMatchObject({ status: 200 })

  ahead = 2 * dayMs
  try {
    const later = await form({ client_assertion: await signed(times(2 * 86_400, 30)) })
    expect((await post(later)).body['error_description']).toMatch(/certificate expired on/u)
  } finally {
    ahead = 0
  }
  await running.portal.remove('client-testing', kid)
  expect((await post(await form({ client_assertion: await signed() }))).body['error_description']).toMatch(
    /not the Thumbprint/u,
  )
})

test('Practice token endpoint (JWT): refuses a client without uploaded certificates and says why', async () => {
  const { clientId } = await running.portal.tab('production')
  const request = await form({ client_assertion: await assertion({ sub: clientId, iss: clientId }) })
  expect((await post(request)).body['error_description']).toMatch(/No certificate has been uploaded/u)
})

test('Practice token endpoint (JWT): with the clock ahead, finds the assertion expired and shows the skew in Date', async () => {
  running.service.setFaults(['clock-ahead'])
  try {
    const { status, headers, body } = await post(await form())
    expect([status, body['error_description']]).toEqual([401, expect.stringMatching(/clock seems to be behind/u)])
    const difference = Date.parse(headers.get('date') ?? '') - Date.now()
    expect(difference).toBeGreaterThan(110_000)
    expect(difference).toBeLessThanOrEqual(120_000)
  } finally {
    running.service.setFaults([])
  }
})

/** Returns consistent times that start this many seconds from now. */
function times(offset: number, lifetime: number): Members {
  const iat = Math.floor(Date.now() / 1000) + offset
  return { iat, nbf: iat, exp: iat + lifetime, expires_in: lifetime }
}

async function unsigned(header: Members): Promise<string> {
  const [, body = '', signature = ''] = (await assertion()).split('.')
  const changed = Buffer.from(JSON.stringify({ kid: thumbprint, ...header })).toString('base64url')
  return `${changed}.${body}.${signature}`
}

function otherKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}
