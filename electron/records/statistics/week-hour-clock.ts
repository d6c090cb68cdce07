import type { WeekHour } from '../../../shared/model/values/week-hour.ts'
import type { Instant } from '../values/instant.ts'
import { ZoneClock } from './zone-clock.ts'

/**
 * Tells the day of the week and the hour of dates: by the person's clock, and by the one that it was written by where a date
 * has no zone. Charts and filters go by the same, so that an hour's number is what a click on it shows.
 */
export class WeekHourClock {
  readonly #own: ZoneClock
  readonly #written = new ZoneClock('UTC')

  /** @throws `input-invalid` for an unknown time zone */
  constructor(timeZone: string) {
    this.#own = new ZoneClock(timeZone)
  }

  /** @param precision whether the date is written with a zone; UTC was taken if it is not */
  at({ ms, precision }: Pick<Instant, 'ms' | 'precision'>): WeekHour {
    return (precision === 'instant' ? this.#own : this.#written).weekHour(ms)
  }
}
