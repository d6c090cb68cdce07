import type { Credential, Thumbprint, ThumbprintEncoding } from './credential.ts'
import { certificateOf } from './credential-parts.ts'

/**
 * Returns the encoding in which a pasted text is this thumbprint: hex in any case, with or without colons or spaces, or
 * base64url; undefined if it is another certificate's.
 */
export function recognizeThumbprint(pasted: string, thumbprint: Thumbprint): ThumbprintEncoding | undefined {
  const text = pasted.trim()
  const hex = text.replaceAll(/[:\s]/gu, '').toUpperCase()
  if (hex === thumbprint.sha1) return 'sha1-hex'
  if (hex === thumbprint.sha256) return 'sha256-hex'
  const base64Url = text.replace(/=+$/u, '')
  if (base64Url === thumbprint.sha1Base64Url) return 'sha1-base64url'
  if (base64Url === thumbprint.sha256Base64Url) return 'sha256-base64url'
  return undefined
}

/**
 * Returns whether a thumbprint is spelled as the portal shows it: 40 upper-case hex digits of SHA-1. The service compares
 * text, so that it refuses any other spelling unless the portal really shows that.
 */
export function isPortalSpelling(text: string, thumbprint: Thumbprint): boolean {
  return text === thumbprint.sha1
}

/**
 * Returns the key ID that the assertion's header carries: the profile's own, unless that is the
 * thumbprint of another of its certificates; else the confirmed thumbprint as pasted, else SHA-1 in hex.
 * @param credentials all of the profile
 */
export function keyIdOf(
  ownKid: string,
  { id, certificate, confirmation }: Extract<Credential, { state: 'active' }>,
  credentials: readonly Credential[],
): string {
  const isOfAnother = credentials.some((other) => {
    const own = other.id === id ? undefined : certificateOf(other)
    return own !== undefined && recognizeThumbprint(ownKid, own.thumbprint) !== undefined
  })
  if (ownKid !== '' && !isOfAnother) return ownKid
  return confirmation?.thumbprint ?? certificate.thumbprint.sha1
}
