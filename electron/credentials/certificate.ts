import { createHash, type X509Certificate } from 'node:crypto'
import oids from 'node-forge/lib/oids.js'
import type { Certificate, Thumbprint } from '#shared/credentials/credential.ts'
import { nameLine, withChain } from '../profiles/store/stored-certificate.ts'
import { objectIdentifier, readElement, sequence } from './formats/ber.ts'

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
  const described = {
    subject: nameLine(certificate.subject),
    issuer: nameLine(certificate.issuer),
    serialNumber: certificate.serialNumber.toUpperCase(),
    notBefore: certificate.validFromDate.toISOString(),
    notAfter: certificate.validToDate.toISOString(),
    keySize: certificate.publicKey.asymmetricKeyDetails?.modulusLength ?? 0,
    signatureAlgorithm: signatureAlgorithm(certificate.raw),
    subjectAlternativeNames: alternativeNames(certificate.subjectAltName),
    thumbprint: thumbprintOf(certificate.raw),
    pem: certificate.toString(),
    importedAt,
  }
  return withChain(described, chain.map(String))
}

/**
 * Returns the name of the signature algorithm, e.g. `sha256WithRSAEncryption`; its object identifier if it has none.
 * Node has `signatureAlgorithmOid` only since 24.9.
 */
function signatureAlgorithm(der: Buffer): string {
  const [, algorithm] = sequence(readElement(der))
  const dotted = objectIdentifier(sequence(algorithm)[0])
  return oids[dotted] ?? dotted
}

/** Splits Node's `DNS:a, URI:"x, y"`, in which a value with a comma is quoted. */
function alternativeNames(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(/(?:[^,"]|"(?:\\.|[^"\\])*")+/gu)].map(([name]) => name.trim())
}

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
