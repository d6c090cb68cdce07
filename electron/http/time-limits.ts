import { ClavisError } from '#shared/errors.ts'

/** Time limits for the parts of a request, milliseconds. */
export interface TimeLimits {
  /** For DNS lookup and TCP, for a proxy's response, and for TLS: each. */
  readonly connect: number
  /** From the end of the request to the response headers. */
  readonly headers: number
  /** Between two pieces of the response body. */
  readonly body: number
  /** For a whole attempt, so that a slow trickle of bytes can't keep it alive forever. */
  readonly whole: number
  /** Pause before the second attempt; each further one is twice as long. */
  readonly firstPause: number
}

/** Generous for a slow network, and short enough that a person still waits. */
export const standardLimits: TimeLimits = {
  connect: 15_000,
  headers: 60_000,
  body: 60_000,
  firstPause: 500,
  // 64 MiB, the largest response, takes this long at 1 Mbit/s.
  whole: 600_000,
}

/** Returns why a signal was aborted: its own error, or `cancelled`. */
export function abortError({ reason }: AbortSignal): ClavisError {
  return reason instanceof ClavisError ? reason : new ClavisError('cancelled', 'The request was cancelled.')
}

/**
 * Waits for work until the signal is aborted; the work may continue.
 * @param signal without one, waits until the work ends
 * @throws what {@link abortError} returns
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(abortError(signal))
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/**
 * Runs work with a time limit.
 * @param limit milliseconds
 * @param tooLong creates the error if the limit is exceeded
 * @param signal ends it earlier
 */
export async function withTimeLimit<T>(
  {
    limit,
    tooLong,
    signal,
  }: { readonly limit: number; readonly tooLong: () => ClavisError; readonly signal?: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timer = new AbortController()
  const timeout = setTimeout(() => timer.abort(tooLong()), limit)
  const either = signal === undefined ? timer.signal : AbortSignal.any([timer.signal, signal])
  try {
    return await untilAborted(work(either), either)
  } finally {
    clearTimeout(timeout)
  }
}

/** Creates the error for a response that is not complete in time. @param limit milliseconds */
export function responseTooSlow(host: string, limit: number): ClavisError {
  return new ClavisError(
    'network-timeout',
    `${host} did not send a complete response within ${Math.round(limit / 100) / 10} seconds.`,
    {
      hint: 'Try again. If it happens again, check the network, or contact the service operator.',
      details: { host, limitMs: limit },
    },
  )
}
