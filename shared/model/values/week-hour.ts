import { z } from 'zod'

/** An hour of a day of every week: Monday is 1; the hour is that of a clock of 24. */
export const weekHourSchema = z.strictObject({ weekday: z.int().min(1).max(7), hour: z.int().min(0).max(23) })
export type WeekHour = z.infer<typeof weekHourSchema>

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** As a filter's line has it, in any language: `Sun@03h`. */
export function writeWeekHour({ weekday, hour }: WeekHour): string {
  return `${days[weekday - 1] ?? ''}@${String(hour).padStart(2, '0')}h`
}

/** What {@link writeWeekHour} wrote, letter case aside; undefined for any other text. */
export function readWeekHour(text: string): WeekHour | undefined {
  const { day, hour } = /^(?<day>[a-z]{3})@(?<hour>[01]\d|2[0-3])h$/iu.exec(text)?.groups ?? {}
  const weekday = days.findIndex((each) => each.toLowerCase() === day?.toLowerCase()) + 1
  return weekday === 0 ? undefined : { weekday, hour: Number(hour) }
}
