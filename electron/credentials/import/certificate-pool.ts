import type { KeyObject, X509Certificate } from 'node:crypto'
import { isSelfSigned } from '../../profiles/store/stored-certificate.ts'

/** Maximum number of certificates in a chain, more than any real one has. */
const maxChainLength = 16

/** Maximum number of links to follow, more than real certificates need: a crafted file could have any number of paths. */
const maxSteps = 200

/** Builds chains from a set of certificates. Their order doesn't matter. */
export class CertificatePool {
  readonly #bySubject = new Map<string, Map<string, X509Certificate>>()
  readonly #keys = new Map<string, KeyObject>()
  /** Issuers by the fingerprint of the certificate that they issued, the one that expires last first. */
  readonly #issuers = new Map<string, readonly X509Certificate[]>()

  constructor(certificates: Iterable<X509Certificate>) {
    for (const certificate of certificates) {
      const named = this.#bySubject.get(certificate.subject) ?? new Map<string, X509Certificate>()
      named.set(certificate.fingerprint256, certificate)
      this.#bySubject.set(certificate.subject, named)
    }
  }

  /**
   * Returns the certificates that lead from `certificate` to a root, in that order. A link requires that the issuer's key
   * verifies the signature; a matching name is not enough. With cross certificates and renewed issuers there are several
   * paths, and one valid path is enough. Chooses the path whose sent certificates stay valid longest, then a complete one,
   * then the one whose root expires last.
   */
  chainOf(certificate: X509Certificate): X509Certificate[] {
    let best: Path | undefined
    let steps = maxSteps
    const follow = (path: readonly X509Certificate[], link: X509Certificate): void => {
      const issuers = path.length > maxChainLength ? [] : this.#issuersOf(link).filter((each) => !path.includes(each))
      if (issuers.length === 0) {
        const found = pathOf(path)
        if (best === undefined || isBetter(found, best)) best = found
      }
      for (const issuer of issuers) {
        steps -= 1
        if (steps > 0 || best === undefined) follow([...path, issuer], issuer)
      }
    }
    follow([certificate], certificate)
    return best?.chain ?? []
  }

  #issuersOf(certificate: X509Certificate): readonly X509Certificate[] {
    const known = this.#issuers.get(certificate.fingerprint256)
    if (known !== undefined) return known
    const named = [...(this.#bySubject.get(certificate.issuer)?.values() ?? [])]
    // A chain ends at a root. A renewal of the same root has the same key, and so would look like its issuer.
    const issuers = isSelfSigned(certificate) ? [] : named.filter((other) => this.#hasIssued(other, certificate))
    this.#issuers.set(certificate.fingerprint256, issuers.sort(latestFirst))
    return issuers
  }

  #hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
    try {
      const key = this.#keys.get(issuer.fingerprint256) ?? issuer.publicKey
      this.#keys.set(issuer.fingerprint256, key)
      return certificate.checkIssued(issuer) && certificate.verify(key)
    } catch {
      // Node doesn't support this type of key or signature, so it can't verify the link.
      return false
    }
  }
}

/** A path from a certificate to its root, with what paths are compared by. Times are milliseconds since the epoch. */
interface Path {
  readonly chain: X509Certificate[]
  /** When the first certificate that is sent expires: all but the root are. */
  readonly sentUntil: number
  readonly isComplete: boolean
  /** When the first of all its certificates expires. */
  readonly wholeUntil: number
}

function pathOf(path: readonly X509Certificate[]): Path {
  const isComplete = path.slice(-1).some(isSelfSigned)
  const ends = path.map(({ validToDate }) => validToDate.getTime())
  const sent = isComplete && ends.length > 1 ? ends.slice(0, -1) : ends
  return { chain: path.slice(1), sentUntil: Math.min(...sent), isComplete, wholeUntil: Math.min(...ends) }
}

function isBetter(one: Path, other: Path): boolean {
  if (one.sentUntil !== other.sentUntil) return one.sentUntil > other.sentUntil
  if (one.isComplete !== other.isComplete) return one.isComplete
  return one.wholeUntil > other.wholeUntil
}

/** Compares by expiry, latest first, then by fingerprint. */
export function latestFirst(one: X509Certificate, other: X509Certificate): number {
  const difference = other.validToDate.getTime() - one.validToDate.getTime()
  if (difference !== 0) return difference
  return one.fingerprint256 < other.fingerprint256 ? -1 : 1
}
