import { generateKeyPairSync } from 'node:crypto'
import { parse } from 'node:querystring'
import fc from 'fast-check'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { defaultProfileSettings, type Profile } from '#shared/profiles/profile.ts'
import type { SigningKey } from '../credentials/signing-keys.ts'
import { Secret } from '../keychain/secret.ts'
import {
  encodeForm,
  encodeFormValue,
  buildTokenRequest,
  unsentTokenRequest,
  type ClientProof,
} from './token-request.ts'

const now = Date.parse('2026-11-20T10:00:00.900Z')
/** Back-dated by 5 seconds. */
const issuedAt = Date.parse('2026-11-20T10:00:00Z') / 1000 - 5
const moment = { now, newId: () => '0b6f2b3e-0000-4000-8000-000000000001' }
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const kid = 'AB:cd 12'
const tokenUrl = 'https://auth.example.com/oauth2/token'

function profile(changes: Partial<Profile> = {}): Profile {
  return {
    ...defaultProfileSettings(changes.flavor ?? 'jwt'),
    id: '0b6f2b3e-0000-4000-8000-000000000000',
    practice: false,
    revision: 1,
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    name: 'Acme',
    environment: 'client-testing',
    clientId: 'acme-1',
    tokenUrl,
    audience: 'acme:uri:sandbox:payments',
    ...changes,
  }
}

const signs = (kind: 'private_key_jwt' | 'tls_client_auth'): ClientProof => ({
  kind,
  // Only these two parts sign or are presented.
  signingKey: { kid, privateKey, certificateChainPem: 'the chain' } as unknown as SigningKey,
})

test.each(['client_assertion', 'assertion', 'Grant_Type', 'scopes', 'audience'])(
  'Token request: an additional parameter %s, stored by an earlier version, is refused before anything is signed',
  async (name) => {
    const changed = profile({ extraTokenParameters: { [name]: 'x' } })
    await expect(buildTokenRequest(changed, signs('private_key_jwt'), moment)).rejects.toMatchObject({
      code: 'input-invalid',
      message: expect.stringContaining(`“${name}”`) as string,
    })
    // Its preview shows what is wrong.
    expect(unsentTokenRequest(changed, kid, moment).parameters).toContainEqual({ name, value: 'x' })
  },
)

