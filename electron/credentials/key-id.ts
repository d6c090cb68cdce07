import type { Credential } from '../../shared/model/credential/credential.ts'
import { recogniseThumbprint } from './thumbprint.ts'

/**
 * The key ID that the assertion's header carries (design, section 3): the profile's own, unless that is the thumbprint of
 * another of its certificates; else the confirmed thumbprint as pasted, else SHA-1 in hex.
 * @param credentials all of the profile
 */
export function keyIdOf(
  ownKid: string,
  { id, certificate, confirmation }: Extract<Credential, { state: 'active' }>,
  credentials: readonly Credential[],
): string {
  const isOfAnother = credentials.some(
    (other) =>
      other.id !== id &&
      'certificate' in other &&
      other.certificate !== undefined &&
      recogniseThumbprint(ownKid, other.certificate.thumbprint) !== undefined,
  )
  if (ownKid !== '' && !isOfAnother) return ownKid
  return confirmation?.thumbprint ?? certificate.thumbprint.sha1
}
