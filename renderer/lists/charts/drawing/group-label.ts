import type { Chart, ChartDefinition } from '../../../../shared/model/lists/list-analysis.ts'
import type { DateText } from '../../../../shared/model/values/date-text.ts'
import { recordCount } from '../../../ui/text/count.ts'
import { groupName, seriesLabel } from './messages.ts'
import { decimalText } from '../../model/value-messages.ts'

/** Describes a group and its values in one line, for screen readers. */
export function groupLabel(chart: Chart, definition: ChartDefinition, index: number, dates: DateText): string {
  const group = chart.groups[index]
  if (group === undefined) return ''
  const counts = definition.measure.kind === 'count'
  const values = chart.series.flatMap(({ name, measured }) => {
    const { value, records } = measured[index] ?? { value: null, records: 0 }
    if (records === 0 && chart.series.length > 1) return []
    const words = counts ? recordCount(records) : `${decimalText(value)} (${recordCount(records)})`
    return [name.kind === 'all' ? words : `${seriesLabel(name)}: ${words}`]
  })
  return `${groupName(group, chart.time, dates)}: ${values.length === 0 ? recordCount(0) : values.join('; ')}`
}
