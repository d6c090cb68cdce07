import { X509Certificate } from 'node:crypto'
import type { TlsOptions } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import type { DiagnosisCause } from '#shared/diagnostics/diagnosis.ts'
import type { ProfileSettings } from '#shared/profiles/profile.ts'
import { contentOfText } from '../credentials/import/import-content.ts'
import { Secret } from '../keychain/secret.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'
import { makeClientAuthority } from './testing/client-authority.ts'
import { foreignScope, knownResource, knownScope, startOidcServer, type OidcServer } from './testing/oidc-server.ts'

// A third party's authorization server judges Clavis's requests, over https and with keys from the real keychain. Only
// the names that are the endpoint's own differ: its target parameter is `resource` (RFC 8707), its scope parameter
// `scope` (RFC 6749), and it insists on a jti that it has not seen. Its refusals say “client authentication failed” and
// no more, so that the doctor has to find the cause by itself.

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const secret = 'p+a s/w:o%rd~=&"'
const subject = {
  ...{ commonName: 'acme', organization: 'Acme', organizationalUnit: '', locality: '', state: '', country: 'DE' },
  emailAddress: '',
}
/** The subject of every client's certificate here, as the server writes it. */
const subjectName = 'C=DE,O=Acme,CN=acme'

type Method = ProfileSettings['clientAuthentication']

interface Wanted {
  readonly method: Method
  readonly assertionId?: () => string
  /** Changes the client that the server knows. */
  readonly registered?: object
  /** Whether the server asks for client certificates. */
  readonly asks?: boolean
  /** Whether it knows the authority that issued the client's. */
  readonly knowsIssuer?: boolean
  readonly tls?: TlsOptions
  /** Additional settings of the profile. */
  readonly settings?: Partial<ProfileSettings>
}

interface Stage {
  readonly services: TestServices
  readonly server: OidcServer
  readonly profileId: string
}

/** A server that knows one client, and a profile of that client. */
async function stage({
  method,
  registered,
  settings,
  asks = true,
  knowsIssuer = true,
  tls = {},
  ...ids
}: Wanted): Promise<Stage> {
  const services = await startTestServices(ids)
  endings.push(services.end)
  const usesSecret = method.startsWith('client_secret')
  const flavor = usesSecret ? 'basic' : method === 'tls_client_auth' ? 'legacy' : 'jwt'
  const clientId = 'acme:client%1'
  const profile = await services.newProfile({
    ...{ flavor, clientAuthentication: method, clientId, tokenUrl: 'https://later.example.com/token' },
    ...{ targetParameter: 'resource', scopeParameter: 'scope', includeJti: true },
    ...{ audience: knownResource, scopes: knownScope },
  })
  const own = usesSecret ? await registerSecret(services, profile.id) : await registerKey(services, profile.id)
  const server = await startOidcServer({
    client: {
      ...{ client_id: clientId, token_endpoint_auth_method: method, scope: knownScope },
      ...(method === 'tls_client_auth' ? { tls_client_auth_subject_dn: subjectName } : own.metadata),
      ...registered,
    },
    ...(method === 'tls_client_auth' && asks
      ? { clientRoot: knowsIssuer ? own.root : makeClientAuthority().root }
      : {}),
    tls,
  })
  endings.push(server.end)
  await services.profiles.changeSettings(profile.id, (before) => ({
    ...before,
    tokenUrl: server.tokenUrl,
    certificateAuthorities: [server.authority],
    ...settings,
  }))
  // The secret of the address before is deleted.
  if (usesSecret) await registerSecret(services, profile.id)
  return { services, server, profileId: profile.id }
}

async function registerSecret(services: TestServices, profileId: string): Promise<{ metadata: object; root: string }> {
  await services.credentials.clientSecrets.set(profileId, Secret.fromText(secret))
  return { metadata: { client_secret: secret }, root: '' }
}

