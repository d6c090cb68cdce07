import type { Chart } from '#shared/lists/list-analysis.ts'
import type { MeasureText } from '../../ui/drawing/text-width.ts'
import type { ChartLayout, ChartLayoutOptions } from './drawn-chart.ts'
import { layOutTime } from './time-layout.ts'
import { layOutValues } from './value-layout.ts'

/** Lays out a chart for a size. Charts by value are higher if their rows need it. */
export function layOutChart(chart: Chart, options: ChartLayoutOptions, measure: MeasureText): ChartLayout {
  switch (options.definition.grouping.kind) {
    case 'time':
      return layOutTime(chart, options, measure)
    case 'value':
      return layOutValues(chart, options, measure)
  }
}
