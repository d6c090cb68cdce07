import type { TLSSocket } from 'node:tls'
import { AssertionRefusal, checkAssertion } from './assertion-check.ts'
import { tokenLifetime, type AccessTokens } from './access-tokens.ts'
import type { PracticeClient, Tab } from './practice-state.ts'

/** An error of a token endpoint (RFC 6749 §5.2, RFC 8707 §2). The description says which rule was broken. */
export class TokenRefusal extends Error {
  readonly status: number
  readonly error: string

  constructor(error: string, description: string, status = error === 'invalid_client' ? 401 : 400) {
    super(description)
    this.error = error
    this.status = status
  }
}

export interface TokenCall {
  readonly method: string
  readonly contentType: string | undefined
  readonly authorization: string | undefined
  readonly body: string
  readonly socket: TLSSocket | undefined
}

export interface TokenEndpointContext {
  readonly clients: Readonly<Record<Tab, PracticeClient>>
  readonly tokens: AccessTokens
  /** The one token URI of Client Testing and Production. */
  readonly jwtTokenUrl: string
  readonly isNewAssertion: (jti: string, until: number) => boolean
  /** Milliseconds since the epoch, by the service's clock. */
  readonly now: () => number
}

interface TokenResponse {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly scope?: string
}

/** What the audience's environment must be called in each environment, and the products there are. */
const audienceEnvironments = { 'client-testing': 'sandbox', production: 'prod' } as const
const audiencePattern = /^practice:uri:(?<environment>[a-z]+):(?<product>payments|reporting)$/u

/** Basic OAuth of the Mock environment: client ID and secret by HTTP Basic or in the body (RFC 6749 §2.3.1). */
export async function basicToken(call: TokenCall, { clients, tokens }: TokenEndpointContext): Promise<TokenResponse> {
  const form = readForm(call)
  const { clientId, clientSecret } = clients.mock
  const header = /^Basic (?<pair>\S+)$/u.exec(call.authorization ?? '')?.groups?.['pair']
  if (header !== undefined && form.has('client_secret'))
    throw new TokenRefusal('invalid_request', 'The client authenticates twice: by HTTP Basic and in the body.')
  const [id, secret] = header === undefined ? [form.get('client_id'), form.get('client_secret')] : readBasicPair(header)
  if (id !== clientId) throw new TokenRefusal('invalid_client', 'The client ID is not the one of the Mock tab.')
  if (secret !== clientSecret)
    throw new TokenRefusal('invalid_client', 'The client secret is not the one of the Mock tab.')
  requireKnown(form, ['grant_type', 'client_id', 'client_secret', 'scope', 'audience'])
  return respond(tokens, 'mock', clientId, form.get('audience'), form.get('scope'))
}

