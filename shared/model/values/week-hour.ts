import { z } from 'zod'

/** An hour of a day of the week: Monday is 1; 24-hour clock. */
export const weekHourSchema = z.strictObject({ weekday: z.int().min(1).max(7), hour: z.int().min(0).max(23) })
export type WeekHour = z.infer<typeof weekHourSchema>

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Writes it as in a filter line, in any language: `Sun@03h`. */
export function writeWeekHour({ weekday, hour }: WeekHour): string {
  return `${days[weekday - 1] ?? ''}@${String(hour).padStart(2, '0')}h`
}

/** Parses the result of {@link writeWeekHour}, ignoring case; undefined for any other text. */
export function readWeekHour(text: string): WeekHour | undefined {
  const { day, hour } = /^(?<day>[a-z]{3})@(?<hour>[01]\d|2[0-3])h$/iu.exec(text)?.groups ?? {}
  const weekday = days.findIndex((each) => each.toLowerCase() === day?.toLowerCase()) + 1
  return weekday === 0 ? undefined : { weekday, hour: Number(hour) }
}
