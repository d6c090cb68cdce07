import { hash, X509Certificate } from 'node:crypto'
import type { Certificate, Thumbprint } from '#shared/credentials/credential.ts'

/** Formats a distinguished name as one line, most specific part first, e.g. `CN=acme, O=Acme Ltd, C=DE`. */
export function nameLine(name: string | undefined): string {
  const parts = (name ?? '').split('\n').filter((part) => part !== '')
  if (parts[0]?.startsWith('CN=') !== true) parts.reverse()
  return parts.join(', ')
}

/** Parses a stored certificate; undefined if it is damaged, so that it doesn't stop work on others. */
export function parseStoredCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}

/**
 * Returns every usual form of a certificate's thumbprint.
 * @param der the certificate, DER (RFC 7515 §4.1.7 and §4.1.8)
 */
export function thumbprintOf(der: Uint8Array): Thumbprint {
  const sha1 = hash('sha1', der, 'buffer')
  const sha256 = hash('sha256', der, 'buffer')
  return {
    sha1: sha1.toString('hex').toUpperCase(),
    sha256: sha256.toString('hex').toUpperCase(),
    sha1Base64Url: sha1.toString('base64url'),
    sha256Base64Url: sha256.toString('base64url'),
  }
}

/**
 * Returns a stored certificate with what its PEM says of names, dates and thumbprints: whoever can write a row can write
 * anything beside it. A damaged one, which nothing uses, stays as it is.
 */
export function withOwnFacts(stored: Certificate): Certificate {
  const certificate = parseStoredCertificate(stored.pem)
  return certificate === undefined ? stored : { ...stored, ...factsOf(certificate) }
}

/** Returns what names, dates and identifies a certificate (RFC 5280 §4.1). */
export function factsOf(
  certificate: X509Certificate,
): Pick<Certificate, 'subject' | 'issuer' | 'serialNumber' | 'notBefore' | 'notAfter' | 'thumbprint'> {
  return {
    subject: nameLine(certificate.subject),
    issuer: nameLine(certificate.issuer),
    serialNumber: certificate.serialNumber.toUpperCase(),
    notBefore: certificate.validFromDate.toISOString(),
    notAfter: certificate.validToDate.toISOString(),
    thumbprint: thumbprintOf(certificate.raw),
  }
}

/** Certificates of chains by their PEM: few issue all. */
const links = new Map<string, Certificate['chainExpiry']>()

/** Sets a certificate's chain and which of it expires first. @param chain PEM, issuer by issuer */
export function withChain(certificate: Omit<Certificate, 'chain'>, chain: readonly string[]): Certificate {
  const { chainExpiry, ...own } = certificate
  let first: Certificate['chainExpiry']
  for (const pem of chain) {
    const link = linkOf(pem)
    if (link !== undefined && link.notAfter < (first ?? own).notAfter) first = link
  }
  return { ...own, chain: [...chain], ...(first === undefined ? {} : { chainExpiry: first }) }
}

function linkOf(pem: string): Certificate['chainExpiry'] {
  if (!links.has(pem)) {
    const link = parseStoredCertificate(pem)
    links.set(pem, link && { subject: nameLine(link.subject), notAfter: link.validToDate.toISOString() })
  }
  return links.get(pem)
}
