import type { X509Certificate } from 'node:crypto'

/** Why a connection could not be opened, and how far it got. */
export class OpeningFailure extends Error {
  override readonly name = 'OpeningFailure'
  /** Whether the proxy could not be reached, or the service behind it. */
  readonly place: 'proxy' | 'service'
  /** The received certificates, from the server's own to its last issuer; empty if none were received. */
  readonly certificates: readonly X509Certificate[]

  constructor(place: OpeningFailure['place'], cause: unknown, certificates: readonly X509Certificate[] = []) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.place = place
    this.certificates = certificates
  }
}
