import { X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import type { Certificate } from '../../shared/model/credential/credential.ts'
import { nameLine } from '../x509/name-line.ts'
import { thumbprintOf } from './portal/thumbprint.ts'

/**
 * Describes a certificate (RFC 5280 §4.1).
 * @param chain the certificates imported with it, issuer by issuer
 * @param importedAt ISO 8601 instant
 */
export function describeCertificate(
  certificate: X509Certificate,
  chain: readonly X509Certificate[],
  importedAt: string,
): Certificate {
  return {
    subject: nameLine(certificate.subject),
    issuer: nameLine(certificate.issuer),
    serialNumber: certificate.serialNumber.toUpperCase(),
    notBefore: certificate.validFromDate.toISOString(),
    notAfter: certificate.validToDate.toISOString(),
    keySize: certificate.publicKey.asymmetricKeyDetails?.modulusLength ?? 0,
    signatureAlgorithm: forge.pki.oids[certificate.signatureAlgorithmOid] ?? certificate.signatureAlgorithmOid,
    subjectAlternativeNames: alternativeNames(certificate.subjectAltName),
    thumbprint: thumbprintOf(certificate.raw),
    pem: certificate.toString(),
    chain: chain.map(String),
    importedAt,
  }
}

/** Parses a stored certificate; undefined if it is damaged, so that it doesn't stop work on others. */
export function parseStoredCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}

/** Splits Node's `DNS:a, URI:"x, y"`, in which a value with a comma is quoted. */
function alternativeNames(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(/(?:[^,"]|"(?:\\.|[^"\\])*")+/gu)].map(([name]) => name.trim())
}
