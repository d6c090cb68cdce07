import type { DateText } from './date-text.ts'
import { calendarDays } from './local-day.ts'

/**
 * Writes a recent instant to the minute, within a sentence: `today, 9:36 PM`, `yesterday, 4:10 PM`, `Nov 25, 9:36 PM`.
 * @param at ISO 8601
 * @param now milliseconds since the epoch
 */
export function dayAndTime(at: string, now: number, dates: DateText): string {
  const moment = Date.parse(at)
  const days = calendarDays(moment, now, dates.timeZone)
  const time = dates.parts(moment, { hour: 'numeric', minute: '2-digit' })
  if (days === 0) return `today, ${time}`
  if (days === 1) return `yesterday, ${time}`
  const year = days > 300 ? ({ year: 'numeric' } as const) : {}
  return `${dates.parts(moment, { day: 'numeric', month: 'short', ...year })}, ${time}`
}
