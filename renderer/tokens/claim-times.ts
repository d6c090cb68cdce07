/** A claim that is a time (RFC 7519 §4.1, OpenID Connect Core §2), and when that is. */
export interface ClaimTime {
  readonly name: string
  readonly label: string
  /** ISO 8601 */
  readonly instant: string
}

const labels: Readonly<Record<string, string>> = {
  iat: 'Issued (iat)',
  nbf: 'Valid from (nbf)',
  exp: 'Expires (exp)',
  auth_time: 'Signed in (auth_time)',
}

/** Latest time that a Date holds, seconds since the epoch. */
const latest = 8_640_000_000_000

/** Returns a payload's claims that are times, in the order of {@link labels}. @param payload JSON text */
export function claimTimes(payload: string): readonly ClaimTime[] {
  let claims: unknown
  try {
    claims = JSON.parse(payload)
  } catch {
    return []
  }
  if (typeof claims !== 'object' || claims === null) return []
  const known = new Map<string, unknown>(Object.entries(claims))
  return Object.entries(labels).flatMap(([name, label]) => {
    const seconds = known.get(name)
    if (typeof seconds !== 'number' || Math.abs(seconds) > latest) return []
    return [{ name, label, instant: new Date(seconds * 1000).toISOString() }]
  })
}
