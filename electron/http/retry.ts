/** How often a request is sent in all (design, section 3). */
export const tries = 4

/** The longest that a service may ask Clavis to wait before its answer is given back as it is, milliseconds. */
const longestPause = 300_000

/** Whether a status says that the same request may succeed later (RFC 6585 §4, RFC 9110 §15.6). */
export function isPassing(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501 && status !== 505)
}

/**
 * `Retry-After` (RFC 9110 §10.2.3) as milliseconds from now: seconds or an HTTP date; `undefined` where it is missing or
 * unreadable.
 */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d{1,9}$/u.test(text)) return Number(text) * 1000
  const at = /^[A-Za-z]/u.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/**
 * The pause before the next try, milliseconds; `undefined` where the service asks for one that is too long to wait.
 * @param failed how many tries failed so far, from 1
 * @param asked what the service asked for
 * @param firstPause milliseconds; each further one is twice as long
 * @param random from 0 up to 1: spreads clients that failed together
 */
export function pauseBefore(
  failed: number,
  asked: number | undefined,
  firstPause: number,
  random: number,
): number | undefined {
  if (asked !== undefined) return asked > longestPause ? undefined : asked
  return firstPause * 2 ** (failed - 1) * (0.75 + random / 2)
}