describe('flavor jwt', () => {
  test('buildTokenRequest: sends exactly the documented parameters, header and claims', async () => {
    const { headers, parameters } = await buildTokenRequest(
      profile({ scopes: 'a b' }),
      signs('private_key_jwt'),
      moment,
    )
    expect(headers).toEqual({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' })
    expect(parameters.map(({ name }) => name)).toEqual([
      'grant_type',
      'client_assertion_type',
      'client_assertion',
      'audience',
      'scopes',
    ])
    const form = parse(encodeForm(parameters))
    expect(form).toMatchObject({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      audience: 'acme:uri:sandbox:payments',
      scopes: 'a b',
    })
    const assertion = String(form['client_assertion'])
    expect(assertion).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/u)
    expect(decodeProtectedHeader(assertion)).toEqual({ alg: 'RS256', kid })
    const { payload } = await jwtVerify(assertion, publicKey, { currentDate: new Date(now) })
    expect(payload).toEqual({
      iat: issuedAt,
      exp: issuedAt + 30,
      expires_in: 30,
      sub: 'acme-1',
      iss: 'acme-1',
      aud: tokenUrl,
      nbf: issuedAt,
    })
  })

  test('buildTokenRequest: adds jti, other names, client ID and parameters, if the profile sets them', async () => {
    const changed = profile({
      includeJti: true,
      assertionLifetimeSeconds: 300,
      targetParameter: 'resource',
      scopeParameter: 'scope',
      scopes: 'x',
      includeClientId: true,
      extraTokenParameters: { tenant: 'ä&=' },
    })
    const { parameters } = await buildTokenRequest(changed, signs('private_key_jwt'), moment)
    expect(parameters.slice(3)).toEqual([
      { name: 'resource', value: 'acme:uri:sandbox:payments' },
      { name: 'scope', value: 'x' },
      { name: 'client_id', value: 'acme-1' },
      { name: 'tenant', value: 'ä&=' },
    ])
    const assertion = parameters.find(({ name }) => name === 'client_assertion')?.value ?? ''
    const { payload } = await jwtVerify(assertion, publicKey, { currentDate: new Date(now) })
    expect(payload).toMatchObject({ jti: moment.newId(), expires_in: 300, exp: issuedAt + 300 })
  })
})

test('buildTokenRequest: presents the certificate and sends the client ID, for mutual TLS', async () => {
  const legacy = profile({ flavor: 'legacy', clientAuthentication: 'tls_client_auth', audience: '' })
  const request = await buildTokenRequest(legacy, signs('tls_client_auth'), moment)
  expect(request.parameters).toEqual([
    { name: 'grant_type', value: 'client_credentials' },
    { name: 'client_id', value: 'acme-1' },
  ])
  expect(request.clientCertificate).toEqual({ privateKey, certificateChainPem: 'the chain' })
})

describe('flavor basic', () => {
  test('buildTokenRequest: form-encodes ID and secret before HTTP Basic', async () => {
    const basic = profile({
      flavor: 'basic',
      clientAuthentication: 'client_secret_basic',
      clientId: 'a:b c',
      audience: '',
    })
    const proof = { kind: 'client_secret_basic', clientSecret: Secret.fromText('p:%ä+') } as const
    const { headers, parameters } = await buildTokenRequest(basic, proof, moment)
    const [scheme, encoded] = (headers['authorization'] ?? '').split(' ')
    expect(scheme).toBe('Basic')
    expect(Buffer.from(encoded ?? '', 'base64').toString()).toBe('a%3Ab+c:p%3A%25%C3%A4%2B')
    expect(parameters).toEqual([{ name: 'grant_type', value: 'client_credentials' }])
  })

  test('buildTokenRequest: sends ID and secret in the body, for client_secret_post', async () => {
    const basic = profile({ flavor: 'basic', clientAuthentication: 'client_secret_post', audience: '', scopes: 'x' })
    const proof = { kind: 'client_secret_post', clientSecret: Secret.fromText('hush') } as const
    const { headers, parameters } = await buildTokenRequest({ ...basic, includeClientId: true }, proof, moment)
    expect(headers['authorization']).toBeUndefined()
    expect(parameters.slice(1)).toEqual([
      { name: 'client_id', value: 'acme-1' },
      { name: 'client_secret', value: 'hush' },
      { name: 'scope', value: 'x' },
    ])
  })
})

describe('unsentTokenRequest', () => {
  test.each([
    ['jwt', 'private_key_jwt'],
    ['legacy', 'tls_client_auth'],
  ] as const)(
    'unsentTokenRequest: equals the sent one except for the signature, for %s',
    async (flavor, clientAuthentication) => {
      const settings = profile({ flavor, clientAuthentication, scopes: 'x' })
      const sent = await buildTokenRequest(settings, signs(clientAuthentication), moment)
      const unsent = unsentTokenRequest(settings, kid, moment)
      expect(unsent.headers).toEqual(sent.headers)
      expect(unsent.parameters).toEqual(
        sent.parameters.map(({ name, value }) => ({
          name,
          value: name === 'client_assertion' ? value.replace(/\.[\w-]+$/u, '.…') : value,
        })),
      )
    },
  )

  test('unsentTokenRequest: shows no secret, for flavor basic', () => {
    const basic = profile({ flavor: 'basic', clientAuthentication: 'client_secret_post' })
    expect(unsentTokenRequest(basic, undefined, moment).parameters).toContainEqual({
      name: 'client_secret',
      value: '…',
    })
  })
})

test('encodeForm: any parameters are the same after an independent parser', () => {
  // Lone surrogates are no text that UTF-8 could carry.
  const text = fc.string({ unit: 'grapheme', maxLength: 40 })
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), text), (values) => {
      const encoded = encodeForm(Object.entries(values).map(([name, value]) => ({ name, value })))
      expect(encoded).toMatch(/^[\w.*%+&=-]*$/u)
      expect({ ...parse(encoded, '&', '=', { maxKeys: 0 }) }).toEqual({ ...values })
    }),
  )
  fc.assert(
    fc.property(text, (value) => {
      expect(decodeURIComponent(encodeFormValue(value).replaceAll('+', ' '))).toBe(value)
      expect(encodeFormValue(value)).not.toContain(':')
    }),
  )
})
