import { clockOf, dayMs } from '../values/local-day.ts'
import type { WatchSchedule } from './watch.ts'

const minuteMs = 60_000

/** The longest that a load is put off so that many computers don't call a service at once, milliseconds. */
const maxJitterMs = 60_000

/**
 * Returns when a list is loaded next, in milliseconds since the epoch. A time of day that the clock skips is the moment after the
 * change; one that it shows twice is the first.
 * @param after the last load's start, milliseconds since the epoch
 * @param timeZone the person's, IANA name
 */
export function nextLoadAt(schedule: WatchSchedule, after: number, timeZone: string): number {
  if (schedule.kind === 'every') return after + schedule.minutes * minuteMs
  const clock = clockOf(timeZone)
  const timeOfDay = timeOfDayMs(schedule.at)
  const today = Math.floor(clock.wall(after) / dayMs) * dayMs
  for (let day = today; ; day += dayMs) {
    if (schedule.kind === 'weekly' && weekdayOf(day) !== schedule.weekday) continue
    const at = clock.instantOf(day + timeOfDay)
    if (at > after) return at
  }
}

/** Returns how long the load that is due at a moment is put off, milliseconds: the same for each process. */
export function jitterOf(watchId: string, { length }: { readonly length: number }, at: number): number {
  let mixed = 0
  for (const character of `${watchId}${at}`) mixed = (Math.imul(mixed, 31) + character.charCodeAt(0)) >>> 0
  return mixed % Math.min(maxJitterMs, length / 10)
}

/** Returns the time between two loads, milliseconds. */
export function lengthOf(schedule: WatchSchedule): number {
  return schedule.kind === 'every' ? schedule.minutes * minuteMs : schedule.kind === 'daily' ? dayMs : 7 * dayMs
}

/** Returns how many loads a schedule makes on a day, on average. */
export function loadsPerDay(schedule: WatchSchedule): number {
  return dayMs / lengthOf(schedule)
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Puts a schedule into words, e.g. `every 15 minutes`, `daily at 08:00`, `Mondays at 08:00`. */
export function scheduleWords(schedule: WatchSchedule): string {
  if (schedule.kind === 'daily') return `daily at ${schedule.at}`
  if (schedule.kind === 'weekly') return `${weekdays[schedule.weekday - 1]}s at ${schedule.at}`
  const { minutes } = schedule
  if (minutes % 60 !== 0) return `every ${minutes} minutes`
  return minutes === 60 ? 'every hour' : `every ${minutes / 60} hours`
}

function timeOfDayMs(at: string): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  return (hours * 60 + minutes) * minuteMs
}

/** Monday is 1. 1970-01-01 was a Thursday. */
function weekdayOf(day: number): number {
  return ((((day / dayMs + 3) % 7) + 7) % 7) + 1
}
