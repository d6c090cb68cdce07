import { ClavisError } from '#shared/errors.ts'
import type { Clock } from '#shared/lists/list-analysis.ts'
import { ZoneClock } from '#shared/values/zone-clock.ts'
import type { Instant } from '../values/instant.ts'

/** Returns the clock of a time zone. @throws `input-invalid` for an unknown one */
export function zoneClockOf(timeZone: string): ZoneClock {
  try {
    return new ZoneClock(timeZone)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ClavisError('input-invalid', `Unknown time zone “${timeZone}”.`, {
      hint: 'Use an IANA name like Europe/Berlin.',
      cause: error,
    })
  }
}

interface Chosen {
  readonly clock: Clock
  readonly zoneClock: ZoneClock
}

/**
 * Chooses the clock for a column's dates by the first one: if that has no zone, they are shown without one; otherwise the
 * person's time zone applies. Dates of the other form are where the person's clock shows them, as in filters.
 */
export class ChosenClock {
  readonly #timeZone: string
  readonly #zoneClock: ZoneClock
  #chosen: Chosen | undefined

  /** @throws `input-invalid` for an unknown time zone, whatever the dates will be */
  constructor(timeZone: string) {
    this.#timeZone = timeZone
    this.#zoneClock = zoneClockOf(timeZone)
  }

  /** Undefined until there was a date. */
  get chosen(): Chosen | undefined {
    return this.#chosen
  }

  /** Returns where a date is on the chosen clock, in milliseconds. */
  at(instant: Pick<Instant, 'ms' | 'precision'>): number {
    const { ms, precision } = instant
    const { kind } = this.choose(instant).clock
    if ((precision === 'instant') === (kind === 'zone')) return ms
    return kind === 'zone' ? this.#zoneClock.instantOf(ms) : this.#zoneClock.wall(ms)
  }

  choose({ precision }: Pick<Instant, 'precision'>): Chosen {
    this.#chosen ??=
      precision === 'instant'
        ? { clock: { kind: 'zone', timeZone: this.#timeZone }, zoneClock: this.#zoneClock }
        : { clock: { kind: 'as-written' }, zoneClock: new ZoneClock('UTC') }
    return this.#chosen
  }
}
