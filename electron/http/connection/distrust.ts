/** OpenSSL’s code for a self-signed certificate. */
export const selfSigned = 'DEPTH_ZERO_SELF_SIGNED_CERT'

const untrustedIssuers = [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]

/** Returns whether OpenSSL’s code means that no trusted authority issued a server’s certificate. */
export function isDistrust(code: string): boolean {
  return code === selfSigned || untrustedIssuers.includes(code)
}
