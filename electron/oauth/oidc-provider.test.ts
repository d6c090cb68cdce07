import { X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Secret } from '../keychain/secret.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'

// A third party's authorization server judges Clavis's requests. Only the names that are the endpoint's own differ:
// its target parameter is `resource` (RFC 8707), its scope parameter `scope` (RFC 6749), and it insists on a jti.

const audience = 'acme:uri:sandbox:payments'
let services: TestServices
let endings: (() => Promise<unknown>)[]

beforeEach(async () => {
  services = await startTestServices()
  endings = [services.end]
})
afterEach(async () => {
  for (const end of endings.reverse()) await end()
})

/** Starts the server with one client; answers its token endpoint. */
async function startProvider(client: (origin: string) => object): Promise<{ tokenUrl: string; refusals: string[] }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endings.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(origin, {
    clients: [{ grant_types: ['client_credentials'], redirect_uris: [], response_types: [], ...client(origin) }],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    scopes: ['payments:read'],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: 'payments:read',
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 28_800,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  })
  const refusals: string[] = []
  provider.on('grant.error', (_context, error) =>
    refusals.push(String((error as { error_detail?: string }).error_detail)),
  )
  server.on('request', provider.callback())
  return { tokenUrl: `${origin}/token`, refusals }
}

const ownNames = {
  targetParameter: 'resource',
  scopeParameter: 'scope',
  includeJti: true,
  audience,
  scopes: 'payments:read',
}

test('private_key_jwt is accepted: the assertion is good to another’s eyes, by the certificate’s own key', async () => {
  const { id } = await services.newProfile({ tokenUrl: 'https://later.example.com/token', ...ownNames })
  const certificate = new X509Certificate(await services.activateCredential(id))
  const { kid } = await services.credentials.signingKey(id)
  const { tokenUrl } = await startProvider(() => ({
    client_id: 'acme',
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'RS256',
    jwks: { keys: [{ ...certificate.publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] },
  }))
  await services.profiles.changeSettings(id, (settings) => ({ ...settings, tokenUrl }))
  const state = await services.tokens.get(id, { renew: false })
  expect(state).toMatchObject({ kind: 'held', tokenType: 'Bearer', lifetimeSeconds: 28_800, scopes: ['payments:read'] })
  if (state.kind !== 'held') throw new Error('not held')
  expect(JSON.parse(state.claims?.payload ?? '')).toMatchObject({ aud: audience, client_id: 'acme', sub: 'acme' })
  // Each request carries an assertion of its own: the server refuses one that it has seen.
  await services.tokens.get(id, { renew: true })
})

test('private_key_jwt of another key is refused, and so is another’s client ID', async () => {
  const { id } = await services.newProfile({ tokenUrl: 'https://later.example.com/token', ...ownNames })
  await services.activateCredential(id)
  const { kid } = await services.credentials.signingKey(id)
  const stranger = await services.newProfile({ tokenUrl: 'https://later.example.com/token' })
  const other = new X509Certificate(await services.activateCredential(stranger.id))
  const { tokenUrl } = await startProvider(() => ({
    client_id: 'acme',
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [{ ...other.publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] },
  }))
  await services.profiles.changeSettings(id, (settings) => ({ ...settings, tokenUrl }))
  await expect(services.tokens.get(id, { renew: false })).rejects.toMatchObject({
    code: 'token-refused',
    details: { status: 401, error: 'invalid_client' },
  })
})

test.each(['client_secret_basic', 'client_secret_post'] as const)(
  '%s is accepted, with characters that must be form-encoded first',
  async (clientAuthentication) => {
    const [clientId, secret] = ['acme:mock%1', 'p+a s/w:o%rd~=&"']
    const { tokenUrl } = await startProvider(() => ({
      client_id: clientId,
      client_secret: secret,
      token_endpoint_auth_method: clientAuthentication,
    }))
    const { id } = await services.newProfile({ flavor: 'basic', clientAuthentication, clientId, tokenUrl, ...ownNames })
    await services.credentials.setClientSecret(id, Secret.fromText(secret))
    expect(await services.tokens.get(id, { renew: false })).toMatchObject({ kind: 'held', scopes: ['payments:read'] })

    await services.credentials.setClientSecret(id, Secret.fromText('wrong'))
    await expect(services.tokens.get(id, { renew: true })).rejects.toMatchObject({
      code: 'token-refused',
      details: { error: 'invalid_client' },
    })
    expect(services.tokens.state(id).kind).toBe('failed')
  },
)
