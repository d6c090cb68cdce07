import { BerError, childrenOf, isTagged, objectIdentifier, sequence, tagged, tags, type BerElement } from './ber.ts'

const signedData = '1.2.840.113549.1.7.2'

/** Whether an element is a ContentInfo with signed data, which certificates travel in (RFC 2315 §7). */
export function isSignedData(parts: readonly BerElement[]): boolean {
  return parts[0]?.tag === tags.objectIdentifier && objectIdentifier(parts[0]) === signedData
}

/**
 * The certificates of PKCS#7 signed data (RFC 2315 §9.1, RFC 5652 §5.1). Signatures and revocation lists in it are no
 * part of an import.
 * @param parts the elements of its ContentInfo
 * @throws BerError
 */
export function certificatesOfSignedData(parts: readonly BerElement[]): BerElement[] {
  const members = sequence(tagged(parts[1], 0))
  const certificates = members.find((member) => isTagged(member, 0))
  // Attribute certificates and other old types have tags of their own there (RFC 5652 §10.2.2).
  const found =
    certificates === undefined
      ? []
      : childrenOf(certificates).filter(({ tagClass, tag }) => tagClass === 0 && tag === tags.sequence)
  if (found.length === 0) throw new BerError('It is a PKCS#7 file without certificates.')
  return found
}
