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
 * Corrects what names, dates and identifies a stored certificate, if its PEM says otherwise: whoever can write a row can write
 * anything beside it. Dates and thumbprints are read without parsing the rest, which would take most of a start with many profiles.
 */
export function withOwnFacts(stored: Certificate): Certificate {
  const facts = quickFacts(stored.pem)
  const isRight =
    facts?.notBefore === stored.notBefore &&
    facts.notAfter === stored.notAfter &&
    facts.thumbprint.sha1 === stored.thumbprint.sha1 &&
    facts.thumbprint.sha256 === stored.thumbprint.sha256 &&
    facts.thumbprint.sha1Base64Url === stored.thumbprint.sha1Base64Url &&
    facts.thumbprint.sha256Base64Url === stored.thumbprint.sha256Base64Url
  const certificate = isRight ? undefined : parseStoredCertificate(stored.pem)
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

/** Reads the dates and thumbprints of a certificate; undefined if it is not plain PEM and DER. */
function quickFacts(pem: string): Pick<Certificate, 'notBefore' | 'notAfter' | 'thumbprint'> | undefined {
  const base64 = /^-----BEGIN CERTIFICATE-----\n(?<base64>[^-]+)-----END CERTIFICATE-----\n$/u.exec(pem)?.groups?.[
    'base64'
  ]
  if (base64 === undefined) return undefined
  const der = Buffer.from(base64, 'base64')
  // Certificate, TBSCertificate; version, serial number, signature, issuer, validity (RFC 5280 §4.1).
  let at = contentAt(der, contentAt(der, 0).start).start
  if (der[at] === 0xa0) at = contentAt(der, at).end
  for (let skipped = 0; skipped < 3; skipped += 1) at = contentAt(der, at).end
  const first = contentAt(der, contentAt(der, at).start)
  const [notBefore, notAfter] = [first, contentAt(der, first.end)].map(({ start, end }) => instantIn(der, start, end))
  return notBefore === undefined || notAfter === undefined
    ? undefined
    : { notBefore, notAfter, thumbprint: thumbprintOf(der) }
}

/** Returns where the content of a DER element is. Beyond the end, it is empty. */
function contentAt(der: Buffer, at: number): { readonly start: number; readonly end: number } {
  const first = der[at + 1] ?? 0
  const lengthBytes = first < 0x80 ? 0 : first - 0x80
  const start = at + 2 + lengthBytes
  if (lengthBytes > 3 || start > der.length) return { start: der.length, end: der.length }
  return { start, end: start + (lengthBytes === 0 ? first : der.readUIntBE(at + 2, lengthBytes)) }
}

/** Reads a UTCTime or GeneralizedTime as ISO 8601 (RFC 5280 §4.1.2.5); undefined if it is neither. */
function instantIn(der: Buffer, start: number, end: number): string | undefined {
  const text = der.toString('latin1', start, end)
  const short = /^\d{12}Z$/u.test(text)
  if (!short && !/^\d{14}Z$/u.test(text)) return undefined
  const long = short ? `${text < '5' ? '20' : '19'}${text}` : text
  return long.replace(/^(....)(..)(..)(..)(..)(..)Z$/u, '$1-$2-$3T$4:$5:$6.000Z')
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
