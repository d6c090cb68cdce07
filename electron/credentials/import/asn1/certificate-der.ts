import { X509Certificate } from 'node:crypto'
import { certificateSchema } from '../../../../shared/model/credential/credential.ts'
import { describeCertificate } from '../../certificate.ts'
import { BerError, sequence, type BerElement } from './ber.ts'

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
