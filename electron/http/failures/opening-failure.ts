import type { X509Certificate } from 'node:crypto'

/** Why a connection could not be opened, and where it ended. */
export class OpeningFailure extends Error {
  override readonly name = 'OpeningFailure'
  /** Whether the proxy was not reached, or what lies behind it. */
  readonly place: 'proxy' | 'service'
  /** The certificates that came, from the server's own to its last issuer; empty where it did not come to that. */
  readonly certificates: readonly X509Certificate[]

  constructor(place: OpeningFailure['place'], cause: unknown, certificates: readonly X509Certificate[] = []) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.place = place
    this.certificates = certificates
  }
}
