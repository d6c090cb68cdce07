/** How far a service's clock is ahead of this computer's. */
export interface ClockOffset {
  /** Milliseconds; negative if the service is behind. */
  readonly offset: number
  /** Maximum error of the measurement, milliseconds: half the round trip, and the header's resolution of a second. */
  readonly uncertainty: number
  /** Milliseconds since the epoch, by this computer's clock. */
  readonly measuredAt: number
}

/** The header has whole seconds (RFC 9110 §5.6.7). */
const headerResolution = 1000

/** Measures the clocks of services by origin, from their `Date` headers (RFC 9110 §6.6.1). */
export class ServiceClocks {
  readonly #offsets = new Map<string, ClockOffset>()

  /**
   * Measures the clock with a response.
   * @param date the `Date` header
   * @param requestedAt when the request was sent, ms since the epoch
   * @param firstByteAfter time until the response headers, milliseconds
   */
  note(url: string, date: string | undefined, requestedAt: number, firstByteAfter: number): void {
    const headerTime = date === undefined ? Number.NaN : Date.parse(date)
    if (Number.isNaN(headerTime)) return
    // The header was written about half way through, and drops the fraction of a second.
    const there = headerTime + headerResolution / 2
    const here = requestedAt + firstByteAfter / 2
    this.#offsets.set(new URL(url).origin, {
      offset: Math.round(there - here),
      uncertainty: Math.round(firstByteAfter / 2 + headerResolution / 2),
      measuredAt: requestedAt,
    })
  }

  /** Returns the last measurement for an address's service; undefined before its first response. */
  offset(url: string): ClockOffset | undefined {
    return this.#offsets.get(new URL(url).origin)
  }
}

/** How far a clock must be off to be reported, milliseconds (beyond the error of the measurement). */
export const reportedOffset = 2000

/** Returns whether a measured clock differs at all, by more than the error of the measurement. */
export function differs({ offset, uncertainty }: ClockOffset): boolean {
  return Math.abs(offset) > uncertainty
}

/** Returns whether a measured clock is really off. */
export function isOff({ offset, uncertainty }: ClockOffset): boolean {
  return Math.abs(offset) - uncertainty > reportedOffset
}
