import type { TLSSocket } from 'node:tls'
import { isClientAlert, OpeningFailure, plainCode, type ClientRefusal } from '../tls-failure.ts'

/** Codes of a connection that ends without a reason. */
const closed = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

/**
 * Watches a handshake for what the server refuses about the client.
 * @param isSent whether the client has a certificate to send
 * @returns a function for it, once the handshake failed; its result is undefined if that was not the reason
 */
export function watchRefusal(socket: TLSSocket, isSent: boolean): () => ClientRefusal | undefined {
  let isRefusal = false
  // While the socket still knows what the server has sent.
  socket.prependOnceListener('error', (error: Error) => {
    const code = codeOf(error)
    isRefusal =
      isClientAlert(code) ||
      // In answer to the client’s first message it is about versions and ciphers, later about the certificate.
      (plainCode(code) === 'ALERT_HANDSHAKE_FAILURE' && hasServerCertificate(socket)) ||
      (closed.includes(code) && isSent)
  })
  return () => (isRefusal ? refusalOf(isSent) : undefined)
}

/**
 * Watches a new connection for the alert with which a server of TLS 1.3 refuses a client after the handshake
 * (RFC 8446 §4.4.2.4): it arrives with the first read, and the request fails because the connection is closed.
 * @param isSent whether the client has a certificate to send
 * @returns what replaces the failure of the first request
 */
export function explainFirstFailure(socket: TLSSocket, isSent: boolean): (failure: Error) => Error {
  let alert: Error | undefined
  // A server that requests a certificate lists the signatures it accepts. Electron's BoringSSL doesn't expose them.
  const isAsked = socket.getSharedSigalgs().length > 0 || (isSent && 'electron' in process.versions)
  socket.prependOnceListener('error', (error: Error) => {
    if (isClientAlert(codeOf(error))) alert = error
  })
  return (failure) => {
    const cause = alert ?? failure
    const isRefusal = alert !== undefined || (isAsked && closed.includes(codeOf(failure)))
    return isRefusal ? new OpeningFailure('service', cause, [], refusalOf(isSent)) : failure
  }
}

function hasServerCertificate(socket: TLSSocket): boolean {
  // Node returns null, against its types, once the socket has closed.
  const certificate = socket.getPeerCertificate() as object | null
  return certificate !== null && Object.keys(certificate).length > 0
}

function refusalOf(isSent: boolean): ClientRefusal {
  return isSent ? 'certificate' : 'no-certificate'
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}
