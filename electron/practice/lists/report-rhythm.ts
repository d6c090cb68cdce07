import { dayMs } from '#shared/values/local-day.ts'
import { mixed, share } from './chance.ts'

export const hourMs = 3_600_000
/** Reports created in each hour of a day (UTC), relative to an average hour: a batch at night, then office hours. */
const hours = [
  ...[0.3, 0.3, 1.1, 1.4, 0.9, 0.4, 0.6, 1.3, 2.0, 2.5, 2.4, 1.9],
  ...[1.3, 1.9, 2.1, 1.8, 1.2, 0.6, 0.4, 0.3, 0.2, 0.2, 0.2, 0.2],
] as const

/** From Sunday. */
const weekdays = [0.22, 1.25, 1.35, 1.35, 1.3, 1.2, 0.33] as const

/** Returns how many reports are created in an hour, relative to an average hour. @param hour since the epoch, UTC */
export function reportRate(hour: number): number {
  const date = new Date(hour * hourMs)
  const hourOfDay = date.getUTCHours()
  // No two days are alike.
  const day = 0.8 + 0.4 * share(Math.floor((hour * hourMs) / dayMs), 21)
  const rate = (hours[hourOfDay] ?? 1) * (weekdays[date.getUTCDay()] ?? 1) * day * (isMonthEnd(date) ? 2 : 0.9)
  return isOutage(hour) ? rate * 0.8 : rate
}

/** Whether the service was failing: in the office hours of one bad day each quarter. @param hour since the epoch, UTC */
export function isOutage(hour: number): boolean {
  const date = new Date(hour * hourMs)
  const hourOfDay = date.getUTCHours()
  return hourOfDay >= 9 && hourOfDay < 16 && badDay(date) === Math.floor((hour * hourMs) / dayMs)
}

/** Whether a day is the last two of its month or the first of one. */
function isMonthEnd(date: Date): boolean {
  return date.getUTCDate() === 1 || new Date(date.getTime() + 2 * dayMs).getUTCDate() <= 2
}

/** Returns the bad day of a date's quarter, in days since the epoch: a working day in its second month. */
function badDay(date: Date): number {
  const quarter = date.getUTCFullYear() * 4 + Math.floor(date.getUTCMonth() / 3)
  const day = Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3 + 1, 6 + (mixed(quarter, 1) % 14))
  const weekday = new Date(day).getUTCDay()
  return day / dayMs + (weekday === 0 ? 2 : weekday === 6 ? 3 : 0)
}
