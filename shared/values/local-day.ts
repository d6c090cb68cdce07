import { ZoneClock } from './zone-clock.ts'

export const dayMs = 86_400_000

/** By IANA names: the offsets that a clock has asked for are remembered. */
const clocks = new Map<string, ZoneClock>()

/** Returns the clock of a zone, the same one each time. @throws RangeError for an unknown time zone */
export function clockOf(timeZone: string): ZoneClock {
  const clock = clocks.get(timeZone) ?? new ZoneClock(timeZone)
  clocks.set(timeZone, clock)
  return clock
}

/**
 * Returns the calendar day of an instant, counted from 1970-01-01.
 * @param instant milliseconds since the epoch
 * @param timeZone IANA name; the computer's by default, which costs no locale data
 */
function calendarDay(instant: number, timeZone?: string): number {
  const wall =
    timeZone === undefined ? instant - new Date(instant).getTimezoneOffset() * 60_000 : clockOf(timeZone).wall(instant)
  return Math.floor(wall / dayMs)
}

/** Returns how many calendar days `to` is after `from`. For the parameters see {@link calendarDay}. */
export function calendarDays(from: number, to: number, timeZone?: string): number {
  return calendarDay(to, timeZone) - calendarDay(from, timeZone)
}

/**
 * Returns the day of an instant by a clock and its calendar, e.g. `2026-03-02`, like dates in the window.
 * @param instant ISO 8601
 * @param timeZone IANA name; the computer's by default. In UTC the day may be another one.
 */
export function localDay(instant: string, timeZone?: string): string {
  return new Date(calendarDay(Date.parse(instant), timeZone) * dayMs).toISOString().slice(0, 10)
}
