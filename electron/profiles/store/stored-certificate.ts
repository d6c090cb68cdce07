import { X509Certificate } from 'node:crypto'
import type { Certificate } from '#shared/credentials/credential.ts'

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
