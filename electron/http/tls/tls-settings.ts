import { Socket } from 'node:net'
import { getCACertificates, rootCertificates, TLSSocket, type SecureContextOptions } from 'node:tls'
import { ClavisError } from '../../../shared/model/errors/error.ts'

/**
 * TLS 1.3 as it is; of TLS 1.2 what keeps forward secrecy (ECDHE) and is not open to padding attacks (AEAD). The names of
 * TLS 1.3 are listed because Node offers 1.2 alone without them.
 */
const cipherSuites = [
  ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
  ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
  ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
]

/** OpenSSL refuses keys below 112 bits of security (RSA 2048) and SHA-1 at this level. BoringSSL has no levels. */
const securityLevel = Reflect.get(process.features, 'openssl_is_boringssl') === true ? [] : ['@SECLEVEL=2']

/**
 * What every connection is made with. All of it is given, so that no variable or option of the process decides any of it.
 * @param authorities that are trusted, PEM
 */
export function tlsSettings(authorities: readonly string[]): SecureContextOptions {
  return {
    ca: [...authorities],
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.3',
    ciphers: [...cipherSuites, ...securityLevel].join(':'),
    // An authority that a person added is trusted as it is, also where its own issuer is not there.
    allowPartialTrustChain: true,
  }
}

/**
 * Reads the authorities that every profile trusts, PEM: Mozilla's and the system's. Takes longer than a call.
 * @param isSystemStoreReplaced leaves the system's out: what Node takes for them is another's choice
 */
export function commonAuthorities(isSystemStoreReplaced: boolean): readonly string[] {
  return isSystemStoreReplaced ? rootCertificates : [...new Set([...rootCertificates, ...getCACertificates('system')])]
}

/**
 * Refuses to go on where Node writes the keys of every connection to a file (`--tls-keylog`): no setting of a connection
 * turns that off. Asks Node itself, since the option can come by a command, a variable or a file.
 * @throws `network-keys-recorded`
 */
export function refuseRecordedKeys(): void {
  const socket = new TLSSocket(new Socket())
  const isRecorded = socket.listenerCount('keylog') > 0
  socket.destroy()
  if (!isRecorded) return
  throw new ClavisError(
    'network-keys-recorded',
    'No connection was opened: Node was started with --tls-keylog, which writes the keys of every connection to a file.',
    {
      hint: 'Start Clavis without that option. It can be in NODE_OPTIONS.',
    },
  )
}
