import type { TLSSocket } from 'node:tls'
import type { TokenFacts } from './access-tokens.ts'
import { AssertionRefusal, checkAssertion } from './assertion-check.ts'
import { checkMutualTls } from './mutual-tls-check.ts'
import type { PracticeClient } from '../state/practice-state.ts'
import { clientRefused, readTokenForm, TokenRefusal, type TokenCall } from './token-form.ts'

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
  if (assertion === undefined) checkMutualTls(socket, client)
  else proveByAssertion(assertion, form.get('client_assertion_type'), context)
  const named = form.get('client_id')
  if (named === undefined && assertion === undefined)
    throw new TokenRefusal('invalid_request', '“client_id” is missing.')
  if (named !== undefined && named !== client.clientId)
    throw clientRefused('“client_id” is not the one of the Legacy tab.')
  return { tab: 'legacy', clientId: client.clientId, audience: form.get('audience'), scopes: form.get('scope') }
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
    if (error instanceof AssertionRefusal) throw clientRefused(error.message)
    throw error
  }
}
