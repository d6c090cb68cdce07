import type { HttpResponse } from './message/http-message.ts'
import { Departure } from './connection/departure.ts'

/** Returns the timings of a request that ends now. */
export function timesOf(
  departure: object,
  began: number,
  firstByteAt: number,
): Pick<HttpResponse, 'durationMs' | 'timings'> {
  const now = performance.now()
  const durationMs = now - began
  if (!(departure instanceof Departure)) return { durationMs }
  const { resolveMs, connectMs, tlsMs } = departure.opening ?? {}
  return {
    durationMs,
    timings: {
      ...(resolveMs === undefined ? {} : { resolveMs: rounded(resolveMs) }),
      ...(connectMs === undefined ? {} : { connectMs: rounded(connectMs) }),
      ...(tlsMs === undefined ? {} : { tlsMs: rounded(tlsMs) }),
      firstByteMs: rounded(firstByteAt - departure.at),
      bodyMs: rounded(now - firstByteAt),
      reused: departure.opening === undefined,
    },
  }
}

/** Rounds to microseconds: more digits are meaningless and enlarge the file. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000
}