/** OAuth with JWT (service document, sections 4.1 and 5.2). */
export async function jwtToken(call: TokenCall, context: TokenEndpointContext): Promise<TokenResponse> {
  const form = readForm(call)
  requireKnown(form, ['grant_type', 'client_assertion_type', 'client_assertion', 'audience', 'scopes'])
  if (form.get('client_assertion_type') !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    throw new TokenRefusal('invalid_request', '“client_assertion_type” is missing or not the one for JWTs.')
  const assertion = form.get('client_assertion')
  if (assertion === undefined) throw new TokenRefusal('invalid_request', '“client_assertion” is missing.')
  const tabOf = (clientId: string): 'client-testing' | 'production' | undefined =>
    (['client-testing', 'production'] as const).find((tab) => context.clients[tab].clientId === clientId)
  let clientId: string
  try {
    clientId = checkAssertion(assertion, {
      tokenUrl: context.jwtTokenUrl,
      findClient: (id) => {
        const tab = tabOf(id)
        return tab === undefined ? undefined : context.clients[tab]
      },
      isNew: context.isNewAssertion,
      now: Math.floor(context.now() / 1000),
    })
  } catch (error) {
    if (error instanceof AssertionRefusal) throw new TokenRefusal('invalid_client', error.message)
    throw error
  }
  const tab = tabOf(clientId) ?? 'client-testing'
  const audience = form.get('audience')
  if (audience === undefined) throw new TokenRefusal('invalid_request', '“audience” is missing.')
  const environment = audiencePattern.exec(audience)?.groups?.['environment']
  if (environment === undefined)
    throw new TokenRefusal('invalid_target', '“audience” must read practice:uri:<environment>:payments or …:reporting.')
  if (environment !== audienceEnvironments[tab])
    throw new TokenRefusal(
      'invalid_target',
      `In this environment the audience’s environment is “${audienceEnvironments[tab]}”.`,
    )
  return respond(context.tokens, tab, clientId, audience, form.get('scopes'))
}

/** Legacy OAuth: the certificate of the connection authenticates the client (RFC 8705 §2.1). */
export async function legacyToken(call: TokenCall, { clients, tokens }: TokenEndpointContext): Promise<TokenResponse> {
  const form = readForm(call)
  const { socket } = call
  if (socket === undefined)
    throw new TokenRefusal('invalid_client', 'The legacy token endpoint is reached by https only.')
  const presented = socket.getPeerX509Certificate()
  if (presented === undefined)
    throw new TokenRefusal('invalid_client', 'The connection presents no client certificate.')
  if (!socket.authorized)
    throw new TokenRefusal(
      'invalid_client',
      `The client certificate is not accepted: ${String(socket.authorizationError)}.`,
    )
  const { clientId, certificates } = clients.legacy
  if (form.get('client_id') !== clientId)
    throw new TokenRefusal('invalid_client', '“client_id” is missing or not the one of the Legacy tab.')
  const thumbprint = presented.fingerprint.replaceAll(':', '')
  if (!certificates.some((uploaded) => uploaded.thumbprint === thumbprint))
    throw new TokenRefusal('invalid_client', 'The client certificate was not uploaded in the Legacy tab.')
  requireKnown(form, ['grant_type', 'client_id', 'scope', 'audience'])
  return respond(tokens, 'legacy', clientId, form.get('audience'), form.get('scope'))
}

async function respond(
  tokens: AccessTokens,
  tab: Tab,
  clientId: string,
  audience: string | undefined,
  scopes: string | undefined,
): Promise<TokenResponse> {
  return {
    access_token: await tokens.issue({ tab, clientId, audience, scopes }),
    token_type: 'Bearer',
    expires_in: tokenLifetime,
    ...(scopes === undefined ? {} : { scope: scopes }),
  }
}

/** The form, each parameter once (RFC 6749 §3.2). */
function readForm(call: TokenCall): Map<string, string> {
  if (call.method !== 'POST') throw new TokenRefusal('invalid_request', 'The token endpoint takes POST only.', 405)
  if (call.contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/x-www-form-urlencoded')
    throw new TokenRefusal('invalid_request', 'The content type must be application/x-www-form-urlencoded.')
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(call.body)) {
    if (form.has(name)) throw new TokenRefusal('invalid_request', `“${name}” is there twice.`)
    form.set(name, value)
  }
  const grantType = form.get('grant_type')
  if (grantType === undefined) throw new TokenRefusal('invalid_request', '“grant_type” is missing.')
  if (grantType !== 'client_credentials')
    throw new TokenRefusal('unsupported_grant_type', '“grant_type” must be client_credentials.')
  return form
}

function requireKnown(form: ReadonlyMap<string, string>, known: readonly string[]): void {
  for (const name of form.keys())
    if (!known.includes(name))
      throw new TokenRefusal('invalid_request', `The parameter “${name}” is not one of this endpoint.`)
}

function readBasicPair(encoded: string): [string | undefined, string | undefined] {
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon < 0) return [undefined, undefined]
  try {
    const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
    return [decode(pair.slice(0, colon)), decode(pair.slice(colon + 1))]
  } catch {
    throw new TokenRefusal(
      'invalid_client',
      'Client ID and secret are not form-encoded before HTTP Basic (RFC 6749 §2.3.1).',
    )
  }
}
