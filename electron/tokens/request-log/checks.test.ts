import { createPrivateKey, X509Certificate } from 'node:crypto'
import { CompactSign } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { defaultProfileSettings, type Profile } from '#shared/profiles/profile.ts'
import type { FormParameter } from '#shared/tokens/token-parameters.ts'
import { describeCertificate } from '../../credentials/certificate.ts'
import type { SigningKey } from '../../credentials/signing-keys.ts'
import { makeServerCertificate } from '../../diagnostics/testing/server-certificates.ts'
import { ResponseBody } from '../../http/response-body.ts'
import { Secret } from '../../keychain/secret.ts'
import { KnownSecrets } from '../known-secrets.ts'
import { parseResponse, type TokenResponse } from '../response-json.ts'
import { buildTokenRequest, unsentTokenRequest, type ClientProof, type TokenRequest } from '../token-request.ts'
import {
  logEntryOf,
  secretsIn,
  factsOf,
  previewOf,
  type MadeRequest,
  compareWithDocument,
  documentRules,
} from './log-entry.ts'

// Each check gets a request that passes and at least one that fails: real requests, really signed, changed where the
// check looks.

const now = Date.parse('2026-11-20T10:00:00.900Z')
const iat = Date.parse('2026-11-20T10:00:00Z') / 1000
const tokenUrl = 'https://auth.example.com/oauth2/token'
const { cert, key } = makeServerCertificate({ commonName: 'acme' })
const privateKey = createPrivateKey(key)
const at = '2026-11-20T10:00:00.000Z'
const certificate = describeCertificate(new X509Certificate(cert), [], at)
const thumbprint = certificate.thumbprint.sha1
const credential = {
  ...{ id: '0b6f2b3e-0000-4000-8000-000000000002', profileId: '0b6f2b3e-0000-4000-8000-000000000000', keySize: 2048 },
  ...{ publicKeyFingerprint: 'AB', publicKeyPem: '', createdAt: at, state: 'active', activatedAt: at, certificate },
  confirmation: { thumbprint, confirmedAt: at },
} satisfies Credential
// Of the key only what signs is used.
const signingKey = { kid: thumbprint, privateKey, certificateChainPem: cert, credential } as SigningKey

function profile(changes: Partial<Profile> = {}): Profile {
  return {
    ...defaultProfileSettings(changes.flavor ?? 'jwt'),
    ...{ id: credential.profileId, practice: false, revision: 1, createdAt: at, updatedAt: at },
    ...{ name: 'Acme', environment: 'client-testing', clientId: 'acme-1', tokenUrl, scopes: 'payments' },
    audience: 'acme:uri:sandbox:payments',
    ...changes,
  }
}

const jwtToken = `${part({ alg: 'RS256' })}.${part({ aud: 'x' })}.c2lnbmF0dXJl`
const goodResponse = { access_token: jwtToken, token_type: 'Bearer', expires_in: 28_800 }

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function responseOf(body: unknown, status = 200): TokenResponse {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const response = { url: tokenUrl, status, headers: new Map(), requestedAt: now, durationMs: 1 }
  return parseResponse({ ...response, body: new ResponseBody([bytes]) }, new KnownSecrets([]))
}

function proofOf({ clientAuthentication: kind }: Profile): ClientProof {
  return kind === 'private_key_jwt' || kind === 'tls_client_auth'
    ? { kind, signingKey }
    : { kind, clientSecret: Secret.fromText('hush') }
}

interface Exchange extends MadeRequest {
  readonly response: TokenResponse
}

async function exchange(settings: Partial<Profile> = {}): Promise<Exchange> {
  const its = profile(settings)
  const moment = { now, newId: () => '0b6f2b3e-0000-4000-8000-000000000001' }
  const request = await buildTokenRequest(its, proofOf(its), moment)
  const uses = its.clientAuthentication.startsWith('client_secret') ? undefined : credential
  return { profile: its, request, credential: uses, madeAt: now, response: responseOf(goodResponse) }
}

const settingsOfEach = {
  jwt: {},
  basic: { flavor: 'basic', clientAuthentication: 'client_secret_basic' },
  post: { flavor: 'basic', clientAuthentication: 'client_secret_post' },
  legacy: { flavor: 'legacy', clientAuthentication: 'tls_client_auth' },
  'legacy assertion': { flavor: 'legacy', clientAuthentication: 'private_key_jwt' },
} as const satisfies Record<string, Partial<Profile>>
type Kind = keyof typeof settingsOfEach

function outcomes(made: Exchange): Record<string, string> {
  return Object.fromEntries(compareWithDocument(factsOf(made, made.response)).map(({ id, outcome }) => [id, outcome]))
}

