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
