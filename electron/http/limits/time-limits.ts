/** How long the parts of an exchange may take, milliseconds. */
export interface TimeLimits {
  /** For finding the name and TCP, for a proxy's answer, and for TLS: each. */
  readonly connect: number
  /** From the request's end to the answer's head. */
  readonly headers: number
  /** Between two pieces of the answer's body. */
  readonly body: number
  /** For one try in all, from its beginning to the answer's end: a byte now and then keeps none alive for ever. */
  readonly whole: number
  /** The pause before the second try; each further one is twice as long. */
  readonly firstPause: number
}

/** Generous for a slow network, and short enough that a person still waits. */
export const standardLimits: TimeLimits = {
  ...{ connect: 15_000, headers: 60_000, body: 60_000, firstPause: 500 },
  // 64 MiB, the largest answer, come in this time over 1 Mbit/s.
  whole: 600_000,
}
