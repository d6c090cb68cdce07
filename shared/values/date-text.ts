export const dateFormats = ['system', 'year-first', 'day-first', 'month-first'] as const
export const timeZoneChoices = ['local', 'utc'] as const

/** How dates and times are written for a person. */
export interface DatePreference {
  readonly format: (typeof dateFormats)[number]
  readonly timeZone: (typeof timeZoneChoices)[number]
}

export const defaultDatePreference: DatePreference = { format: 'system', timeZone: 'local' }

/** Returns the time zone of a preference (IANA); undefined for the computer's own. */
export function timeZoneOf({ timeZone }: DatePreference): string | undefined {
  return timeZone === 'utc' ? 'UTC' : undefined
}

type Moment = Date | number

/** Writes instants as the person prefers: dates in their format, times in their time zone. */
export interface DateText {
  /** The time zone of everything written (IANA). */
  readonly timeZone: string
  /** What a time in this zone is called, e.g. `Local time`. */
  readonly zoneName: string
  /** A date, e.g. `24 Nov 2026`. */
  readonly date: (at: Moment) => string
  /** Date and time to the minute. In UTC it says so. */
  readonly minutes: (at: Moment) => string
  /** Date and time to the second. In UTC it says so. */
  readonly seconds: (at: Moment) => string
  /** A time of day to the second. In UTC it says so. */
  readonly clock: (at: Moment) => string
  /**
   * Writes the given parts in the person's language. A day of a month and a time of day are in the person's format; names
   * of weekdays, months without a day, and years stay as they are.
   * @param timeZone an IANA name; the person's own by default
   */
  readonly parts: (at: Moment, parts: Intl.DateTimeFormatOptions, timeZone?: string) => string
}

const languages: Readonly<Record<Exclude<DatePreference['format'], 'system'>, string>> = {
  'year-first': 'sv-SE',
  'day-first': 'en-GB',
  'month-first': 'en-US',
}

const numericDate = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const toMinutes = { hour: '2-digit', minute: '2-digit' } as const
const toSeconds = { ...toMinutes, second: '2-digit' } as const

/** Returns functions that write instants by a preference. @param language a BCP 47 tag; the person's own by default */
export function dateTextOf(preference: DatePreference, language?: string): DateText {
  const { format } = preference
  let known = timeZoneOf(preference)
  const isUtc = known === 'UTC'
  // On first use, like the formats: a process's first one takes tens of milliseconds.
  const ownZone = (): string => (known ??= new Intl.DateTimeFormat().resolvedOptions().timeZone)
  // Creating a format takes longer than using it a hundred times.
  const writers = new Map<string, (at: Moment) => string>()

  function writerOf(parts: Intl.DateTimeFormatOptions, timeZone: string): (at: Moment) => string {
    const key = `${timeZone} ${JSON.stringify(parts)}`
    const writer = writers.get(key) ?? newWriter(parts, timeZone)
    writers.set(key, writer)
    return writer
  }

  function newWriter(parts: Intl.DateTimeFormatOptions, timeZone: string): (at: Moment) => string {
    const { dateStyle, timeStyle, weekday, month, day, hour } = parts
    const date = dateStyle !== undefined || (day !== undefined && month !== undefined) ? numericDate : undefined
    const time = timeStyle === undefined ? hour && { hour } : timeStyle === 'short' ? toMinutes : toSeconds
    if (format === 'system' || (date === undefined && time === undefined)) {
      const words = new Intl.DateTimeFormat(language, { ...parts, timeZone })
      return (at) => words.format(at)
    }
    const numeric = new Intl.DateTimeFormat(languages[format], { ...date, ...time, timeZone })
    if (weekday === undefined) return (at) => numeric.format(at)
    const name = new Intl.DateTimeFormat(language, { weekday, timeZone })
    return (at) => `${name.format(at)} ${numeric.format(at)}`
  }

  function writing(parts: Intl.DateTimeFormatOptions, suffix = isUtc ? ' UTC' : ''): (at: Moment) => string {
    let writer: ((at: Moment) => string) | undefined
    return (at) => (writer ??= writerOf(parts, ownZone()))(at) + suffix
  }

  return {
    get timeZone() {
      return ownZone()
    },
    zoneName: isUtc ? 'UTC' : 'Local time',
    date: writing({ dateStyle: 'medium' }, ''),
    minutes: writing({ dateStyle: 'medium', timeStyle: 'short' }),
    seconds: writing({ dateStyle: 'medium', timeStyle: 'medium' }),
    clock: writing({ timeStyle: 'medium' }),
    parts: (at, parts, timeZone = ownZone()) => writerOf(parts, timeZone)(at),
  }
}

/** The language's own dates, in the computer's time zone. */
export const systemDates = dateTextOf(defaultDatePreference)

/** Writes an instant (ISO 8601 in UTC) to the second, for text that is read in any time zone: `2026-11-21 12:30:05 UTC`. */
export function inUtc(instant: string): string {
  return `${instant.replace('T', ' ').replace(/(?:\.\d+)?Z$/u, '')} UTC`
}
