import type { KeyObject, X509Certificate } from 'node:crypto'

/** Longer than any chain in use. */
const maxChainLength = 16

/** Certificates among which chains are built. A certificate's chain doesn't depend on their order. */
export class CertificatePool {
  readonly #bySubject = new Map<string, Map<string, X509Certificate>>()
  readonly #keys = new Map<string, KeyObject>()

  constructor(certificates: Iterable<X509Certificate>) {
    for (const certificate of certificates) {
      const named = this.#bySubject.get(certificate.subject) ?? new Map<string, X509Certificate>()
      named.set(certificate.fingerprint256, certificate)
      this.#bySubject.set(certificate.subject, named)
    }
  }

  /**
   * Returns the certificates that lead from `certificate` to its root, in that order. A link requires that the issuer's
   * key verifies the signature, not only a matching name; of several such issuers, the one that expires last is chosen.
   */
  chainOf(certificate: X509Certificate): X509Certificate[] {
    const chain: X509Certificate[] = []
    const seen = new Set([certificate.fingerprint256])
    for (let link = certificate; chain.length < maxChainLength;) {
      const issuer = this.#issuerOf(link, seen)
      if (issuer === undefined) break
      chain.push(issuer)
      seen.add(issuer.fingerprint256)
      link = issuer
    }
    return chain
  }

  #issuerOf(certificate: X509Certificate, seen: ReadonlySet<string>): X509Certificate | undefined {
    const candidates = [...(this.#bySubject.get(certificate.issuer)?.values() ?? [])]
    // The issuer of a root is the root itself; the chain ends there.
    return candidates
      .filter((other) => !seen.has(other.fingerprint256) && this.#hasIssued(other, certificate))
      .sort(latestFirst)[0]
  }

  #hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
    try {
      const key = this.#keys.get(issuer.fingerprint256) ?? issuer.publicKey
      this.#keys.set(issuer.fingerprint256, key)
      return certificate.checkIssued(issuer) && certificate.verify(key)
    } catch {
      // A kind of key or signature that the runtime does not know links nothing.
      return false
    }
  }
}

/** Compares by expiry, latest first, then by fingerprint. */
export function latestFirst(one: X509Certificate, other: X509Certificate): number {
  const difference = other.validToDate.getTime() - one.validToDate.getTime()
  if (difference !== 0) return difference
  return one.fingerprint256 < other.fingerprint256 ? -1 : 1
}
