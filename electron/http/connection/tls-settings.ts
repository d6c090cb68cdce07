import { Socket } from 'node:net'
import { TLSSocket, type SecureContextOptions } from 'node:tls'
import { ClavisError } from '#shared/errors.ts'

/**
 * TLS 1.3 as it is; of TLS 1.2 only suites with forward secrecy (ECDHE) that resist padding attacks (AEAD). Those of
 * TLS 1.3 are listed because Node offers only 1.2 without them.
 */
const cipherSuites = [
  ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
  ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
  ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
]

/** Whether the TLS library refuses what is too weak in the path that it verifies: OpenSSL does, BoringSSL does not. */
export const hasSecurityLevels = Reflect.get(process.features, 'openssl_is_boringssl') !== true

/** At this level OpenSSL refuses keys below 112 bits of security (RSA 2048) and SHA-1. */
const securityLevel = hasSecurityLevels ? ['@SECLEVEL=2'] : []

/**
 * Returns the settings of every connection. All are set, so that no variable or option of the process decides any of
 * them.
 * @param authorities to trust, PEM
 */
export function tlsSettings(authorities: readonly string[]): SecureContextOptions {
  return {
    ca: [...authorities],
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.3',
    ciphers: [...cipherSuites, ...securityLevel].join(':'),
    // An authority that a person added is trusted even if its own issuer is missing.
    allowPartialTrustChain: true,
  }
}

/**
 * Refuses to connect if Node writes the keys of every connection to a file (`--tls-keylog`): no setting of a connection
 * disables that. Asks Node itself, since the option can come from a command, a variable or a file.
 * @throws `network-keys-recorded`
 */
export function refuseRecordedKeys(): void {
  const socket = new TLSSocket(new Socket())
  const isRecorded = socket.listenerCount('keylog') > 0
  socket.destroy()
  if (!isRecorded) return
  throw new ClavisError(
    'network-keys-recorded',
    'Connection not opened: Node was started with --tls-keylog, which writes the keys of every connection to a file.',
    {
      hint: 'Start Clavis without that option. It may be in NODE_OPTIONS.',
    },
  )
}
