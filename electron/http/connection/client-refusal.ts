import type { TLSSocket } from 'node:tls'
import { isClientAlert, OpeningFailure, plainCode, type ClientRefusal } from '../tls-failure.ts'

/** Codes of a connection that was closed without a reason. */
const closed = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

/**
 * Watches a handshake to find out whether the server refuses the client.
 * @param isSent whether the client has a certificate to send
 * @returns a function to call after the handshake failed. It returns why the server refused the client; undefined if that
 *   was not why it failed
 */
export function watchRefusal(socket: TLSSocket, isSent: boolean): () => ClientRefusal | undefined {
  let isRefusal = false
  // First of all listeners, while the socket still knows what the server has sent.
  socket.prependOnceListener('error', (error: Error) => {
    const code = codeOf(error)
    isRefusal =
      isClientAlert(code) ||
      // Before the server sends its certificate, this alert is about versions and ciphers; afterwards about the client’s certificate.
      (plainCode(code) === 'ALERT_HANDSHAKE_FAILURE' && hasServerCertificate(socket)) ||
      (closed.includes(code) && isSent)
  })
  return () => (isRefusal ? refusalOf(isSent) : undefined)
}

/**
 * Watches a new connection for the alert with which a server of TLS 1.3 refuses a client after the handshake
 * (RFC 8446 §4.4.2.4). The alert arrives with the first read, but the request only fails because the connection is closed.
 * @param isSent whether the client has a certificate to send
 * @returns a function that takes the failure of the first request and returns the error to report instead
 */
export function explainFirstFailure(socket: TLSSocket, isSent: boolean): (failure: Error) => Error {
  let alert: Error | undefined
  // A server that requests a certificate lists the signature algorithms it accepts. Electron's BoringSSL doesn't expose them.
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
