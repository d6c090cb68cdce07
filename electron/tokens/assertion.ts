import type { KeyObject } from 'node:crypto'

/** The assertion's header: these two members and no other (service document, section 2). */
export interface AssertionHeader {
  readonly alg: 'RS256'
  readonly kid: string
}

/** The assertion's claims, in the document's order (service document, section 2). Times in Unix seconds. */
export interface AssertionClaims {
  readonly iat: number
  readonly exp: number
  readonly expires_in: number
  readonly sub: string
  readonly iss: string
  readonly aud: string
  readonly nbf: number
  readonly jti?: string
}

export interface AssertionFacts {
  readonly clientId: string
  /** The token endpoint, exactly as the request is sent to it. */
  readonly tokenUrl: string
  readonly lifetimeSeconds: number
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Only if the profile turns it on. */
  readonly jti: string | undefined
}

/**
 * Returns how far assertions are back-dated, seconds: a service whose clock is a little behind refuses dates in its future.
 * Half of the lifetime is left in any case.
 */
export function backDatingSeconds(lifetimeSeconds: number): number {
  return Math.min(5, Math.floor(lifetimeSeconds / 2))
}

export function assertionClaims({ clientId, tokenUrl, lifetimeSeconds, now, jti }: AssertionFacts): AssertionClaims {
  const issuedAt = Math.floor(now / 1000) - backDatingSeconds(lifetimeSeconds)
  return {
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
    expires_in: lifetimeSeconds,
    sub: clientId,
    iss: clientId,
    aud: tokenUrl,
    nbf: issuedAt,
    ...(jti === undefined ? {} : { jti }),
  }
}

/** Signs an assertion (RFC 7523 §2.2) with RSA and SHA-256: compact, without white space: `eyJh….eyJp….c2ln…`. */
export async function signAssertion(kid: string, claims: AssertionClaims, privateKey: KeyObject): Promise<string> {
  // Most commands, and the start of the window, sign nothing.
  const { SignJWT } = await import('jose')
  const header: AssertionHeader = { alg: 'RS256', kid }
  return new SignJWT({ ...claims }).setProtectedHeader({ ...header }).sign(privateKey)
}
