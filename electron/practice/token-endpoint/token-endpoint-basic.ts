import { describeUnknownClient, type PracticeClient } from '../state/practice-state.ts'
import { invalidRequest, Refusal } from '../state/responses.ts'
import type { TokenFacts } from './access-tokens.ts'
import { readTokenForm, type TokenCall } from './token-form.ts'

/** A refusal of HTTP Basic names the scheme (RFC 6749 §5.2). */
const challenge = { 'www-authenticate': 'Basic realm="practice", charset="UTF-8"' }

/**
 * Checks a request with basic OAuth of the Mock environment (service document, section 5.1): client ID and secret by
 * HTTP Basic or in the body (RFC 6749 §2.3.1), never both.
 * @throws Refusal
 */
export function checkBasicCall(call: TokenCall, clients: readonly PracticeClient[]): TokenFacts {
  const form = readTokenForm(call, ['client_id', 'client_secret', 'scope', 'audience'])
  const [id, secret] =
    call.authorization === undefined
      ? [form.get('client_id'), form.get('client_secret')]
      : readBasic(call.authorization, form)
  if (id === undefined || secret === undefined)
    throw unauthorized('The client is not authenticated: send its ID and secret by HTTP Basic or in the body.')
  const client = clients.find(({ clientId }) => clientId === id)
  if (client === undefined)
    throw unauthorized(describeUnknownClient('The client ID is not that of the Mock tab.', id, clients))
  if (secret !== client.clientSecret) throw unauthorized('The client secret is not that of the Mock tab.')
  return { tab: 'mock', clientId: id, audience: form.get('audience'), scopes: form.get('scope') }
}

function readBasic(authorization: string, form: ReadonlyMap<string, string>): [string, string] {
  const encoded = /^Basic +(?<pair>[A-Za-z0-9+/]+={0,2})$/iu.exec(authorization)?.groups?.['pair']
  if (encoded === undefined) throw unauthorized('The header “Authorization” is not HTTP Basic (RFC 7617).')
  if (form.has('client_secret')) throw invalidRequest('The client authenticates twice: by HTTP Basic and in the body.')
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon < 0) throw unauthorized('HTTP Basic has no colon between client ID and secret.')
  const id = decodeForm(pair.slice(0, colon))
  const named = form.get('client_id')
  if (named !== undefined && named !== id) throw invalidRequest('“client_id” in the body is not the one of HTTP Basic.')
  return [id, decodeForm(pair.slice(colon + 1))]
}

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw unauthorized('Client ID and secret are not form-encoded before HTTP Basic (RFC 6749 §2.3.1).')
  }
}

function unauthorized(description: string): Refusal {
  return new Refusal('invalid_client', description, { headers: challenge })
}
