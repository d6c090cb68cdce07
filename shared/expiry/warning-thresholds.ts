import { calendarDays, clockOf, dayMs } from '../values/local-day.ts'
import { urgentDays } from './expiry.ts'
import type { WarningSettings, WatchedCertificate } from './warning-schemas.ts'

/** The threshold that every certificate has besides the chosen ones: its expiry. */
export const endThreshold = 0

/** Days before expiry at which Clavis warns by default. */
export const defaultThresholds: readonly number[] = [90, 60, 30, 14, 7, 3, 1]

/** Returns each threshold once, earliest warning (most days) first. */
export function orderedThresholds(thresholds: readonly number[]): number[] {
  return [...new Set(thresholds)].sort((one, other) => other - one)
}

export const defaultWarningSettings: WarningSettings = {
  thresholds: [...defaultThresholds],
  desktop: true,
  tray: true,
  background: false,
  badge: true,
  webhook: false,
  webhookUrl: '',
}

/** Returns the time of the expiry so many calendar days before it, in milliseconds since the epoch. */
export function thresholdMoment(notAfter: string, threshold: number, timeZone: string): number {
  const end = Date.parse(notAfter)
  const clock = clockOf(timeZone)
  return threshold === endThreshold ? end : clock.instantOf(clock.wall(end) - threshold * dayMs)
}

/**
 * Returns whether a threshold was reached: so many calendar days are left, or fewer. The last instant of validity is not yet
 * expired (RFC 5280 §4.1.2.5).
 */
export function isReached(notAfter: string, threshold: number, now: number, timeZone?: string): boolean {
  const end = Date.parse(notAfter)
  return threshold === endThreshold ? now > end : calendarDays(now, end, timeZone) <= threshold
}

/** Returns the last threshold that was reached, including {@link endThreshold}; undefined before the first. */
export function reachedThreshold(
  { notAfter, thresholds }: Pick<WatchedCertificate, 'notAfter' | 'thresholds'>,
  now: number,
  timeZone?: string,
): number | undefined {
  return orderedThresholds([...thresholds, endThreshold]).findLast((threshold) =>
    isReached(notAfter, threshold, now, timeZone),
  )
}

/** Returns the next threshold; undefined after expiry. */
export function nextThreshold(
  { notAfter, thresholds }: Pick<WatchedCertificate, 'notAfter' | 'thresholds'>,
  now: number,
  timeZone: string,
): number | undefined {
  return orderedThresholds([...thresholds, endThreshold]).find(
    (threshold) => !isReached(notAfter, threshold, now, timeZone),
  )
}

/** Returns whether a certificate is for Production and in its last week: nothing silences the warnings of these days. */
export function isLastWeekInProduction(
  { notAfter, environment }: Pick<WatchedCertificate, 'notAfter' | 'environment'>,
  now: number,
): boolean {
  return environment === 'production' && isReached(notAfter, urgentDays, now) && !isReached(notAfter, endThreshold, now)
}

/** Returns whether warnings are paused. A snooze from before the expiry doesn't hide the expiry. */
export function isSnoozed(
  { notAfter, snooze, environment }: Pick<WatchedCertificate, 'notAfter' | 'snooze' | 'environment'>,
  now: number,
): boolean {
  if (snooze === undefined || now >= Date.parse(snooze.until)) return false
  if (isLastWeekInProduction({ notAfter, environment }, now)) return false
  return !isReached(notAfter, endThreshold, now) || Date.parse(snooze.since) > Date.parse(notAfter)
}

/**
 * Returns the latest moment until which warnings may be snoozed: the expiry, or a month if that is later. Milliseconds
 * since the epoch.
 */
export function latestSnooze({ notAfter }: Pick<WatchedCertificate, 'notAfter'>, now: number): number {
  return Math.max(Date.parse(notAfter), now + 31 * dayMs)
}

/** Returns whether a warning for a threshold is sent now (notification, webhook), not only shown in the banner. */
export function shouldWarn(certificate: WatchedCertificate, threshold: number, now: number): boolean {
  if (certificate.quiet || isSnoozed(certificate, now)) return false
  // Until then it can be activated: a profile in setup would be warned at each import.
  if (!certificate.active && threshold !== endThreshold) return false
  const { replacement, environment } = certificate
  // A script in the page can start a guided one without a question.
  const isHeld = replacement !== undefined && (environment !== 'production' || replacement.guided !== true)
  return !isHeld || threshold <= urgentDays
}
