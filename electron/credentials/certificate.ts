import type { X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import type { Certificate } from '../../shared/model/credential.ts'
import { thumbprintOf } from './thumbprint.ts'

/**
 * What is kept and shown of a certificate (RFC 5280 §4.1).
 * @param chain the certificates that came with it, issuer by issuer
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
    signatureAlgorithm: signatureAlgorithm(certificate.raw),
    subjectAlternativeNames: alternativeNames(certificate.subjectAltName),
    thumbprint: thumbprintOf(certificate.raw),
    pem: certificate.toString(),
    chain: chain.map(String),
    importedAt,
  }
}

/** A distinguished name in one line, the most specific part first, e.g. `CN=acme, O=Acme Ltd, C=DE`. */
export function nameLine(name: string | undefined): string {
  const parts = (name ?? '').split('\n').filter((part) => part !== '')
  if (parts[0]?.startsWith('CN=') !== true) parts.reverse()
  return parts.join(', ')
}

/**
 * The certificates among `others` that lead from `certificate` towards its root, in that order. A link counts where the
 * issuer's key verifies the signature, not by its name alone.
 */
export function chainOf(certificate: X509Certificate, others: readonly X509Certificate[]): X509Certificate[] {
  const chain: X509Certificate[] = []
  const left = new Set(others)
  for (let link: X509Certificate | undefined = certificate; link !== undefined;) {
    const issued: X509Certificate = link
    left.delete(issued)
    link = [...left].find((other) => issued.checkIssued(other) && issued.verify(other.publicKey))
    if (link !== undefined) chain.push(link)
  }
  return chain
}

/** The name of the algorithm that signed it, e.g. `sha256WithRSAEncryption`; its object identifier where it has none. */
function signatureAlgorithm(der: Buffer): string {
  const parts = forge.asn1.fromDer(der.toString('binary')).value
  const algorithm = typeof parts === 'string' ? undefined : parts[1]?.value
  const oid = algorithm === undefined || typeof algorithm === 'string' ? undefined : algorithm[0]?.value
  if (typeof oid !== 'string') return 'unknown'
  const dotted = forge.asn1.derToOid(oid)
  return forge.pki.oids[dotted] ?? dotted
}

/** Splits Node's `DNS:a, URI:"x, y"`, where a value with a comma stands in quotes. */
function alternativeNames(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(/(?:[^,"]|"(?:\\.|[^"\\])*")+/gu)].map(([name]) => name.trim())
}
