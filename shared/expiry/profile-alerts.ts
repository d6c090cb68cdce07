import { describeValidity } from './expiry-messages.ts'
import { byUrgency, judgeCertificates, type ProfileExpiry, type Standing } from './profile-expiry.ts'
import { isSnoozed, type WatchedCertificate } from './warning-thresholds.ts'
import { deadProfileWords, warningWords, type WarningWords } from './warning-messages.ts'
import { needsCertificate } from '../model/profile/environment.ts'
import type { Profile } from '../model/profile/profile.ts'
import type { DateText } from '../model/values/date-text.ts'

/** A profile that needs a certificate, judged by its thresholds. */
export interface JudgedProfile {
  readonly profile: Pick<Profile, 'id' | 'name' | 'environment' | 'practice'>
  readonly expiry: Omit<ProfileExpiry, 'credential'>
  /** The active certificate, else the one that expires last; undefined if there is none. */
  readonly certificate: WatchedCertificate | undefined
}

/**
 * Judges every profile that needs a certificate, the most urgent first.
 * @param certificates the watched ones of all profiles
 * @param now milliseconds since the epoch
 * @param timeZone the person's, IANA name
 */
export function judgeProfiles(
  profiles: readonly Profile[],
  certificates: readonly WatchedCertificate[],
  now: number,
  timeZone: string,
): JudgedProfile[] {
  const certificatesOf = Map.groupBy(certificates, ({ profileId }) => profileId)
  return profiles
    .filter(needsCertificate)
    .map((profile) => {
      const own = (certificatesOf.get(profile.id) ?? []).map((certificate) => ({
        state: certificate.active ? ('active' as const) : ('confirmed' as const),
        certificate,
      }))
      const { credential, ...expiry } = judgeCertificates(own, own[0]?.certificate.thresholds ?? [], now, timeZone)
      return { profile, expiry, certificate: credential?.certificate }
    })
    .sort((one, other) => byUrgency(one.expiry, other.expiry))
}

/**
 * Returns whether a profile needs attention: it is not fine, or has no valid certificate. A profile that is being set up does not, nor does one whose warnings are snoozed.
 * @param hadCertificate whether it has or had a certificate
 */
export function isAlert({ expiry, certificate }: JudgedProfile, hadCertificate: boolean, now: number): boolean {
  if (certificate === undefined) return hadCertificate
  return expiry.urgency !== 'fine' && !isSnoozed(certificate, now)
}

/** Describes what is wrong with a profile's certificate, or when it expires. */
export function alertWords({ profile, certificate }: JudgedProfile, now: number, dates: DateText): WarningWords {
  if (certificate !== undefined) return warningWords(certificate, now, dates)
  return { tone: 'warn', text: deadProfileWords(profile, undefined, now, dates) }
}

/** What is counted together, the most urgent first. */
const countedTogether: readonly (readonly [words: string, standings: readonly Standing[]])[] = [
  ['expired', ['expired']],
  ['without a valid certificate', ['none', 'not-yet-valid']],
  ['urgent', ['urgent']],
  ['soon', ['soon']],
]

/** Counts the alerts by urgency, for example `5 expired · 2 urgent`. */
export function alertCounts(alerts: readonly JudgedProfile[]): string {
  return countedTogether
    .map(([words, standings]) => ({
      words,
      count: alerts.filter(({ expiry }) => standings.includes(expiry.standing)).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ words, count }) => `${count} ${words}`)
    .join(' · ')
}

/** Describes briefly how a profile's certificate stands, e.g. `4 days left`, `No active certificate`. */
export function standingWords({ expiry, certificate }: JudgedProfile, now: number, timeZone: string): string {
  if (certificate === undefined || expiry.state === 'none-active') return 'No active certificate'
  return describeValidity(certificate, now, timeZone)
}