/** An active credential whose certificate an authority below a root has issued, confirmed as the portal shows it. */
async function registerKey(services: TestServices, profileId: string): Promise<{ metadata: object; root: string }> {
  const authority = makeClientAuthority()
  const { id } = await services.credentials.createKey(profileId, 2048)
  const { request } = await services.credentials.createRequest(profileId, id, subject, [])
  const chain = authority.sign(request?.pem ?? '')
  await services.credentials.imports.import([contentOfText(chain)])
  const certificate = new X509Certificate(chain)
  const kid = certificate.fingerprint.replaceAll(':', '')
  await services.credentials.thumbprints.confirm(profileId, id, kid)
  await services.credentials.activate(profileId, id)
  const jwk = { ...certificate.publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }
  return { metadata: { token_endpoint_auth_signing_alg: 'RS256', jwks: { keys: [jwk] } }, root: authority.root }
}

const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'tls_client_auth'] as const

test.each(methods)('OIDC provider: accepts %s, also a second time', async (method) => {
  const { services, server, profileId } = await stage({ method })
  const state = await services.tokens.get(profileId, { renew: false })
  expect(server.refusals).toEqual([])
  expect(state).toMatchObject({ kind: 'held', tokenType: 'Bearer', lifetimeSeconds: 28_800, scopes: [knownScope] })
  if (state.kind !== 'held') throw new Error('not held')
  expect(JSON.parse(state.claims?.payload ?? '')).toMatchObject({ aud: knownResource, client_id: 'acme:client%1' })
  // Each request has an assertion of its own: the server refuses one that it has seen.
  await services.tokens.get(profileId, { renew: true })
  expect((await services.doctor.diagnose(profileId)).causes).toEqual([])
})

test('Mutual TLS: presents the client certificate with its chain if the server knows only the root', async () => {
  const { services, profileId } = await stage({ method: 'tls_client_auth' })
  const { certificateChainPem } = await services.credentials.signingKeys.active(await services.profiles.get(profileId))
  expect(certificateChainPem.match(/BEGIN CERTIFICATE/gu)).toHaveLength(2)
  await services.tokens.get(profileId, { renew: true })
})

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'Doctor: finds nothing wrong with a server that requires the client certificate in the handshake (%s)',
  async (version) => {
    const tls = { rejectUnauthorized: true, minVersion: version, maxVersion: version } as const
    const { services, profileId } = await stage({ method: 'tls_client_auth', tls })
    const { causes, steps } = await services.doctor.diagnose(profileId)
    expect(causes).toEqual([])
    expect(steps.find(({ id }) => id === 'tls')).toMatchObject({ outcome: 'good' })
  },
)

interface Mistake extends Wanted {
  readonly what: string
  /** What the server logs if its response doesn't say it. */
  readonly detail?: RegExp
  readonly cause: DiagnosisCause['id']
  readonly before?: (stage: Stage) => Promise<unknown>
}

const change =
  (settings: (before: ProfileSettings) => Partial<ProfileSettings>): NonNullable<Mistake['before']> =>
  ({ services, profileId }) =>
    services.profiles.changeSettings(profileId, (before) => ({ ...before, ...settings(before) }))

const kidOf = async ({ services, profileId }: Stage): Promise<string> =>
  (await services.credentials.signingKeys.active(await services.profiles.get(profileId))).kid

const wrongSecret: NonNullable<Mistake['before']> = ({ services, profileId }) =>
  services.credentials.clientSecrets.set(profileId, Secret.fromText('another'))

/** Puts the client's clock ahead. */
const clock =
  (milliseconds: number): NonNullable<Mistake['before']> =>
  ({ services }) => {
    services.advance(milliseconds)
    return Promise.resolve()
  }

