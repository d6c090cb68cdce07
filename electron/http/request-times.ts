import type { HttpResponse } from './message/http-message.ts'
import { Departure } from './connection/departure.ts'

/** How much clocks that are read one after another may differ, milliseconds. */
const slack = 0.01

/** Returns the timings of a request that ends now. They add up to at most its duration. */
export function timesOf(
  departure: object,
  began: number,
  firstByteAt: number,
): Pick<HttpResponse, 'durationMs' | 'timings'> {
  const now = performance.now()
  const durationMs = now - began
  if (!(departure instanceof Departure)) return { durationMs }
  const { resolveMs = 0, connectMs = 0, tlsMs = 0 } = departure.opening ?? {}
  // A connection that was opening before this request took longer than the request waited for it.
  const isOwn = departure.opening !== undefined && resolveMs + connectMs + tlsMs <= departure.at - began + slack
  const opening = isOwn ? departure.opening : undefined
  return {
    durationMs,
    timings: {
      ...(opening?.resolveMs === undefined ? {} : { resolveMs: rounded(opening.resolveMs) }),
      ...(opening?.connectMs === undefined ? {} : { connectMs: rounded(opening.connectMs) }),
      ...(opening?.tlsMs === undefined ? {} : { tlsMs: rounded(opening.tlsMs) }),
      firstByteMs: rounded(firstByteAt - departure.at),
      bodyMs: rounded(now - firstByteAt),
      reused: opening === undefined,
    },
  }
}

/** Rounds to microseconds: more digits are meaningless and enlarge the file. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000
}
