import { createHash, X509Certificate } from 'node:crypto'
import { visibleLine } from '../../shared/model/values/visible-text.ts'
import { nameLine } from '../x509/name-line.ts'

/** A certificate authority as a person recognizes it. */
export interface Authority {
  readonly subject: string
  /** SHA-256 over the DER, upper-case hex; over the text if that is no certificate. */
  readonly sha256: string
}

/** Every certificate that TLS would take from a text, by whichever of its three labels (OpenSSL, PEM_read_bio_X509_AUX). */
const pemBlocks =
  /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[\s\S]*?(?:-----END (?:X509 |TRUSTED )?CERTIFICATE-----|$)/gu

/** The certificates in PEM texts, each once. */
export function certificatesIn(pems: readonly string[]): string[] {
  return [...new Set(pems.flatMap((pem) => pem.match(pemBlocks) ?? [pem]))]
}

/**
 * The authorities in PEM texts, each of which may hold several, so that none hides behind another.
 * @param read those that were read before: many profiles have the same one
 */
export function authoritiesIn(pems: readonly string[], read = new Map<string, Authority>()): Authority[] {
  const found = certificatesIn(pems).map((pem) => {
    const authority = read.get(pem) ?? authorityOf(pem)
    read.set(pem, authority)
    return authority
  })
  return [...new Map(found.map((each) => [each.sha256, each])).values()]
}

/** An authority in one line: its subject and the beginning of its fingerprint. */
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
