import type { Outcome } from './attempt.ts'
import type { HttpRequest } from './http-message.ts'
import { mayPass } from './network-failure.ts'

/** Maximum number of attempts for a request that does not say how long to retry it. */
export const maxAttempts = 4

/**
 * The longest requested pause that Clavis waits, milliseconds; after a longer one the response is returned as it is.
 */
const maxPause = 300_000

/** The longest pause that Clavis chooses itself, milliseconds. */
const maxOwnPause = 30_000

/** Statuses below 500 after which the same request may succeed: timeout, too early, too many requests. */
const passing = [408, 425, 429]

interface Attempts {
  /** Number of failed attempts so far, from 1. */
  readonly failed: number
  /** Of the request’s time limit, or of the time for which it is retried, milliseconds. */
  readonly left: number
  /** Milliseconds. */
  readonly firstPause: number
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Returns the pause before the next attempt; undefined if there is none. */
export function pauseAfter(
  outcome: Outcome,
  { retry, retryFor, url }: HttpRequest,
  { failed, left, firstPause, now }: Attempts,
): { milliseconds: number; reason: string } | undefined {
  if (failed >= maxAttempts && retryFor === undefined) return undefined
  const mayRepeat =
    outcome.kind === 'failed'
      ? mayPass(outcome.error) && (retry === 'safe' || !outcome.hasStarted)
      : retry === 'safe' && isPassing(outcome.response.status)
  if (!mayRepeat) return undefined
  const asked = outcome.kind === 'failed' ? undefined : retryAfter(outcome.response.headers.get('retry-after'), now)
  const milliseconds =
    retryFor === undefined
      ? pauseBefore(failed, asked, firstPause, Math.random())
      : pauseWithin(left, failed, asked, firstPause, Math.random())
  if (milliseconds === undefined || milliseconds > left) return undefined
  return { milliseconds, reason: reasonOf(outcome, new URL(url).host) }
}

function reasonOf(outcome: Outcome, host: string): string {
  if (outcome.kind === 'failed') return outcome.error.message
  const { status } = outcome.response
  return status === 429
    ? `${host} is rate limiting: too many requests.`
    : `${host} is temporarily unavailable (status ${status}).`
}

/** Returns whether the same request may succeed later (RFC 6585 §4, RFC 8470 §5.2, RFC 9110 §15.5.9 and §15.6). */
export function isPassing(status: number): boolean {
  return passing.includes(status) || (status >= 500 && status !== 501 && status !== 505)
}

/**
 * Parses `Retry-After` (RFC 9110 §10.2.3), seconds or an HTTP date, to milliseconds from now; `undefined` if it is
 * missing or invalid. A number or year that is too large to read is a very long wait, not none.
 */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d+$/u.test(text)) return Number(text) * 1000
  const at = /^[A-Za-z]/u.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(at)) return Math.max(0, at - now)
  return /^[A-Za-z]{3,9}, .*\b\d{5,}\b/u.test(text) ? Number.POSITIVE_INFINITY : undefined
}

/**
 * Returns the pause before the next attempt, milliseconds; `undefined` if the service requests one that is too long.
 * @param failed number of failed attempts so far, from 1
 * @param asked the pause that the service requested
 * @param firstPause milliseconds; each further one is twice as long
 * @param random from 0 up to 1: spreads clients that failed at the same time
 */
export function pauseBefore(
  failed: number,
  asked: number | undefined,
  firstPause: number,
  random: number,
): number | undefined {
  if (asked !== undefined && asked > maxPause) return undefined
  return asked ?? ownPause(failed, firstPause, random)
}

/**
 * Returns the pause before the next attempt as {@link pauseBefore} does, for a request that is retried as long as there
 * is time; `undefined` if there is none left, or the service requests a longer pause.
 * @param left time left, milliseconds
 */
export function pauseWithin(
  left: number,
  failed: number,
  asked: number | undefined,
  firstPause: number,
  random: number,
): number | undefined {
  if (left <= firstPause || (asked !== undefined && asked > left)) return undefined
  // The last attempts are near the end of the time, and have some of it.
  const own = Math.min(ownPause(failed, firstPause, random), left / 2)
  if (asked === undefined) return own
  // A service that keeps asking for no pause gets one all the same.
  return failed < maxAttempts ? asked : Math.max(own, asked)
}

function ownPause(failed: number, firstPause: number, random: number): number {
  return Math.min(maxOwnPause, firstPause * 2 ** (failed - 1)) * (0.75 + random / 2)
}
