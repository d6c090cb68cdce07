import type { NamedColumn } from '../../../shared/model/column-names.ts'
import type {
  Chart,
  ChartGroup,
  ChartQuestion,
  Clock,
  Measure,
  SeriesName,
  TimeUnit,
} from '../../../shared/model/list-analysis.ts'
import type { Cell } from '../../../shared/model/list.ts'
import { shownTitle } from '../columns/column-layout.ts'

export const measureNames: Readonly<Record<Measure['kind'], string>> = {
  count: 'Number of records',
  sum: 'Sum',
  mean: 'Mean',
  smallest: 'Smallest',
  largest: 'Largest',
}

export const unitNames: Readonly<Record<TimeUnit, string>> = {
  minute: 'minute',
  hour: 'hour',
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
}

/** A value as it is shown: text that is only blanks or nothing would not be seen. */
export function valueWords({ text, cut }: Cell): string {
  if (text.trim() === '') return '(blank)'
  return cut === true ? `${text}…` : text
}

export function seriesWords(name: SeriesName): string {
  switch (name.kind) {
    case 'all':
      return 'All'
    case 'value':
      return valueWords(name.value)
    case 'others':
      return 'Others'
    case 'empty':
      return 'No value'
  }
}

/** What is measured, such as `Sum of amount`. @param columns what the columns are called */
export function measureWords(measure: Measure, columns: readonly NamedColumn[]): string {
  if (measure.kind === 'count') return measureNames.count
  return `${measureNames[measure.kind]} of ${shownTitle(measure.path, columns)}`
}

/**
 * What a chart shows, such as `Sum of amount by day of createdAt, split by currency`.
 * @param columns what the columns are called
 */
export function chartTitle(
  { measure, grouping, split }: ChartQuestion,
  chart: Chart | undefined,
  columns: readonly NamedColumn[],
): string {
  const name = shownTitle(grouping.path, columns)
  const by =
    grouping.kind === 'value'
      ? name
      : grouping.kind === 'weekday-hour'
        ? `weekday and hour of ${name}`
        : `${unitNames[chart?.time?.unit ?? (grouping.unit === 'automatic' ? 'day' : grouping.unit)]} of ${name}`
  return `${measureWords(measure, columns)} by ${by}${split === undefined ? '' : `, split by ${shownTitle(split.path, columns)}`}`
}

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

const stretchFormats: Readonly<Record<Exclude<TimeUnit, 'quarter'>, Intl.DateTimeFormatOptions>> = {
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  hour: { dateStyle: 'medium', timeStyle: 'short' },
  day: { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
  week: { year: 'numeric', month: 'short', day: 'numeric' },
  month: { year: 'numeric', month: 'long' },
  year: { year: 'numeric' },
}

/** What tells a group from the others, in full. */
export function groupWords(group: ChartGroup, time: Chart['time']): string {
  switch (group.kind) {
    case 'time':
      return stretchWords(boundTime(group.from), time?.unit ?? 'day', zoneOf(time?.clock))
    case 'hour':
      return `${weekdayName(group.weekday, 'long')}, ${hourName(group.hour, 'long')}`
    case 'value':
    case 'others':
    case 'empty':
      return seriesWords(group)
  }
}

/** A stretch of time by its beginning. */
export function stretchWords(at: number, unit: TimeUnit, timeZone: string): string {
  if (unit === 'quarter') {
    const parts = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'numeric', timeZone }).formatToParts(at)
    const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? ''
    return `Q${Math.ceil(Number(part('month')) / 3)} ${part('year')}`
  }
  const words = formatter(stretchFormats[unit], timeZone).format(at)
  return unit === 'week' ? `Week of ${words}` : words
}

/** Ticks of an axis of time: the small word at each stretch, and the large one that changes seldom. */
export function tickWords(
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
      return { minor: stretchWords(at, unit, timeZone).slice(0, 2), major: format({ year: 'numeric' }) }
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

const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const plain = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 6 })

/** A number on an axis or in a cell. */
export function shortNumber(value: number): string {
  return Math.abs(value) < 10_000 ? plain.format(value) : short.format(value)
}

/** A decimal text with all its digits, grouped. */
export function numberWords(decimal: string | null): string {
  if (decimal === null) return '–'
  const fraction = decimal.split('.')[1]?.length ?? 0
  // A text is formatted with all its digits; what the format allows at most is enough for what people pay with.
  const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: Math.min(100, fraction) })
  return format.format(decimal as `${number}`)
}

/** Whose clock tells days and hours. */
export function clockWords(clock: Clock): string {
  return clock.kind === 'zone' ? `Times of ${clock.timeZone}.` : 'Dates as they are written.'
}

/**
 * What a chart leaves out, and how time is told; empty where there is nothing to say.
 * @param columns what the columns are called
 */
export function remarks(
  { withoutDate, withoutNumber, time }: Chart,
  { measure, grouping }: ChartQuestion,
  columns: readonly NamedColumn[],
): string[] {
  const told: string[] = []
  if (time !== undefined) told.push(clockWords(time.clock))
  if (time !== undefined && grouping.kind === 'time' && grouping.unit !== 'automatic' && grouping.unit !== time.unit)
    told.push(`By ${unitNames[grouping.unit]} there would be more groups than anyone can look at.`)
  if (time?.gapsLeftOut === true) told.push('Stretches without a record are left out.')
  if (withoutDate > 0) told.push(`${withoutDate.toLocaleString()} without a date are left out.`)
  if (withoutNumber > 0 && measure.kind !== 'count')
    told.push(`${withoutNumber.toLocaleString()} have no number in ${shownTitle(measure.path, columns)}.`)
  return told
}
