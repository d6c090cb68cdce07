import { createHash, X509Certificate } from 'node:crypto'
import { visibleLine } from '#shared/values/visible-text.ts'
import { nameLine } from './store/stored-certificate.ts'

/** A certificate authority as shown to the user. */
export interface Authority {
  readonly subject: string
  /** SHA-256 of the DER, upper-case hex; of the text if it is not a certificate. */
  readonly sha256: string
}

/** Matches every certificate that TLS takes from a text, with any of its three labels (OpenSSL, PEM_read_bio_X509_AUX). */
const pemBlocks =
  /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[\s\S]*?(?:-----END (?:X509 |TRUSTED )?CERTIFICATE-----|$)/gu

/** Extracts the distinct certificates of PEM texts. */
export function certificatesIn(pems: readonly string[]): string[] {
  return [...new Set(pems.flatMap((pem) => pem.match(pemBlocks) ?? [pem]))]
}

/**
 * Reads the authorities of PEM texts, all of them if a text has several, so that none is hidden.
 * @param read cache: many profiles share the same authority
 */
export function authoritiesIn(pems: readonly string[], read = new Map<string, Authority>()): Authority[] {
  const found = certificatesIn(pems).map((pem) => {
    const authority = read.get(pem) ?? authorityOf(pem)
    read.set(pem, authority)
    return authority
  })
  return [...new Map(found.map((each) => [each.sha256, each])).values()]
}

/** Formats an authority as its subject and the start of its fingerprint. */
export function shownAuthority({ subject, sha256 }: Authority): string {
  return `${subject} (SHA-256 ${(sha256.slice(0, 16).match(/../gu) ?? []).join(':')}…)`
}

function authorityOf(pem: string): Authority {
  try {
    const { subject, raw } = new X509Certificate(pem)
    return { subject: visibleLine(nameLine(subject)), sha256: sha256Of(raw) }
  } catch {
    return { subject: 'Unreadable certificate', sha256: sha256Of(Buffer.from(pem)) }
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').toUpperCase()
}
