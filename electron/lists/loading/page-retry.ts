import type { ClavisError, ErrorCode } from '#shared/errors.ts'
import { maxAttempts, pauseWithin, retryAfter } from '../../http/retry.ts'

/** How a page is tried again. */
export interface PageRetry {
  /** How long from its first attempt on, milliseconds. */
  readonly forMs: number
  /** Pause before the second attempt, milliseconds; each further one is twice as long. */
  readonly firstPauseMs: number
  /** Whether a person waits: if not even the first page arrives, they read why after a few attempts. */
  readonly isAttended: boolean
}

/** Of a window; the command line has `--max-wait`. */
export const standardPageRetry: PageRetry = { forMs: 300_000, firstPauseMs: 500, isAttended: true }

/** Of loads that come again anyway. */
export const unattendedRetry: PageRetry = { forMs: 30_000, firstPauseMs: 500, isAttended: false }

/** A page that arrived damaged, or the page of a proxy or of maintenance instead. */
const damaged: readonly ErrorCode[] = ['response-not-json', 'response-truncated']

/** An outage of the network, the service or its token endpoint. */
const outages: readonly ErrorCode[] = [
  'network-unreachable',
  'network-name-not-found',
  'network-refused',
  'network-timeout',
  'network-interrupted',
  'service-failed',
  'service-rate-limited',
]

/** What a wrong address leads to as well. */
const ofWrongAddress: readonly ErrorCode[] = ['response-not-json', 'network-name-not-found']

function isCurable({ code, details }: ClavisError): boolean {
  // The proxy could not reach the service.
  if (code === 'network-proxy') return typeof details?.['status'] === 'number' && details['status'] >= 500
  return damaged.includes(code) || outages.includes(code)
}

/**
 * Returns the pause before a page is requested again, milliseconds; undefined if that can't help or there is no time.
 * @param attempt `left`: time left; `isFirst`: whether no page has arrived yet, so that a wrong address is likely;
 *   `failed`: failures so far, from 1; `now`: milliseconds since the epoch
 */
export function pauseAfterFailure(
  error: ClavisError,
  attempt: PageRetry & {
    readonly left: number
    readonly isFirst: boolean
    readonly failed: number
    readonly now: number
  },
): number | undefined {
  const { left, isFirst, failed, firstPauseMs, isAttended, now } = attempt
  if (!isCurable(error)) return undefined
  if (isFirst && failed >= maxAttempts && (isAttended || ofWrongAddress.includes(error.code))) return undefined
  const asked = error.details?.['retryAfter']
  const pause = retryAfter(typeof asked === 'string' ? asked : undefined, now)
  return pauseWithin(left, failed, pause, firstPauseMs, Math.random())
}