const mistakes: readonly Mistake[] = [
  {
    ...{ what: 'a wrong secret by HTTP Basic', method: 'client_secret_basic', detail: /invalid secret/u },
    ...{ cause: 'client-secret-wrong', before: wrongSecret },
  },
  {
    ...{ what: 'a wrong secret in the body', method: 'client_secret_post', detail: /invalid secret/u },
    ...{ cause: 'client-secret-wrong', before: wrongSecret },
  },
  {
    ...{ what: 'an unknown resource', method: 'client_secret_basic', cause: 'audience-wrong' },
    settings: { audience: 'acme:uri:sandbox:cards' },
  },
  {
    ...{ what: 'a scope of other clients', method: 'client_secret_post', cause: 'scope-wrong' },
    settings: { scopes: foreignScope },
  },
  {
    what: 'another key than the one that the server has',
    ...{ method: 'private_key_jwt', cause: 'certificate-not-uploaded' },
    before: async ({ services, profileId }) => {
      // A new key and certificate, which the server was never given.
      await registerKey(services, profileId)
    },
  },
  {
    ...{ what: 'a kid of no certificate', method: 'private_key_jwt', cause: 'kid-unknown' },
    settings: { kid: 'AB'.repeat(20) },
  },
  {
    ...{ what: 'a kid in lower case', method: 'private_key_jwt', cause: 'kid-spelled-differently' },
    before: async (staged) => {
      const kid = await kidOf(staged)
      return change(() => ({ kid: kid.toLowerCase() }))(staged)
    },
  },
  {
    ...{ what: 'an aud with a slash at its end', method: 'private_key_jwt', cause: 'token-url-slash' },
    before: change(({ tokenUrl }) => ({ tokenUrl: `${tokenUrl}/` })),
  },
  {
    ...{ what: 'an assertion that has ended', method: 'private_key_jwt', cause: 'clock-wrong' },
    before: clock(-90_000),
  },
  {
    ...{ what: 'an assertion from the future', method: 'private_key_jwt', cause: 'clock-wrong' },
    before: clock(90_000),
  },
  {
    ...{ what: 'a jti that came before', method: 'private_key_jwt', cause: 'jti-repeated' },
    ...{ detail: /only be used once/u, assertionId: () => '0b6f2b3e-0000-4000-8000-000000000007' },
    before: async ({ services, profileId }) => {
      await services.tokens.get(profileId, { renew: true })
      services.tokens.drop(profileId)
    },
  },
  {
    ...{ what: 'no jti', method: 'private_key_jwt', cause: 'jti-needed' },
    ...{ detail: /jti .* must be provided/u, settings: { includeJti: false } },
  },
  {
    ...{ what: 'an unknown resource', method: 'private_key_jwt', cause: 'audience-wrong' },
    settings: { audience: 'acme:uri:sandbox:cards' },
  },
  {
    what: 'the other environment’s resource',
    ...{ method: 'private_key_jwt', cause: 'audience-of-other-environment' },
    settings: { audience: 'acme:uri:prod:payments' },
  },
  {
    ...{ what: 'a scope of other clients', method: 'private_key_jwt', cause: 'scope-wrong' },
    settings: { scopes: foreignScope },
  },
  {
    what: 'a client certificate of another subject',
    ...{ method: 'tls_client_auth', cause: 'certificate-not-uploaded', detail: /subject value does not match/u },
    registered: { tls_client_auth_subject_dn: 'C=DE,O=Other,CN=other' },
  },
  {
    what: 'a client certificate of an issuer that the server does not know',
    ...{
      method: 'tls_client_auth',
      cause: 'certificate-not-uploaded',
      detail: /was not verified/u,
      knowsIssuer: false,
    },
  },
  {
    what: 'no client certificate, because the server does not ask for one',
    ...{ method: 'tls_client_auth', cause: 'client-certificate-refused', detail: /was not provided/u, asks: false },
  },
  {
    ...{ what: 'a scope of other clients', method: 'tls_client_auth', cause: 'scope-wrong' },
    settings: { scopes: foreignScope },
  },
]

test.each(mistakes)('OIDC provider: refuses $method with $what, and the doctor names $cause first', async (mistake) => {
  const { before, cause, detail } = mistake
  const staged = await stage(mistake)
  await before?.(staged)
  const { services, server, profileId } = staged
  const { causes } = await services.doctor.diagnose(profileId)
  expect(services.tokens.state(profileId)).toMatchObject({ kind: 'failed', error: { code: 'token-refused' } })
  if (detail !== undefined) expect(server.refusals.join('\n')).toMatch(detail)
  expect(causes[0]?.id).toBe(cause)
  expect(causes[0]?.remedy).toMatch(/[.”]$/u)
})
