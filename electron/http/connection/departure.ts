import type { HttpResponse } from '../http-message.ts'
import type { OpeningTimes } from './connection-opening.ts'

// Apart from the client: a start needs no HTTP client, which takes as long to load as most of its other code.

/** When a request was sent, and over which connection. */
export class Departure {
  /** In `performance.now()` time. */
  readonly at = performance.now()
  /** How long its connection took to open; undefined if an open one was reused. */
  readonly opening: OpeningTimes | undefined

  constructor(opening: OpeningTimes | undefined) {
    this.opening = opening
  }
}

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
