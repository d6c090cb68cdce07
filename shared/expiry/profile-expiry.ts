import { certificateOf } from '../credentials/credential-parts.ts'
import type { Certificate, Credential } from '../credentials/credential.ts'
import { needsCertificate } from '../profiles/environment.ts'
import type { Profile } from '../profiles/profile.ts'
import { judge, urgencies, validityOf, type Expiring, type Judgment, type Urgency } from './expiry.ts'
import type { WatchedCertificate } from './warning-schemas.ts'

/**
 * Whether a profile has a certificate to request tokens with: `active`; `none-active` if no credential is active;
 * `expired-only` if none is active and each certificate has expired, so that none can be activated.
 */
export type CertificateState = 'active' | 'none-active' | 'expired-only'

/** What one mark, count or word says of a profile: how urgent its expiry is, or why nothing expires yet. */
export type Standing = Urgency | 'none' | 'not-yet-valid'

interface Judged {
  readonly state: Credential['state']
  readonly certificate: Expiring
}

type CertifiedCredential = Credential & { readonly certificate: Certificate }

export interface ProfileExpiry<C extends Judged = CertifiedCredential> {
  readonly state: CertificateState
  /** `expired` also while it has no valid active certificate: it gets no token. */
  readonly urgency: Urgency
  readonly standing: Standing
  /** The active credential; without one the credential whose certificate expires last. */
  readonly credential?: C
  /** Calendar days until that certificate expires; negative after expiry. */
  readonly daysLeft?: Judgment['daysLeft']
}

/**
 * Judges whether a profile that needs a certificate has a usable one.
 * @param thresholds the profile's, for {@link judge}
 * @param now milliseconds since the epoch
 * @param timeZone of the calendar, IANA name; the computer's by default
 */
export function judgeProfileExpiry(
  credentials: readonly Credential[],
  thresholds: readonly number[],
  now: number,
  timeZone?: string,
): ProfileExpiry {
  return judgeCertificates(usableCredentials(credentials), thresholds, now, timeZone)
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
  thresholds: readonly number[],
  now: number,
  timeZone: string | undefined,
): ProfileExpiry<C> {
  const credential = decisiveCredential(usable)
  if (credential === undefined) return { state: 'none-active', urgency: 'expired', standing: 'none' }
  const { urgency, daysLeft, isNotYetValid } = judge(validityOf(credential.certificate), thresholds, now, timeZone)
  const judged = { credential, daysLeft }
  if (credential.state !== 'active')
    return urgency === 'expired'
      ? { ...judged, state: 'expired-only', urgency, standing: urgency }
      : { ...judged, state: 'none-active', urgency: 'expired', standing: 'none' }
  if (isNotYetValid) return { ...judged, state: 'active', urgency: 'expired', standing: 'not-yet-valid' }
  return { ...judged, state: 'active', urgency, standing: urgency }
}

/**
 * Returns the credential by which a profile is judged: the active one, else the one whose certificate expires last.
 * @param usable the credentials that are not retired and have a certificate
 */
export function decisiveCredential<C extends Judged>(usable: readonly C[]): C | undefined {
  return usable.find(({ state }) => state === 'active') ?? usable.toSorted(byNotAfter).at(-1)
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

/** The order of urgency: what has no certificate, or cannot use it, gets no token, like what has expired. */
const standings: readonly Standing[] = ['none', 'expired', 'not-yet-valid', ...urgencies.slice(1)]

/** Sorts the most urgent first, then by the days left. */
export function byUrgency(
  one: Pick<ProfileExpiry, 'standing' | 'daysLeft'>,
  other: Pick<ProfileExpiry, 'standing' | 'daysLeft'>,
): number {
  const byStanding = standings.indexOf(one.standing) - standings.indexOf(other.standing)
  return byStanding === 0 ? (one.daysLeft ?? 0) - (other.daysLeft ?? 0) : byStanding
}

/** A profile that needs a certificate, judged by its thresholds. */
export interface JudgedProfile {
  readonly expiry: Omit<ProfileExpiry, 'credential'>
  /** The active certificate, else the one that expires last; undefined if there is none. */
  readonly certificate: WatchedCertificate | undefined
}

/**
 * Judges a profile; undefined if it needs no certificate.
 * @param certificates its watched ones
 * @param now milliseconds since the epoch
 * @param timeZone the person's, IANA name
 */
export function judgeProfile(
  profile: Pick<Profile, 'flavor'>,
  certificates: readonly WatchedCertificate[],
  now: number,
  timeZone: string,
): JudgedProfile | undefined {
  if (!needsCertificate(profile)) return undefined
  const usable = certificates.map((certificate) => ({
    state: certificate.active ? ('active' as const) : ('confirmed' as const),
    certificate,
  }))
  const { credential, ...expiry } = judgeCertificates(usable, certificates[0]?.thresholds ?? [], now, timeZone)
  return { expiry, certificate: credential?.certificate }
}

/** Returns whether a credential is in use, or was until it was retired. */
export function wasInUse({ state }: Pick<Credential, 'state'>): boolean {
  return state === 'active' || state === 'retired'
}
