import { createHash } from 'node:crypto'
import type { Thumbprint } from '../../../shared/model/credential/credential.ts'

/**
 * Every usual form of a certificate's thumbprint.
 * @param der the certificate, DER (RFC 7515 §4.1.7 and §4.1.8)
 */
export function thumbprintOf(der: Uint8Array): Thumbprint {
  const sha1 = createHash('sha1').update(der).digest()
  const sha256 = createHash('sha256').update(der).digest()
  return {
    sha1: sha1.toString('hex').toUpperCase(),
    sha256: sha256.toString('hex').toUpperCase(),
    sha1Base64Url: sha1.toString('base64url'),
    sha256Base64Url: sha256.toString('base64url'),
  }
}
