import type { Clock, TimeUnit } from '../../../shared/model/lists/list-analysis.ts'

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' })
const shortWeekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' })

/** A day of the week's name. @param day Monday is 1 */
export function weekdayName(day: number, length: 'long' | 'short'): string {
  // 1970-01-05 was a Monday.
  return (length === 'long' ? weekday : shortWeekday).format((day + 3) * 86_400_000)
}

const wholeHour = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC' })
const shortHour = new Intl.DateTimeFormat(undefined, { hour: 'numeric', timeZone: 'UTC' })

/** An hour of the day by the person's clock, of 12 or 24 hours: its first minute, or shorter. */
export function hourName(hour: number, length: 'long' | 'short'): string {
  return (length === 'long' ? wholeHour : shortHour).format(hour * 3_600_000)
}

/** The time zone in which a clock's bounds are to be shown. */
export function zoneOf(clock: Clock | undefined): string {
  return clock?.kind === 'zone' ? clock.timeZone : 'UTC'
}

/** An instant as `boundText` writes it. */
export function boundTime(bound: string): number {
  return Date.parse(/[Tt]/u.test(bound) && !/[Zz]$/u.test(bound) ? `${bound}Z` : bound)
}

const periodFormats: Readonly<Record<Exclude<TimeUnit, 'quarter'>, Intl.DateTimeFormatOptions>> = {
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  hour: { dateStyle: 'medium', timeStyle: 'short' },
  day: { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
  week: { year: 'numeric', month: 'short', day: 'numeric' },
  month: { year: 'numeric', month: 'long' },
  year: { year: 'numeric' },
}

/** A stretch of time by its beginning. */
export function periodName(at: number, unit: TimeUnit, timeZone: string): string {
  if (unit === 'quarter') {
    const parts = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'numeric', timeZone }).formatToParts(at)
    const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? ''
    return `Q${Math.ceil(Number(part('month')) / 3)} ${part('year')}`
  }
  const words = formatter(periodFormats[unit], timeZone).format(at)
  return unit === 'week' ? `Week of ${words}` : words
}

/** Ticks of an axis of time: the small word at each stretch, and the large one that changes seldom. */
export function tickLabels(
  at: number,
  unit: TimeUnit,
  timeZone: string,
): { readonly minor: string; readonly major: string } {
  const format = (options: Intl.DateTimeFormatOptions): string => formatter(options, timeZone).format(at)
  switch (unit) {
    case 'minute':
    case 'hour':
      return { minor: format({ timeStyle: 'short' }), major: format({ dateStyle: 'medium' }) }
    case 'day':
    case 'week':
      return { minor: format({ day: 'numeric' }), major: format({ month: 'short', year: 'numeric' }) }
    case 'month':
      return { minor: format({ month: 'short' }), major: format({ year: 'numeric' }) }
    case 'quarter':
      return { minor: periodName(at, unit, timeZone).slice(0, 2), major: format({ year: 'numeric' }) }
    case 'year':
      return { minor: format({ year: 'numeric' }), major: '' }
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Making one takes longer than using it a hundred times. */
function formatter(options: Intl.DateTimeFormatOptions, timeZone: string): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(undefined, { ...options, timeZone })
  formatters.set(key, made)
  return made
}
