import type { NamedColumn } from '#shared/lists/column-names.ts'
import type { Chart, ChartDefinition, Clock, Measure } from '#shared/lists/list-analysis.ts'
import type { TimeUnit } from '#shared/lists/list.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { isolatedLine } from '#shared/values/visible-text.ts'
import { recordCount } from '../../ui/text/count.ts'
import { shownTitle } from '../model/column-layout.ts'
import { groupName } from '../model/time-messages.ts'
import { decimalText, seriesLabel } from '../model/value-messages.ts'

export const measureNames: Readonly<Record<Measure['kind'], string>> = {
  count: 'Number of records',
  sum: 'Sum',
  mean: 'Mean',
  smallest: 'Minimum',
  largest: 'Maximum',
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

/** Names what is measured, such as `Sum of amount`. @param columns what the columns are called */
export function measureLabel(measure: Measure, columns: readonly NamedColumn[]): string {
  if (measure.kind === 'count') return measureNames.count
  return `${measureNames[measure.kind]} of ${isolatedLine(shownTitle(measure.path, columns))}`
}

/**
 * Returns a chart’s title, such as `Sum of amount by day of createdAt, grouped by currency`.
 * @param columns what the columns are called
 */
export function chartTitle(
  { measure, grouping, split }: ChartDefinition,
  chart: Chart | undefined,
  columns: readonly NamedColumn[],
): string {
  const name = isolatedLine(shownTitle(grouping.path, columns))
  const by =
    grouping.kind === 'value'
      ? name
      : `${unitNames[chart?.time?.unit ?? (grouping.unit === 'automatic' ? 'day' : grouping.unit)]} of ${name}`
  return `${measureLabel(measure, columns)} by ${by}${split === undefined ? '' : `, grouped by ${isolatedLine(shownTitle(split.path, columns))}`}`
}

/** Names the clock that days and hours are taken from. */
export function timeZoneMessage(clock: Clock): string {
  return clock.kind === 'zone' ? clock.timeZone : 'dates as written'
}

/** Lists the clock of a chart’s dates and the records that it leaves out. @param columns what the columns are called */
export function remarks(
  { withoutDate, withoutNumber, time }: Chart,
  { measure, grouping }: ChartDefinition,
  columns: readonly NamedColumn[],
): string[] {
  const parts: string[] = []
  if (time !== undefined) parts.push(timeZoneMessage(time.clock))
  if (time !== undefined && grouping.kind === 'time' && grouping.unit !== 'automatic' && grouping.unit !== time.unit)
    parts.push(`too many groups by ${unitNames[grouping.unit]}`)
  if (time?.gapsLeftOut === true) parts.push('empty periods hidden')
  if (withoutDate > 0) parts.push(`${recordCount(withoutDate)} without a date not shown`)
  if (withoutNumber > 0 && measure.kind !== 'count')
    parts.push(`${recordCount(withoutNumber)} without a number in ${isolatedLine(shownTitle(measure.path, columns))}`)
  return parts
}

/** Describes a group and its values in one line, for screen readers. */
export function groupLabel(chart: Chart, definition: ChartDefinition, index: number, dates: DateText): string {
  const group = chart.groups[index]
  if (group === undefined) return ''
  const counts = definition.measure.kind === 'count'
  const values = chart.series.flatMap(({ name, measured }) => {
    const { value, records } = measured[index] ?? { value: null, records: 0 }
    if (records === 0 && chart.series.length > 1) return []
    const words = counts ? recordCount(records) : `${decimalText(value)} (${recordCount(records)})`
    return [name.kind === 'all' ? words : `${isolatedLine(seriesLabel(name))}: ${words}`]
  })
  return `${isolatedLine(groupName(group, chart.time, dates))}: ${values.length === 0 ? recordCount(0) : values.join('; ')}`
}
