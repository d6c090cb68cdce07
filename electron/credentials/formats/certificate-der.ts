import { X509Certificate } from 'node:crypto'
import { certificateSchema } from '#shared/credentials/credential.ts'
import { describeCertificate } from '../certificate.ts'
import { BerError, sequence, type BerElement, childrenOf, isTagged, objectIdentifier, tagged, tags } from './ber.ts'

/** Far longer than any certificate, bytes. */
const maxLength = 100_000

/**
 * Parses a certificate, DER (RFC 5280 §4.1).
 * @throws BerError if it is damaged, also in a part that Clavis displays or matches by
 */
export function readCertificate(element: BerElement): X509Certificate {
  if (element.whole.length > maxLength) throw new BerError('It contains a certificate that is far too long.')
  try {
    const certificate = new X509Certificate(element.whole)
    // The description must be valid for the profile store, now and when it is read again.
    certificateSchema.parse(describeCertificate(certificate, [], new Date(0).toISOString()))
    certificate.publicKey.export({ type: 'spki', format: 'der' })
    return certificate
  } catch (error) {
    throw new BerError('It contains a damaged certificate.', { cause: error })
  }
}

/** Whether an element has the outer form of a certificate or a CSR: a sequence of a sequence, a sequence and bits. */
export function looksSigned(element: BerElement): boolean {
  const parts = sequence(element)
  return parts.length === 3 && parts.map(({ tag }) => tag).join() === '16,16,3'
}

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
