import {
  endThreshold,
  isReached,
  shouldWarn,
  orderedThresholds,
  reachedThreshold,
  type WatchedCertificate,
} from '../../shared/expiry/warning-thresholds.ts'
import type { SentThreshold } from './notice-store.ts'

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
