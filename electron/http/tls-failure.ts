import type { X509Certificate } from 'node:crypto'
import { ClavisError } from '#shared/errors.ts'
import { nameLine } from '../profiles/store/stored-certificate.ts'
import { weakChain, weaknessOf } from './connection/chain-strength.ts'
import { isDistrust, selfSigned } from './connection/distrust.ts'

/** Why a server refused the client: it sent no certificate, or one that the server doesn’t accept. */
export type ClientRefusal = 'no-certificate' | 'certificate'

/** Why a connection could not be opened, or was closed at its first request, and how far it got. */
export class OpeningFailure extends Error {
  override readonly name = 'OpeningFailure'
  /** Which of the two could not be reached: the proxy, or the service. */
  readonly place: 'proxy' | 'service'
  /** The certificates that the server sent, from its own to the last issuer; empty if it sent none. */
  readonly certificates: readonly X509Certificate[]
  /** Why the server probably refused the client; undefined if it did not ask for a client certificate. */
  readonly refused: ClientRefusal | undefined

  constructor(
    place: OpeningFailure['place'],
    cause: unknown,
    certificates: readonly X509Certificate[] = [],
    refused?: ClientRefusal,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.place = place
    this.certificates = certificates
    this.refused = refused
  }
}

const tooOld = 'it offers no safe TLS version (1.2 or newer)'
const notSpoken = 'it doesn’t use TLS on this port'
const noCommonGround = 'it offers no safe encryption (TLS 1.3, or TLS 1.2 with ECDHE and an authenticated cipher)'
const tooWeak = 'its certificate or key is too weak'
const unknownIssuer = 'this computer doesn’t know its certificate’s issuer'
const clientRefused = 'it doesn’t accept the client certificate'
const noClientCertificate = 'it requires a client certificate, and none was sent'

/** Reasons by the alert with which a server refuses a client certificate (RFC 8446 §6.2). */
const clientReasons: Readonly<Record<string, string>> = {
  ALERT_CERTIFICATE_REQUIRED: noClientCertificate,
  ALERT_BAD_CERTIFICATE: clientRefused,
  ALERT_UNSUPPORTED_CERTIFICATE: 'it doesn’t accept client certificates of this type',
  ALERT_CERTIFICATE_REVOKED: 'it says that the client certificate has been revoked',
  ALERT_CERTIFICATE_EXPIRED: 'it says that the client certificate has expired or is not valid yet',
  ALERT_CERTIFICATE_UNKNOWN: clientRefused,
  ALERT_ACCESS_DENIED: clientRefused,
  ALERT_DECRYPT_ERROR: 'it couldn’t verify the signature made with the client certificate’s key',
  ALERT_UNKNOWN_CA: 'it doesn’t know the authority that issued the client certificate',
}

/** Returns whether a code is an alert about the client’s certificate. */
export function isClientAlert(code: string): boolean {
  return plainCode(code) in clientReasons
}

/** Reasons by code, as {@link plainCode} returns it. */
const reasons: Readonly<Record<string, string>> = {
  [selfSigned]: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate was issued by an authority that this computer doesn’t trust',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate has been revoked',
  CERT_SIGNATURE_FAILURE: 'its certificate has an invalid signature',
  INVALID_CA: 'the issuer of its certificate is not a certificate authority',
  PATH_LENGTH_EXCEEDED: 'its certificate chain is longer than one of its authorities allows',
  INVALID_PURPOSE: 'its certificate is not valid for servers',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  [weakChain]: tooWeak,
  UNSPECIFIED: 'its certificate failed verification',
  EE_KEY_TOO_SMALL: tooWeak,
  CA_KEY_TOO_SMALL: tooWeak,
  CA_MD_TOO_WEAK: tooWeak,
  DH_KEY_TOO_SMALL: noCommonGround,
  BAD_DH_P_LENGTH: noCommonGround,
  NO_CIPHERS: noCommonGround,
  NO_CIPHERS_AVAILABLE: noCommonGround,
  NO_SHARED_CIPHER: noCommonGround,
  NO_CIPHER_MATCH: noCommonGround,
  UNKNOWN_CIPHER_RETURNED: noCommonGround,
  WRONG_CIPHER_RETURNED: noCommonGround,
  NO_COMMON_SIGNATURE_ALGORITHMS: noCommonGround,
  NO_SHARED_SIGNATURE_ALGORITHMS: noCommonGround,
  WRONG_SIGNATURE_TYPE: noCommonGround,
  LEGACY_SIGALG_DISALLOWED_OR_UNSUPPORTED: noCommonGround,
  ALERT_HANDSHAKE_FAILURE: noCommonGround,
  ALERT_INSUFFICIENT_SECURITY: noCommonGround,
  UNSUPPORTED_PROTOCOL: tooOld,
  UNSUPPORTED_SSL_VERSION: tooOld,
  ALERT_PROTOCOL_VERSION: tooOld,
  WRONG_VERSION_NUMBER: notSpoken,
  HTTP_REQUEST: notSpoken,
  PACKET_LENGTH_TOO_LONG: notSpoken,
  ...clientReasons,
}

