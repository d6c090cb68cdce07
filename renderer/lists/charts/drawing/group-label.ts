import type { Chart, ChartQuestion } from '../../../../shared/model/list-analysis.ts'
import { many } from '../../statistics/analysis-messages.ts'
import { groupWords, numberWords, seriesWords } from '../chart-messages.ts'

/** A group with what it measures, in one line to be read out. */
export function groupLabel(chart: Chart, question: ChartQuestion, index: number): string {
  const group = chart.groups[index]
  if (group === undefined) return ''
  const counts = question.measure.kind === 'count'
  const values = chart.series.flatMap(({ name, measured }) => {
    const { value, records } = measured[index] ?? { value: null, records: 0 }
    if (records === 0 && chart.series.length > 1) return []
    const words = counts ? many(records) : `${numberWords(value)} (${many(records)})`
    return [name.kind === 'all' ? words : `${seriesWords(name)}: ${words}`]
  })
  return `${groupWords(group, chart.time)}: ${values.length === 0 ? many(0) : values.join('; ')}`
}
