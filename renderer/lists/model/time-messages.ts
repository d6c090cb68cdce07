import type { ChartGroup, Clock } from '#shared/lists/list-analysis.ts'
import type { TimeUnit } from '#shared/lists/list.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { seriesLabel } from './value-messages.ts'

/** Returns the time zone in which a clock's bounds are shown. */
export function zoneOf(clock: Clock | undefined): string {
  return clock?.kind === 'zone' ? clock.timeZone : 'UTC'
}

/** Parses an instant written by `boundText`, e.g. `2024-05-06T07:08`. */
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

/** Names a period by its start, e.g. `Q2 2024`. */
export function periodName(at: number, unit: TimeUnit, timeZone: string, dates: DateText): string {
  if (unit === 'quarter') {
    const parts = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'numeric', timeZone }).formatToParts(at)
    const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? ''
    return `Q${Math.ceil(Number(part('month')) / 3)} ${part('year')}`
  }
  const words = dates.parts(at, periodFormats[unit], timeZone)
  return unit === 'week' ? `Week of ${words}` : words
}

/** Names a group: a period by its start, another one by its value. */
export function groupName(
  group: ChartGroup,
  time: { readonly clock?: Clock | undefined; readonly unit: TimeUnit } | undefined,
  dates: DateText,
): string {
  switch (group.kind) {
    case 'time':
      return periodName(boundTime(group.from), time?.unit ?? 'day', zoneOf(time?.clock), dates)
    case 'value':
    case 'others':
    case 'empty':
      return seriesLabel(group)
  }
}

/** Returns an axis's labels: one for each period, and one for the larger period, e.g. `Q2` and `2024`. */
export function tickLabels(
  at: number,
  unit: TimeUnit,
  timeZone: string,
  dates: DateText,
): { readonly minor: string; readonly major: string } {
  const format = (parts: Intl.DateTimeFormatOptions): string => dates.parts(at, parts, timeZone)
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
      return { minor: periodName(at, unit, timeZone, dates).slice(0, 2), major: format({ year: 'numeric' }) }
    case 'year':
      return { minor: format({ year: 'numeric' }), major: '' }
  }
}
