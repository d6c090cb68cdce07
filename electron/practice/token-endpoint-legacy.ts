import type { TLSSocket } from 'node:tls'
import type { TokenFacts } from './access-tokens.ts'
import type { PracticeClient } from './practice-state.ts'
import { readTokenForm, TokenRefusal, type TokenCall } from './token-form.ts'

/** Legacy OAuth: the certificate of the connection authenticates the client (RFC 8705 §2.1). @throws TokenRefusal */
export function checkLegacyCall(
  call: TokenCall,
  socket: TLSSocket | undefined,
  { clientId, certificates }: PracticeClient,
): TokenFacts {
  const form = readTokenForm(call, ['client_id', 'scope', 'audience'])
  if (socket === undefined) throw refused('The legacy token endpoint is reached by https only.')
  const presented = socket.getPeerX509Certificate()
  if (presented === undefined) throw refused('The connection presents no client certificate.')
  if (!socket.authorized)
    throw refused(`The client certificate is not one that the practice authority issued: ${socketFault(socket)}.`)
  const named = form.get('client_id')
  if (named === undefined) throw new TokenRefusal('invalid_request', '“client_id” is missing.')
  if (named !== clientId) throw refused('“client_id” is not the one of the Legacy tab.')
  const thumbprint = presented.fingerprint.replaceAll(':', '')
  if (!certificates.some((uploaded) => uploaded.thumbprint === thumbprint))
    throw refused('The client certificate is not one that the Legacy tab shows.')
  return { tab: 'legacy', clientId, audience: form.get('audience'), scopes: form.get('scope') }
}

/** Node's types promise an error; what comes is OpenSSL's word for it, e.g. `CERT_HAS_EXPIRED`. */
function socketFault({ authorizationError }: TLSSocket): string {
  return String(authorizationError)
}

function refused(description: string): TokenRefusal {
  return new TokenRefusal('invalid_client', description)
}
