import { systemDates, type DateText } from '../../shared/model/values/date-text.ts'

/** A local day in words, because date fields have local days. @param moment milliseconds since the epoch */
export function dayWords(moment: number, dates: DateText): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const
  return dates.parts(moment, parts, systemDates.timeZone)
}

/** A local day as a date field writes it (HTML, `yyyy-mm-dd`). @param moment milliseconds since the epoch */
export function dayValue(moment: number): string {
  const date = new Date(moment)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Returns the start of a date field's day in local time; undefined if it is empty or invalid. */
export function dayMoment(value: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(value)) return undefined
  // Without an offset a date and time is local (ECMA-262, section 21.4.1.32).
  const moment = Date.parse(`${value}T00:00:00`)
  return Number.isNaN(moment) ? undefined : moment
}
