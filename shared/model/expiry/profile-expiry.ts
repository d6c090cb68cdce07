import type { Certificate, Credential } from '../credential/credential.ts'
import { judgeExpiry, type ExpiryLevel } from './expiry.ts'

/**
 * Whether a profile has a certificate to request tokens with: `active`; `none-active` if no credential is active;
 * `expired-only` if none is active and each certificate has expired, so that none can be activated.
 */
export type CertificateState = 'active' | 'none-active' | 'expired-only'

/** `none` and `not-yet-valid`, like `expired`, mean that the profile gets no token now. */
export const expiryVerdicts = ['none', 'expired', 'not-yet-valid', 'urgent', 'soon', 'fine'] as const
export type ExpiryVerdict = (typeof expiryVerdicts)[number]

/** How a profile's certificate stands. */
export interface ProfileExpiry {
  readonly state: CertificateState
  readonly verdict: ExpiryVerdict
  /** The active credential; without one the credential whose certificate expires last. */
  readonly credential?: Credential & { readonly certificate: Certificate }
  /** Whole days until that certificate expires, rounded down; negative after expiry. */
  readonly daysLeft?: number
}

/**
 * Judges whether a profile that needs a certificate has a usable one.
 * @param now milliseconds since the epoch
 * @param within days before expiry that count as soon
 */
export function judgeProfileExpiry(credentials: readonly Credential[], now: number, within: number): ProfileExpiry {
  const usable = credentials.filter(
    (credential): credential is Credential & { readonly certificate: Certificate } =>
      credential.state !== 'retired' && 'certificate' in credential,
  )
  const active = usable.find(({ state }) => state === 'active')
  const credential = active ?? usable.toSorted(byNotAfter).at(-1)
  if (credential === undefined) return { state: 'none-active', verdict: 'none' }
  const { notBefore, notAfter } = credential.certificate
  const { level, daysLeft } = judgeExpiry(notBefore, notAfter, now)
  if (active === undefined) {
    const expired = level === 'ended'
    return {
      state: expired ? 'expired-only' : 'none-active',
      verdict: expired ? 'expired' : 'none',
      credential,
      daysLeft,
    }
  }
  return { state: 'active', verdict: verdictOf(level, daysLeft, within), credential, daysLeft }
}

function verdictOf(level: ExpiryLevel, daysLeft: number, within: number): ExpiryVerdict {
  if (level === 'ended') return 'expired'
  if (level === 'not-yet-valid') return 'not-yet-valid'
  if (level === 'critical') return 'urgent'
  return daysLeft <= within ? 'soon' : 'fine'
}

function byNotAfter(one: { certificate: Certificate }, other: { certificate: Certificate }): number {
  return Date.parse(one.certificate.notAfter) - Date.parse(other.certificate.notAfter)
}

/** Returns the moments at which a judgment of the credentials changes, besides the passing of days. */
export function validityMoments(credentials: readonly Credential[]): string[] {
  return credentials.flatMap((credential) =>
    'certificate' in credential && credential.certificate !== undefined
      ? [credential.certificate.notBefore, credential.certificate.notAfter]
      : [],
  )
}

/** Sorts the most urgent first: by verdict, then by the days left. */
export function byUrgency(one: ProfileExpiry, other: ProfileExpiry): number {
  const byVerdict = expiryVerdicts.indexOf(one.verdict) - expiryVerdicts.indexOf(other.verdict)
  return byVerdict === 0 ? (one.daysLeft ?? 0) - (other.daysLeft ?? 0) : byVerdict
}
