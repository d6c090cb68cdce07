import type { KeyObject, X509Certificate } from 'node:crypto'
import { isSelfSigned } from '../../profiles/store/stored-certificate.ts'

/** Longer than any chain in use. */
const maxChainLength = 16

/** More links than lead to all roots in use: a file could have any number of paths. */
const maxSteps = 200

/** Certificates among which chains are built. A certificate's chain doesn't depend on their order. */
export class CertificatePool {
  readonly #bySubject = new Map<string, Map<string, X509Certificate>>()
  readonly #keys = new Map<string, KeyObject>()
  /** Issuers by the fingerprint of what they issued, the one that expires last first. */
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
   * verifies the signature, not only a matching name. With cross certificates and renewed issuers there are several such
   * paths, of which one has to be good: the one that can be sent longest is chosen, then one that is complete, then the one
   * whose root expires last.
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
    // A root has its own key, and so has the same root renewed; the chain ends there.
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
      // A kind of key or signature that the runtime does not know links nothing.
      return false
    }
  }
}

/** A way from a certificate to its root, and what of it decides. */
interface Path {
  readonly chain: X509Certificate[]
  /** When what is sent of it expires: the certificate and its chain without the root. */
  readonly sentUntil: number
  readonly isComplete: boolean
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
