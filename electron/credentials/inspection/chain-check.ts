import { X509Certificate } from 'node:crypto'
import type { ChainLink } from '../../../shared/model/credential/inspection.ts'
import { nameLine } from '../../x509/name-line.ts'
import { thumbprintOf } from '../portal/thumbprint.ts'

/**
 * Checks for each certificate of a chain whether the next one signed it (RFC 5280 §6.1.3). Says nothing about trust:
 * whether a service accepts the root is up to the service.
 * @param pems the certificate first, then its issuers in order
 */
export function checkChain(pems: readonly string[]): ChainLink[] {
  const certificates = pems.map((pem) => new X509Certificate(pem))
  return certificates.map((certificate, index) => ({
    subject: nameLine(certificate.subject),
    issuer: nameLine(certificate.issuer),
    notBefore: certificate.validFromDate.toISOString(),
    notAfter: certificate.validToDate.toISOString(),
    sha256: thumbprintOf(certificate.raw).sha256,
    signature: signatureOf(certificate, certificates[index + 1]),
  }))
}

function signatureOf(certificate: X509Certificate, next: X509Certificate | undefined): ChainLink['signature'] {
  if (next !== undefined)
    return certificate.checkIssued(next) && certificate.verify(next.publicKey) ? 'verified' : 'broken'
  const isOwn = certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)
  return isOwn ? 'root' : 'issuer-missing'
}
