import {
  endThreshold,
  isReached,
  isTold,
  orderedThresholds,
  reachedThreshold,
  type WatchedCertificate,
} from '../../shared/model/expiry/warning.ts'
import type { ToldThreshold } from './notice-state.ts'

/** One warning to be told: a certificate has reached a threshold (days before its end; 0 is the end). */
export interface Notice {
  readonly certificate: WatchedCertificate
  readonly threshold: number
}

/** What was told of each certificate, by its SHA-256 fingerprint. */
export type Told = Readonly<Record<string, readonly ToldThreshold[]>>

/**
 * Decides what is to be told now. Each threshold of a certificate is told once in its life:
 * - Where several were reached since the last look, the nearest is told and covers the others.
 * - A clock that goes back does not make anything be told again. A threshold that was only covered, and lies ahead
 *   again once the clock is right, is no longer covered: a clock that ran years ahead for a minute must not
 *   swallow the warnings of those years.
 * - What is held back (quiet, snoozed, a replacement under way) is neither told nor covered: it is told as soon as
 *   nothing holds it back and it is still the nearest.
 * @param now milliseconds since the epoch
 * @returns the notices, nearest end first, and what counts as told once they are
 */
export function decideNotices(
  certificates: readonly WatchedCertificate[],
  told: Told,
  now: number,
): { notices: Notice[]; told: Told } {
  const at = new Date(now).toISOString()
  const after: Record<string, readonly ToldThreshold[]> = { ...told }
  const notices: Notice[] = []
  for (const certificate of certificates) {
    const { fingerprint, notAfter } = certificate
    const marks = (after[fingerprint] ?? []).filter(
      ({ kind, threshold }) => kind === 'told' || isReached(notAfter, threshold, now),
    )
    after[fingerprint] = marks
    const nearest = reachedThreshold(certificate, now)
    if (nearest === undefined || !isTold(certificate, nearest, now)) continue
    const marked = new Set(marks.map(({ threshold }) => threshold))
    const covered = orderedThresholds([...certificate.thresholds, endThreshold])
      .filter((threshold) => threshold > nearest && !marked.has(threshold))
      .map((threshold) => ({ threshold, at, kind: 'covered' as const }))
    if (marked.has(nearest)) after[fingerprint] = [...marks, ...covered]
    else {
      notices.push({ certificate, threshold: nearest })
      after[fingerprint] = [...marks, ...covered, { threshold: nearest, at, kind: 'told' }]
    }
  }
  return { notices, told: after }
}
