import type { WeekHour } from '../../../../shared/model/values/week-hour.ts'
import type { Instant } from '../../values/instant.ts'
import { ZoneClock } from '../../../../shared/model/values/zone-clock.ts'

/**
 * Returns the day of the week and the hour of dates: in the person's time zone, or as written if a date has no zone.
 * Charts and filters share it, so that an hour's number is what a click on it shows.
 */
export class WeekHourClock {
  readonly #own: ZoneClock
  readonly #written = new ZoneClock('UTC')

  /** @throws `input-invalid` for an unknown time zone */
  constructor(timeZone: string) {
    this.#own = new ZoneClock(timeZone)
  }

  /** @param precision whether the date has a zone; without one it was read as UTC */
  at({ ms, precision }: Pick<Instant, 'ms' | 'precision'>): WeekHour {
    return (precision === 'instant' ? this.#own : this.#written).weekHour(ms)
  }
}