test.each(Object.keys(settingsOfEach) as Kind[])(
  'checks: a documented request of %s passes all of them',
  async (kind) => {
    const made = await exchange(settingsOfEach[kind])
    const verdicts = compareWithDocument(factsOf(made, made.response))
    expect(verdicts.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
    for (const { rule, found } of verdicts) for (const sentence of [rule, found]) expect(sentence).toMatch(/\.$/u)
  },
)

type Change = (made: Exchange) => Exchange | Promise<Exchange>

/** Changes the request. */
const request =
  (change: (before: TokenRequest) => Partial<TokenRequest>): Change =>
  (made) => ({ ...made, request: { ...made.request, ...change(made.request) } })
const parameters = (change: (before: readonly FormParameter[]) => readonly FormParameter[]): Change =>
  request((before) => ({ parameters: change(before.parameters) }))
const without = (name: string): Change => parameters((before) => before.filter((each) => each.name !== name))
const added = (name: string, value: string): Change => parameters((before) => [...before, { name, value }])
const set = (name: string, value: string): Change =>
  parameters((before) => before.map((each) => (each.name === name ? { name, value } : each)))
const withResponse =
  (body: unknown, status?: number): Change =>
  (made) => ({ ...made, response: responseOf(body, status) })

/** Signs another assertion; members set to undefined are left out. */
function signed(claims: object, header: object = {}): Change {
  return async (made) => {
    const times = { iat, exp: iat + 30, expires_in: 30, nbf: iat }
    const body = { ...times, sub: 'acme-1', iss: 'acme-1', aud: tokenUrl, ...claims }
    const assertion = await new CompactSign(Buffer.from(JSON.stringify(body)))
      .setProtectedHeader({ alg: 'RS256', kid: thumbprint, ...header })
      .sign(privateKey)
    return set('client_assertion', assertion)(made)
  }
}

/** What fails each check: its id, the request's kind, the change. */
const breaking: readonly (readonly [id: string, kind: Kind, what: string, change: Change])[] = [
  ['audience', 'jwt', 'none', without('audience')],
  ['audience-form', 'jwt', 'another form', set('audience', 'payments')],
  ['parameters', 'jwt', 'one twice', added('grant_type', 'client_credentials')],
  ['client-certificate', 'legacy', 'none', (made) => ({ ...made, credential: undefined })],
  ['kid', 'jwt', 'none', signed({}, { kid: undefined })],
  ['kid', 'jwt', 'lower case', signed({}, { kid: thumbprint.toLowerCase() })],
  ['kid', 'jwt', 'another certificate’s', signed({}, { kid: 'AB'.repeat(20) })],
  ['iat', 'jwt', 'milliseconds', signed({ iat: iat * 1000 + 0.5 })],
  ['iat', 'jwt', 'a minute ago', signed({ iat: iat - 60 })],
  ['iat', 'jwt', 'more than it is back-dated', signed({ iat: iat - 8 })],
  ['iat', 'jwt', 'in the future', signed({ iat: iat + 3 })],
  ['lifetime', 'jwt', 'a lifetime that is not set', signed({ exp: iat + 60, expires_in: 60 })],
  ['jti', 'jwt', 'one that is not set', signed({ jti: 'x' })],
  ['jti', 'jwt', 'an empty one', signed({ jti: '' })],
  ['token-object', 'jwt', 'a refusal', withResponse({ error: 'invalid_client' }, 401)],
  ['token-object', 'jwt', 'a web page', withResponse('<html>')],
  ['access-token', 'jwt', 'an opaque one', withResponse({ ...goodResponse, access_token: 'opaque' })],
  ['access-token', 'jwt', 'none', withResponse({ ...goodResponse, access_token: undefined })],
  ['access-token', 'jwt', 'a number', withResponse({ ...goodResponse, access_token: 5 })],
  ['token-type', 'jwt', 'another', withResponse({ ...goodResponse, token_type: 'bearer' })],
  ['lifetime-stated', 'jwt', 'text', withResponse({ ...goodResponse, expires_in: '28800' })],
]

test.each(breaking)('checks: “%s” of %s fails for %s', async (id, kind, _what, change) => {
  const changed = await change(await exchange(settingsOfEach[kind]))
  const found = compareWithDocument(factsOf(changed, changed.response))
  expect(found.find((verdict) => verdict.id === id)).toMatchObject({ outcome: 'failed' })
})

test('checks: each fails for one of these cases, except the optional scope', () => {
  const tried = new Set([...breaking.map(([id]) => id), 'scopes'])
  expect(Object.keys(documentRules).filter((id) => !tried.has(id))).toEqual([])
})

describe('checks that settings replace', () => {
  test.each<[string, Partial<Profile>, string[]]>([
    ['a jti', { includeJti: true }, ['jti']],
    ['another lifetime', { assertionLifetimeSeconds: 300 }, ['lifetime']],
    ['a client ID in the form', { includeClientId: true }, ['parameters']],
    ['further parameters', { extraTokenParameters: { tenant: 'x' } }, ['parameters']],
    ['another name for the target', { targetParameter: 'resource' }, ['audience']],
    ['another name for the scope', { scopeParameter: 'scope' }, ['scopes']],
    [
      'all of them',
      {
        ...{ includeJti: true, assertionLifetimeSeconds: 5, includeClientId: true, targetParameter: 'resource' },
        ...{ scopeParameter: 'scope', extraTokenParameters: { tenant: 'x' } },
      },
      ['audience', 'scopes', 'parameters', 'lifetime', 'jti'],
    ],
  ])('checks: those replaced by settings are not checked, with %s', async (_what, settings, departing) => {
    const found = Object.entries(outcomes(await exchange(settings)))
    expect(found.filter(([, outcome]) => outcome === 'not-checked').map(([id]) => id)).toEqual(departing)
    expect(found.filter(([, outcome]) => outcome === 'failed')).toEqual([])
  })

  test('checks: iat is not checked, if assertions follow the service’s clock', async () => {
    const made = await exchange({ followServiceClock: true })
    expect(outcomes({ ...made, madeAt: now + 90_000 })['iat']).toBe('not-checked')
    expect(outcomes({ ...made, madeAt: now + 90_000, profile: profile() })['iat']).toBe('failed')
  })

  test('checks: kid is not checked, if the portal’s thumbprint was not pasted', async () => {
    const made = await signed(
      {},
      { kid: certificate.thumbprint.sha256 },
    )(await exchange({ kid: certificate.thumbprint.sha256 }))
    const { confirmation, ...unconfirmed } = credential
    expect(outcomes({ ...made, credential: unconfirmed })['kid']).toBe('not-checked')
    expect(outcomes(made)['kid']).toBe('failed')
  })
})

test('checks: the response is not checked, before the request is sent', () => {
  const its = profile()
  const moment = { now, newId: () => '' }
  const { request: shown, rules } = previewOf({
    ...{ profile: its, request: unsentTokenRequest(its, thumbprint, moment), credential, madeAt: now },
  })
  expect(rules.filter(({ outcome }) => outcome !== 'passed').map(({ id, outcome }) => [id, outcome])).toEqual([
    ['token-object', 'not-checked'],
    ['access-token', 'not-checked'],
    ['token-type', 'not-checked'],
    ['lifetime-stated', 'not-checked'],
  ])
  expect(JSON.parse(shown.assertion?.claims ?? '')).toMatchObject({ sub: 'acme-1', aud: tokenUrl })
})

test('logEntryOf: contains no secret, wherever the service repeats it', async () => {
  const secret = 'p+a s/w:o%rd'
  for (const kind of Object.keys(settingsOfEach) as Kind[]) {
    const its = profile(settingsOfEach[kind])
    const proof = proofOf(its)
    const made = {
      ...(await exchange(settingsOfEach[kind])),
      request: await buildTokenRequest(
        its,
        'clientSecret' in proof ? { ...proof, clientSecret: Secret.fromText(secret) } : proof,
        { now, newId: () => '' },
      ),
    }
    const { headers: sent, parameters: form } = made.request
    const assertion = form.find(({ name }) => name === 'client_assertion')?.value
    const carried = [
      ...('clientSecret' in proof ? [secret, encodeURIComponent(secret)] : []),
      ...(sent['authorization'] === undefined ? [] : [sent['authorization'].slice('Basic '.length)]),
      ...('clientSecret' in proof ? [Buffer.from(`${its.clientId}:${secret}`).toString('base64')] : []),
      ...(assertion === undefined ? [] : [assertion, assertion.split('.')[2] ?? '']),
    ]
    const echo = carried.join(' ')
    const bodies = [
      { ...goodResponse, access_token: 'short', refresh_token: 'refresh-short', note: echo },
      `access_token=short&refresh_token=refresh-short&x=1 ${echo}`,
      '{"access_token":"short',
      { error: 'invalid_client', error_description: echo },
      { ...goodResponse, token_type: echo },
      goodResponse,
    ]
    for (const body of bodies) {
      const response = {
        ...responseOf(body),
        headers: new Map([
          ['x-echo', echo],
          ['set-cookie', 'sid=short'],
        ]),
      }
      const parsed = parseResponse(response, secretsIn(made.request))
      const shown = JSON.stringify(logEntryOf(made, 'Token request', { response: parsed, refusal: undefined }))
      for (const hidden of [...carried, 'short', jwtToken])
        expect(shown.includes(hidden), `${kind}: ${hidden}`).toBe(false)
    }
  }
})
