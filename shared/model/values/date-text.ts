import { onFirstUse } from '../../platform/on-first-use.ts'
import { defaultDatePreference, type DatePreference } from '../../../shared/model/settings/app-settings.ts'

/** Writes instants as the person prefers: dates in their format, times in their time zone. */
export interface DateText {
  /** The time zone of everything written (IANA). */
  readonly timeZone: string
  /** What a time in this zone is called, e.g. `Local time`. */
  readonly zoneName: string
  /** A date, e.g. `24 Nov 2026`. */
  readonly date: (at: Date | number) => string
  /** Date and time to the minute. In UTC it says so. */
  readonly minutes: (at: Date | number) => string
  /** Date and time to the second. In UTC it says so. */
  readonly seconds: (at: Date | number) => string
  /** A time of day to the second. In UTC it says so. */
  readonly clock: (at: Date | number) => string
}

/** Languages whose numeric dates have the format. */
const languages: Readonly<Record<Exclude<DatePreference['format'], 'system'>, string>> = {
  'year-first': 'sv-SE',
  'day-first': 'en-GB',
  'month-first': 'en-US',
}

const numericDate = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const toMinutes = { hour: '2-digit', minute: '2-digit' } as const
const toSeconds = { ...toMinutes, second: '2-digit' } as const

/** Returns functions that write instants by a preference. */
export function dateTextOf({ format, timeZone: zone }: DatePreference): DateText {
  const isUtc = zone === 'utc'
  const timeZone = isUtc ? 'UTC' : new Intl.DateTimeFormat().resolvedOptions().timeZone
  const writer = (
    usual: Intl.DateTimeFormatOptions,
    numeric: Intl.DateTimeFormatOptions,
    suffix = isUtc ? ' UTC' : '',
  ): DateText['date'] => {
    const written = onFirstUse(() =>
      format === 'system'
        ? new Intl.DateTimeFormat(undefined, { ...usual, timeZone })
        : new Intl.DateTimeFormat(languages[format], { ...numeric, timeZone }),
    )
    return (at) => written().format(at) + suffix
  }
  return {
    timeZone,
    zoneName: isUtc ? 'UTC' : 'Local time',
    date: writer({ dateStyle: 'medium' }, numericDate, ''),
    minutes: writer({ dateStyle: 'medium', timeStyle: 'short' }, { ...numericDate, ...toMinutes }),
    seconds: writer({ dateStyle: 'medium', timeStyle: 'medium' }, { ...numericDate, ...toSeconds }),
    clock: writer({ timeStyle: 'medium' }, toSeconds),
  }
}

/** The language's own dates, in the computer's time zone. */
export const systemDates = dateTextOf(defaultDatePreference)
