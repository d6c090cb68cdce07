import type { TLSSocket } from 'node:tls'
import type { TokenFacts } from './access-tokens.ts'
import { AssertionRefusal, checkAssertion } from './assertion-check.ts'
import type { PracticeClient } from '../state/practice-state.ts'
import { readTokenForm, TokenRefusal, type TokenCall } from './token-form.ts'

/** What the legacy flavor's endpoint knows. */
export interface LegacyContext {
  readonly client: PracticeClient
  /** The required `aud` of an assertion. */
  readonly tokenUrl: string
  /** Remembers an assertion's id; returns false if it was used before. */
  readonly isNewAssertion: (jti: string, until: number) => boolean
  /** Unix seconds, by the service's clock. */
  readonly now: number
}

/**
 * Checks a request with legacy OAuth: the client authenticates by the certificate of the connection (RFC 8705 §2.1), or
 * by an assertion signed with its key (RFC 7523 §2.2); never both.
 * @throws TokenRefusal
 */
export function checkLegacyCall(call: TokenCall, socket: TLSSocket | undefined, context: LegacyContext): TokenFacts {
  const { client } = context
  const form = readTokenForm(call, ['client_id', 'client_assertion_type', 'client_assertion', 'scope', 'audience'])
  const assertion = form.get('client_assertion')
  if (assertion === undefined) checkCertificate(socket, client)
  else proveByAssertion(assertion, form.get('client_assertion_type'), context)
  const named = form.get('client_id')
  if (named === undefined && assertion === undefined)
    throw new TokenRefusal('invalid_request', '“client_id” is missing.')
  if (named !== undefined && named !== client.clientId) throw refused('“client_id” is not the one of the Legacy tab.')
  return { tab: 'legacy', clientId: client.clientId, audience: form.get('audience'), scopes: form.get('scope') }
}

function checkCertificate(socket: TLSSocket | undefined, { certificates }: PracticeClient): void {
  if (socket === undefined) throw refused('The legacy token endpoint requires https.')
  const presented = socket.getPeerX509Certificate()
  if (presented === undefined) throw refused('The connection presents no client certificate.')
  if (!socket.authorized)
    throw refused(`The client certificate was not issued by the practice authority: ${socketFault(socket)}.`)
  const thumbprint = presented.fingerprint.replaceAll(':', '')
  if (!certificates.some((uploaded) => uploaded.thumbprint === thumbprint))
    throw refused('The client certificate is not on the Legacy tab.')
}

function proveByAssertion(
  assertion: string,
  type: string | undefined,
  { client, tokenUrl, isNewAssertion, now }: LegacyContext,
): void {
  if (type !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    throw new TokenRefusal(
      'invalid_request',
      '“client_assertion_type” must be urn:ietf:params:oauth:client-assertion-type:jwt-bearer.',
    )
  const findClient = (clientId: string): PracticeClient | undefined =>
    clientId === client.clientId ? client : undefined
  try {
    checkAssertion(assertion, {
      tokenUrl,
      tabs: 'another tab than Legacy',
      findClient,
      isNew: isNewAssertion,
      now,
      needsId: false,
    })
  } catch (error) {
    if (error instanceof AssertionRefusal) throw refused(error.message)
    throw error
  }
}

/** Returns OpenSSL's code, e.g. `CERT_HAS_EXPIRED`, where Node's types declare an error. */
function socketFault({ authorizationError }: TLSSocket): string {
  return String(authorizationError)
}

function refused(description: string): TokenRefusal {
  return new TokenRefusal('invalid_client', description)
}
