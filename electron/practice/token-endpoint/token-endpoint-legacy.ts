import type { TLSSocket } from 'node:tls'
import { describeUnknownClient, type PracticeClient } from '../state/practice-state.ts'
import { clientRefused, invalidRequest } from '../state/responses.ts'
import type { TokenFacts } from './access-tokens.ts'
import { type AssertionContext, checkAssertion, requireJwtBearer } from './assertion-check.ts'
import { readTokenForm, type TokenCall } from './token-form.ts'

/**
 * Checks the client's certificate of the connection (RFC 8705 §2.1): issued by the practice authority and uploaded.
 * @param socket undefined if the connection isn't TLS
 * @throws Refusal
 */
export function checkMutualTls(socket: TLSSocket | undefined, { certificates }: PracticeClient): void {
  if (socket === undefined) throw clientRefused('The legacy token endpoint requires https.')
  const presented = socket.getPeerX509Certificate()
  if (presented === undefined) throw clientRefused('The connection presents no client certificate.')
  if (!socket.authorized)
    throw clientRefused(`The client certificate was not issued by the practice authority: ${socketFault(socket)}.`)
  const thumbprint = presented.fingerprint.replaceAll(':', '')
  if (!certificates.some((uploaded) => uploaded.thumbprint === thumbprint))
    throw clientRefused('The client certificate is not on the Legacy tab.')
}

/** Returns OpenSSL's code, e.g. `CERT_HAS_EXPIRED`; Node's types wrongly declare an error. */
function socketFault({ authorizationError }: TLSSocket): string {
  return String(authorizationError)
}

export interface LegacyContext extends AssertionContext {
  readonly client: PracticeClient
}

/**
 * Checks a request with legacy OAuth: the client authenticates by the certificate of the connection (RFC 8705 §2.1), or
 * by an assertion signed with its key (RFC 7523 §2.2); never both.
 * @throws Refusal
 */
export function checkLegacyCall(call: TokenCall, socket: TLSSocket | undefined, context: LegacyContext): TokenFacts {
  const { client } = context
  const form = readTokenForm(call, ['client_id', 'client_assertion_type', 'client_assertion', 'scope', 'audience'])
  const assertion = form.get('client_assertion')
  if (assertion === undefined) checkMutualTls(socket, client)
  else {
    requireJwtBearer(form.get('client_assertion_type'))
    checkAssertion(assertion, { ...context, clients: [client], tabs: 'another tab than Legacy', needsId: false })
  }
  const named = form.get('client_id')
  if (named === undefined && assertion === undefined) throw invalidRequest('“client_id” is missing.')
  if (named !== undefined && named !== client.clientId)
    throw clientRefused(describeUnknownClient('“client_id” is not the one of the Legacy tab.', named, [client]))
  return { tab: 'legacy', clientId: client.clientId, audience: form.get('audience'), scopes: form.get('scope') }
}
