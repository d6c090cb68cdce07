/** Maximum number of attempts for a request. */
export const maxAttempts = 4

/**
 * The longest requested pause that Clavis waits, milliseconds; after a longer one the response is returned as it is.
 */
const maxPause = 300_000

/** Returns whether the same request may succeed later, judging by its status (RFC 6585 §4, RFC 9110 §15.6). */
export function isPassing(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501 && status !== 505)
}

/**
 * Parses `Retry-After` (RFC 9110 §10.2.3), seconds or an HTTP date, to milliseconds from now; `undefined` if it is
 * missing or invalid.
 */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d{1,9}$/u.test(text)) return Number(text) * 1000
  const at = /^[A-Za-z]/u.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
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
  if (asked !== undefined) return asked > maxPause ? undefined : asked
  return firstPause * 2 ** (failed - 1) * (0.75 + random / 2)
}
