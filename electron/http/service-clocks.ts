/** How far a service's clock is ahead of this computer's. */
export interface ClockOffset {
  /** Milliseconds; negative where the service is behind. */
  readonly offset: number
  /** How far off the measurement may be, milliseconds: half the round trip, and the header's own second. */
  readonly uncertainty: number
  /** Milliseconds since the epoch, by this computer's clock. */
  readonly measuredAt: number
}

/** The header tells whole seconds (RFC 9110 §5.6.7). */
const headerResolution = 1000

/** Clocks of the services that answered, by origin, measured from their `Date` headers (RFC 9110 §6.6.1). */
export class ServiceClocks {
  readonly #offsets = new Map<string, ClockOffset>()

  /**
   * Takes an answer into account.
   * @param date the `Date` header
   * @param requestedAt when the request was sent, ms since the epoch
   * @param firstByteAfter how long the answer's head took to come, milliseconds
   */
  note(url: string, date: string | undefined, requestedAt: number, firstByteAfter: number): void {
    const told = date === undefined ? Number.NaN : Date.parse(date)
    if (Number.isNaN(told)) return
    // The header was written about half way, and it cuts the second off.
    const there = told + headerResolution / 2
    const here = requestedAt + firstByteAfter / 2
    this.#offsets.set(new URL(url).origin, {
      offset: Math.round(there - here),
      uncertainty: Math.round(firstByteAfter / 2 + headerResolution / 2),
      measuredAt: requestedAt,
    })
  }

  /** The last measurement of an address's service; undefined before its first answer. */
  offset(url: string): ClockOffset | undefined {
    return this.#offsets.get(new URL(url).origin)
  }
}

/** How far a clock must be off to be worth telling, milliseconds (beyond what the measurement may be off). */
export const tellingOffset = 2000

/** Whether a measured clock is really off. */
export function isOff({ offset, uncertainty }: ClockOffset): boolean {
  return Math.abs(offset) - uncertainty > tellingOffset
}
