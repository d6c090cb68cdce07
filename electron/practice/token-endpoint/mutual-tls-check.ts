import type { TLSSocket } from 'node:tls'
import type { PracticeClient } from '../state/practice-state.ts'
import { clientRefused } from '../state/refusal.ts'

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
