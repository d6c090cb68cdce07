import type { Certificate, Credential } from '../model/credential/credential.ts'
import { judgeExpiry, validityOf, type Expiring, type ExpiryLevel } from './expiry.ts'
import { certificateOf } from '../model/credential/credential-parts.ts'

/**
 * Whether a profile has a certificate to request tokens with: `active`; `none-active` if no credential is active;
 * `expired-only` if none is active and each certificate has expired, so that none can be activated.
 */
export type CertificateState = 'active' | 'none-active' | 'expired-only'

/** `none` and `not-yet-valid`, like `expired`, mean that the profile gets no token now. */
export const expiryVerdicts = ['none', 'expired', 'not-yet-valid', 'urgent', 'soon', 'fine'] as const
export type ExpiryVerdict = (typeof expiryVerdicts)[number]

/** A credential that is not retired and has a certificate, as far as it is judged. */
interface Judged {
  readonly state: Credential['state']
  readonly certificate: Expiring
}

type CertifiedCredential = Credential & { readonly certificate: Certificate }

/** How a profile's certificate stands. */
export interface ProfileExpiry<C extends Judged = CertifiedCredential> {
  readonly state: CertificateState
  readonly verdict: ExpiryVerdict
  /** The active credential; without one the credential whose certificate expires last. */
  readonly credential?: C
  /** Calendar days until that certificate expires; negative after expiry. */
  readonly daysLeft?: number
}

/**
 * Judges whether a profile that needs a certificate has a usable one.
 * @param now milliseconds since the epoch
 * @param within days before expiry that count as soon
 * @param timeZone of the calendar, IANA name; the computer's by default
 */
export function judgeProfileExpiry(
  credentials: readonly Credential[],
  now: number,
  within: number,
  timeZone?: string,
): ProfileExpiry {
  return judgeCertificates(usableCredentials(credentials), now, within, timeZone)
}

/** Returns the credentials that are not retired and have a certificate. */
export function usableCredentials(credentials: readonly Credential[]): CertifiedCredential[] {
  return credentials.filter(
    (credential): credential is CertifiedCredential => credential.state !== 'retired' && 'certificate' in credential,
  )
}

/** Judges like {@link judgeProfileExpiry}, from the credentials that are not retired and have a certificate. */
export function judgeCertificates<C extends Judged>(
  usable: readonly C[],
  now: number,
  within: number,
  timeZone: string | undefined,
): ProfileExpiry<C> {
  const credential = decisiveCredential(usable)
  if (credential === undefined) return { state: 'none-active', verdict: 'none' }
  const { notBefore, notAfter } = validityOf(credential.certificate)
  const { level, daysLeft } = judgeExpiry(notBefore, notAfter, now, timeZone)
  if (credential.state !== 'active') {
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

/**
 * Returns the credential by which a profile is judged: the active one, else the one whose certificate expires last.
 * @param usable the credentials that are not retired and have a certificate
 */
export function decisiveCredential<C extends Judged>(usable: readonly C[]): C | undefined {
  return usable.find(({ state }) => state === 'active') ?? usable.toSorted(byNotAfter).at(-1)
}

function verdictOf(level: ExpiryLevel, daysLeft: number, within: number): ExpiryVerdict {
  if (level === 'ended') return 'expired'
  if (level === 'not-yet-valid') return 'not-yet-valid'
  if (level === 'critical') return 'urgent'
  return daysLeft <= within ? 'soon' : 'fine'
}

function byNotAfter(one: Judged, other: Judged): number {
  return Date.parse(validityOf(one.certificate).notAfter) - Date.parse(validityOf(other.certificate).notAfter)
}

/** Returns the moments at which a judgment of the credentials changes, besides the passing of days. */
export function validityMoments(credentials: readonly Credential[]): string[] {
  return credentials.flatMap((credential) => {
    const certificate = certificateOf(credential)
    return certificate === undefined ? [] : [certificate.notBefore, validityOf(certificate).notAfter]
  })
}

/** Sorts the most urgent first: by verdict, then by the days left. */
export function byUrgency(
  one: Pick<ProfileExpiry, 'verdict' | 'daysLeft'>,
  other: Pick<ProfileExpiry, 'verdict' | 'daysLeft'>,
): number {
  const byVerdict = expiryVerdicts.indexOf(one.verdict) - expiryVerdicts.indexOf(other.verdict)
  return byVerdict === 0 ? (one.daysLeft ?? 0) - (other.daysLeft ?? 0) : byVerdict
}