/**
 * Normalizes an error code, which OpenSSL, BoringSSL and their versions spell differently:
 * `ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE` and `ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE` both become
 * `ALERT_HANDSHAKE_FAILURE`.
 */
export function plainCode(code: string): string {
  return code.replace(/^ERR_SSL_/u, '').replace(/^(?:SSL\/TLS|SSLV3|TLSV1|TLSV13)_(?=ALERT_)/u, '')
}

/** Returns whether a code of Node or its TLS library means that TLS failed: a TLS error, or a rejected certificate. */
export function isTlsCode(code: string): boolean {
  return (
    plainCode(code) in reasons ||
    /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|HOSTNAME_MISMATCH$|EPROTO$)/u.test(code)
  )
}

/**
 * Converts a TLS failure to `network-tls`.
 * @param code one that {@link isTlsCode} accepts
 * @param host the server or proxy, for messages
 */
export function tlsFailure(error: unknown, code: string, host: string, address: string): ClavisError {
  const certificates = error instanceof OpeningFailure ? error.certificates : []
  const isUntrusted = isDistrust(code)
  const issuer = isUntrusted ? lastIssuer(certificates) : undefined
  const refused = error instanceof OpeningFailure ? error.refused : undefined
  return new ClavisError(
    'network-tls',
    `Secure connection to ${host} failed: ${refused === undefined ? reasonOf(code, issuer, certificates) : clientReasonOf(code, refused)}.`,
    {
      hint:
        refused !== undefined
          ? clientHints[refused]
          : isUntrusted
            ? 'If your company’s own authority or proxy issued it, verify its fingerprint with your network administrator, then trust it for this profile. Otherwise do not continue.'
            : 'Check the address. If it is right, contact the service operator.',
      details: {
        address,
        ...(issuer === undefined ? {} : { issuer }),
        ...(refused === undefined ? {} : { refused }),
        cause: code,
      },
      cause: error,
    },
  )
}

export const clientHints: Readonly<Record<ClientRefusal, string>> = {
  'no-certificate':
    'Check the address. If it is right, the service requires mutual TLS. Clavis sends a client certificate only to the token URL, and only if the profile’s client authentication is mutual TLS.',
  certificate:
    'Check that the active certificate is registered with the service, has not expired, and was imported with its chain. If so, contact the service operator.',
}

function clientReasonOf(code: string, refused: ClientRefusal): string {
  // Servers send various alerts if they get no certificate, for example “bad certificate”.
  if (refused === 'no-certificate') return noClientCertificate
  return clientReasons[plainCode(code)] ?? clientRefused
}

function reasonOf(code: string, issuer: string | undefined, certificates: readonly X509Certificate[]): string {
  if (issuer !== undefined && code !== selfSigned)
    return `its certificate was issued by “${issuer}”, which this computer doesn’t trust`
  const reason = reasons[plainCode(code)]
  // Node has one code for all failures that it has no name for, including weak keys.
  const weakness = reason === tooWeak || code === 'UNSPECIFIED' ? weaknessOf(certificates) : undefined
  return weakness ?? reason ?? `TLS failed (${code})`
}

function lastIssuer(certificates: readonly X509Certificate[]): string | undefined {
  const last = certificates.at(-1)
  return last === undefined ? undefined : nameLine(last.issuer)
}
