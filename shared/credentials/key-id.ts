import { certificateOf } from './credential-parts.ts'
import type { Credential, Thumbprint, ThumbprintEncoding } from './credential.ts'

/** What precedes a thumbprint in the output of programs, for example `SHA1 Fingerprint=` or `Cert Hash(sha1): `. */
const label = /^[^=:]*(?:fingerprint|thumbprint|sha-?\d{1,3}|x5t(?:#s256)?)[^=:]*[=:]\s*(?=\S)/iu

/** Returns a pasted thumbprint without a label, blanks around it and characters that can't be seen, otherwise as spelled. */
export function plainThumbprint(pasted: string): string {
  const visible = pasted.replaceAll(/[\p{Cf}\p{Cc}]/gu, '').replaceAll(/\s/gu, ' ')
  return visible.trim().replace(label, '')
}

/**
 * Returns the encoding in which a pasted text is this thumbprint: hex in any case, with or without separators, base64url
 * or base64; undefined if it is another certificate's.
 */
export function recognizeThumbprint(pasted: string, thumbprint: Thumbprint): ThumbprintEncoding | undefined {
  const text = plainThumbprint(pasted)
  const hex = text.replaceAll(/[:\s-]/gu, '').toUpperCase()
  if (hex === thumbprint.sha1) return 'sha1-hex'
  if (hex === thumbprint.sha256) return 'sha256-hex'
  const base64Url = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, '')
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
 * thumbprint of another of its certificates; else the confirmed thumbprint as pasted if it is this certificate's, else SHA-1 in hex.
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
  const isConfirmed = confirmation && recognizeThumbprint(confirmation.thumbprint, certificate.thumbprint) !== undefined
  return isConfirmed ? confirmation.thumbprint : certificate.thumbprint.sha1
}
