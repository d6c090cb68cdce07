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
 * Returns a stored certificate with what its PEM says: whoever can write a row can write anything beside it. Names, dates, thumbprints
 * and the chain's expiry are computed at once, the rest when it is used: that takes longer, and a start needs it of none. A damaged one,
 * which nothing uses, gets only the chain's expiry.
 * @param isChainSent whether the profile sends the chain
 */
export function withOwnFacts(stored: Certificate, isChainSent: boolean): Certificate {
  const certificate = parseStoredCertificate(stored.pem)
  if (certificate === undefined) return withChain(stored, stored.chain, isChainSent)
  const own = withChain({ ...stored, ...factsOf(certificate) }, stored.chain, isChainSent)
  let computed: ReturnType<typeof detailsOf> | undefined
  const details = (): ReturnType<typeof detailsOf> => (computed ??= detailsOf(new X509Certificate(own.pem)))
  return {
    ...own,
    get keySize() {
      return details().keySize
    },
    get signatureAlgorithm() {
      return details().signatureAlgorithm
    },
    get subjectAlternativeNames() {
      return details().subjectAlternativeNames
    },
  }
}

/** Returns what a certificate says of its key, its signature and other names of its subject. */
export function detailsOf(
  certificate: X509Certificate,
): Pick<Certificate, 'keySize' | 'signatureAlgorithm' | 'subjectAlternativeNames'> {
  return {
    keySize: certificate.publicKey.asymmetricKeyDetails?.modulusLength ?? 0,
    signatureAlgorithm: certificate.signatureAlgorithm ?? certificate.signatureAlgorithmOid,
    subjectAlternativeNames: alternativeNames(certificate.subjectAltName),
  }
}

/** Splits Node's `DNS:a, URI:"x, y"`, in which a value with a comma is quoted. */
function alternativeNames(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(/(?:[^,"]|"(?:\\.|[^"\\])*")+/gu)].map(([name]) => name.trim())
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

interface Link extends NonNullable<Certificate['chainExpiry']> {
  readonly isRoot: boolean
}

/** Certificates of chains by their PEM: few issue all. */
const links = new Map<string, Link | undefined>()

/**
 * Sets a certificate's chain, which of it expires first, and whether its own issuer expires before it. A root is not judged:
 * it is not sent, and whoever verifies has its own.
 * @param chain PEM, issuer by issuer
 * @param isSent whether the profile sends the chain; if not, the certificate expires alone
 */
export function withChain(
  certificate: Omit<Certificate, 'chain'>,
  chain: readonly string[],
  isSent = true,
): Certificate {
  const { chainExpiry, issuerExpiry, ...own } = certificate
  let first: Certificate['chainExpiry']
  let issuer: Certificate['issuerExpiry']
  for (const pem of isSent ? chain : []) {
    const link = linkOf(pem)
    if (link?.isRoot !== false || link.notAfter >= (first ?? own).notAfter) continue
    first = { subject: link.subject, notAfter: link.notAfter }
    if (pem === chain[0]) issuer = first
  }
  return {
    ...own,
    chain: [...chain],
    ...(first !== undefined && { chainExpiry: first }),
    ...(issuer !== undefined && { issuerExpiry: issuer }),
  }
}

/** Returns what mutual TLS sends of a certificate, PEM: its chain without the root (RFC 8446 §4.4.2). */
export function sentCertificates({ pem, chain }: Certificate): string[] {
  return [pem, ...chain.filter((each) => linkOf(each)?.isRoot !== true)]
}

/** Returns whether a certificate is signed with its own key. One with only its own name may be signed with an older key. */
export function isSelfSigned(certificate: X509Certificate): boolean {
  if (certificate.subject !== certificate.issuer) return false
  try {
    return certificate.verify(certificate.publicKey)
  } catch {
    // A kind of key that the runtime does not know: what has its own name is usually a root.
    return true
  }
}

function linkOf(pem: string): Link | undefined {
  if (!links.has(pem)) {
    const link = parseStoredCertificate(pem)
    links.set(
      pem,
      link && {
        subject: nameLine(link.subject),
        notAfter: link.validToDate.toISOString(),
        isRoot: isSelfSigned(link),
      },
    )
  }
  return links.get(pem)
}
