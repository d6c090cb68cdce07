import { createHash } from 'node:crypto'
import type { Thumbprint, ThumbprintMatch } from '../../shared/model/credential/credential.ts'

/** How a pasted thumbprint was spelled. */
export type ThumbprintEncoding = Extract<ThumbprintMatch, { kind: 'match' }>['encoding']

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

/**
 * Says in which spelling a pasted text is this thumbprint: hex of any letter case, with colons or spaces or without, or
 * base64url; `undefined` where it is another one's (design, section 3).
 */
export function recogniseThumbprint(pasted: string, thumbprint: Thumbprint): ThumbprintEncoding | undefined {
  const text = pasted.trim()
  const hex = text.replaceAll(/[:\s]/gu, '').toUpperCase()
  if (hex === thumbprint.sha1) return 'sha1-hex'
  if (hex === thumbprint.sha256) return 'sha256-hex'
  const base64Url = text.replace(/=+$/u, '')
  if (base64Url === thumbprint.sha1Base64Url) return 'sha1-base64url'
  if (base64Url === thumbprint.sha256Base64Url) return 'sha256-base64url'
  return undefined
}
