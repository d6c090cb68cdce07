import type { WarningSettings, WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import {
  endThreshold,
  isReached,
  shouldWarn,
  orderedThresholds,
  reachedThreshold,
} from '#shared/expiry/warning-thresholds.ts'
import { dateTextOf, type DateText } from '#shared/values/date-text.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { findCredential } from '../credentials/stored-credentials.ts'
import { nameInHistory, withEvents } from '../profiles/store/credential-history.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { Transaction } from '../store/database.ts'
import type { NoticeStore, NoticeState, SentThreshold } from './notice-store.ts'
import { watchedCertificates } from './watched-certificates.ts'

export interface WarningStores {
  readonly profiles: Pick<ProfileStore, 'list' | 'changeAll'>
  readonly settings: Pick<SettingsStore, 'read'>
  readonly notices: NoticeStore
}

/** The watched certificates, and what they were read from. */
export interface Watched {
  readonly profiles: readonly StoredProfile[]
  readonly state: NoticeState
  readonly settings: WarningSettings
  readonly dates: DateText
  readonly certificates: readonly WatchedCertificate[]
}

/** How long after its expiry the notices of a removed certificate are kept, ms. */
const retentionMs = 400 * dayMs

/** Reads the watched certificates. @throws what {@link ProfileStore.list} throws */
export async function readWatched(
  { profiles, settings, notices }: WarningStores,
  within?: Transaction,
): Promise<Watched> {
  const [stored, { warnings, dates }, state] = await Promise.all([
    profiles.list(within),
    settings.read(within),
    notices.read(within),
  ])
  return {
    profiles: stored,
    state,
    settings: warnings,
    dates: dateTextOf(dates),
    certificates: watchedCertificates(stored, warnings, state),
  }
}

/**
 * Decides which warnings are due, and records them as sent in the same change, also in the histories. Stores nothing if
 * none is due.
 * @param now milliseconds since the epoch
 */
export async function recordDueWarnings(
  stores: WarningStores,
  { state, certificates, dates }: Watched,
  now: number,
  within: Transaction,
): Promise<readonly ExpiryNotice[]> {
  const sent = Object.fromEntries(
    // With another issuer's certificate it expires on another date, whose thresholds were not sent yet.
    certificates.flatMap(({ fingerprint, notAfter }) => {
      const notices = state.certificates[fingerprint]
      return notices?.notAfter === notAfter ? [[fingerprint, notices.sent]] : []
    }),
  )
  const decision = decideNotices(certificates, sent, now, dates.timeZone)
  await stores.notices.change(
    (current) => ({
      ...current,
      certificates: updateNotices(current.certificates, certificates, decision.sent, now),
    }),
    within,
  )
  if (decision.notices.length > 0)
    await stores.profiles.changeAll(
      (current) => current.map((stored) => withWarnings(stored, decision.notices, now)),
      within,
    )
  return decision.notices
}

/**
 * Returns the warnings that the system refused to show, as far as they are still the nearest ones.
 * @param now milliseconds since the epoch
 */
export function refusedNotices({ certificates, state, dates }: Watched, now: number): ExpiryNotice[] {
  return certificates.flatMap((certificate) => {
    const nearest = reachedThreshold(certificate, now, dates.timeZone)
    const { sent, notAfter } = state.certificates[certificate.fingerprint] ?? {}
    const refused = sent?.find(({ threshold, refused }) => threshold === nearest && refused === true)
    return refused === undefined ||
      notAfter !== certificate.notAfter ||
      !shouldWarn(certificate, refused.threshold, now)
      ? []
      : [{ certificate, threshold: refused.threshold }]
  })
}

/** Marks warnings as refused by the system, or as shown. */
export function withRefused(
  { certificates, ...others }: NoticeState,
  notices: readonly ExpiryNotice[],
  isRefused: boolean,
): NoticeState {
  const marked = (fingerprint: string, { refused: _refused, ...sent }: SentThreshold): SentThreshold =>
    isRefused &&
    notices.some((each) => each.certificate.fingerprint === fingerprint && each.threshold === sent.threshold)
      ? { ...sent, refused: true }
      : sent
  const changed = new Set(notices.map(({ certificate }) => certificate.fingerprint))
  return {
    ...others,
    certificates: Object.fromEntries(
      Object.entries(certificates).map(([fingerprint, each]) => [
        fingerprint,
        changed.has(fingerprint) ? { ...each, sent: each.sent.map((sent) => marked(fingerprint, sent)) } : each,
      ]),
    ),
  }
}

/** Adds a profile's warnings to its history. */
function withWarnings(stored: StoredProfile, notices: readonly ExpiryNotice[], now: number): StoredProfile {
  const own = notices.filter(({ certificate }) => certificate.profileId === stored.profile.id)
  if (own.length === 0) return stored
  return withEvents(
    stored,
    own.map(({ certificate: { credentialId }, threshold }) => ({
      at: new Date(now).toISOString(),
      credentialId,
      credentialName: nameInHistory(findCredential(stored.credentials, credentialId)),
      kind: 'warned',
      days: threshold,
    })),
  )
}

/** Stores which thresholds were sent, and drops certificates that were removed and expired long ago. */
function updateNotices(
  before: NoticeState['certificates'],
  certificates: readonly WatchedCertificate[],
  sent: SentThresholds,
  now: number,
): NoticeState['certificates'] {
  const watched = new Map(certificates.map(({ fingerprint, notAfter }) => [fingerprint, notAfter]))
  const kept = Object.entries(before).filter(
    ([fingerprint, { notAfter }]) => watched.has(fingerprint) || now - Date.parse(notAfter) < retentionMs,
  )
  const after: NoticeState['certificates'] = Object.fromEntries(kept)
  for (const [fingerprint, notAfter] of watched) {
    const thresholds = [...(sent[fingerprint] ?? [])]
    const current = after[fingerprint]
    if (current !== undefined) after[fingerprint] = { ...current, sent: thresholds, notAfter }
    else if (thresholds.length > 0) after[fingerprint] = { sent: thresholds, notAfter }
  }
  return after
}

/** A warning to send: a certificate has reached a threshold, in days before its expiry; 0 is the expiry. */
export interface ExpiryNotice {
  readonly certificate: WatchedCertificate
  readonly threshold: number
}

/** The thresholds for which warnings were sent, by the certificate's SHA-256 fingerprint. */
export type SentThresholds = Readonly<Record<string, readonly SentThreshold[]>>

/**
 * Decides which warnings to send now. Each threshold of a certificate is sent once:
 * - If several were reached since the last check, the nearest is sent and covers the others.
 * - A clock that is set back sends nothing twice. A threshold that was only covered and lies ahead again is no longer
 *   covered, so that a clock that ran years ahead for a minute does not suppress the warnings of those years.
 * - A warning that is held back (inactive credential, snooze, replacement) is neither sent nor covered. It is sent later
 *   if it is still the nearest.
 * @param sent thresholds that were sent before
 * @param now milliseconds since the epoch
 * @param timeZone the person's, IANA name
 * @returns the notices, nearest expiry first, and the sent thresholds after them
 */
export function decideNotices(
  certificates: readonly WatchedCertificate[],
  sent: SentThresholds,
  now: number,
  timeZone: string,
): { notices: ExpiryNotice[]; sent: SentThresholds } {
  const at = new Date(now).toISOString()
  const after: Record<string, readonly SentThreshold[]> = { ...sent }
  const notices: ExpiryNotice[] = []
  for (const certificate of certificates) {
    const { fingerprint, notAfter } = certificate
    const known = (after[fingerprint] ?? []).filter(
      ({ kind, threshold }) => kind === 'sent' || isReached(notAfter, threshold, now, timeZone),
    )
    after[fingerprint] = known
    const nearest = reachedThreshold(certificate, now, timeZone)
    if (nearest === undefined || !shouldWarn(certificate, nearest, now)) continue
    const knownDays = new Set(known.map(({ threshold }) => threshold))
    const covered = orderedThresholds([...certificate.thresholds, endThreshold])
      .filter((threshold) => threshold > nearest && !knownDays.has(threshold))
      .map((threshold) => ({ threshold, at, kind: 'covered' as const }))
    if (knownDays.has(nearest)) after[fingerprint] = [...known, ...covered]
    else {
      notices.push({ certificate, threshold: nearest })
      after[fingerprint] = [...known, ...covered, { threshold: nearest, at, kind: 'sent' }]
    }
  }
  return { notices, sent: after }
}
