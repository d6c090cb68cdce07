import type { NamedColumn } from '../../../../shared/model/lists/column-names.ts'
import type {
  Chart,
  ChartGroup,
  ChartQuestion,
  Clock,
  Measure,
  SeriesName,
  TimeUnit,
} from '../../../../shared/model/lists/list-analysis.ts'
import { shownTitle } from '../../model/column-layout.ts'
import { boundTime, hourName, periodName, weekdayName, zoneOf } from '../../model/time-messages.ts'
import { valueText } from '../../model/value-messages.ts'

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

export function seriesLabel(name: SeriesName): string {
  switch (name.kind) {
    case 'all':
      return 'All'
    case 'value':
      return valueText(name.value)
    case 'others':
      return 'Others'
    case 'empty':
      return 'No value'
  }
}

/** What is measured, such as `Sum of amount`. @param columns what the columns are called */
export function measureLabel(measure: Measure, columns: readonly NamedColumn[]): string {
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
  return `${measureLabel(measure, columns)} by ${by}${split === undefined ? '' : `, split by ${shownTitle(split.path, columns)}`}`
}

/** What tells a group from the others, in full. */
export function groupName(group: ChartGroup, time: Chart['time']): string {
  switch (group.kind) {
    case 'time':
      return periodName(boundTime(group.from), time?.unit ?? 'day', zoneOf(time?.clock))
    case 'hour':
      return `${weekdayName(group.weekday, 'long')}, ${hourName(group.hour, 'long')}`
    case 'value':
    case 'others':
    case 'empty':
      return seriesLabel(group)
  }
}

/** Whose clock tells days and hours. */
export function clockMessage(clock: Clock): string {
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
  if (time !== undefined) told.push(clockMessage(time.clock))
  if (time !== undefined && grouping.kind === 'time' && grouping.unit !== 'automatic' && grouping.unit !== time.unit)
    told.push(`By ${unitNames[grouping.unit]} there would be more groups than anyone can look at.`)
  if (time?.gapsLeftOut === true) told.push('Stretches without a record are left out.')
  if (withoutDate > 0) told.push(`${withoutDate.toLocaleString()} without a date are left out.`)
  if (withoutNumber > 0 && measure.kind !== 'count')
    told.push(`${withoutNumber.toLocaleString()} have no number in ${shownTitle(measure.path, columns)}.`)
  return told
}
