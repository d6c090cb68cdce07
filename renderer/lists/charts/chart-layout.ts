import type { Chart, ChartDefinition } from '#shared/lists/list-analysis.ts'
import type { DateText } from '#shared/values/date-text.ts'
import type { MeasureText } from '../../ui/drawing/text-width.ts'
import type { ChartShape } from '../model/chart-plan.ts'
import type { ChartLayout } from './drawn-chart.ts'
import { layOutTime } from './time-layout.ts'
import { layOutValues } from './value-layout.ts'

/** Lays out a chart for a size. Charts by value are higher if their rows need it. */
export function layOutChart(
  chart: Chart,
  { definition, shape, width, height, dates }: ChartLayoutOptions,
  measure: MeasureText,
): ChartLayout {
  switch (definition.grouping.kind) {
    case 'time':
      return layOutTime(chart, definition, shape, width, height, measure, dates)
    case 'value':
      return layOutValues(chart, definition, width, height, measure, dates)
  }
}

export interface ChartLayoutOptions {
  readonly definition: ChartDefinition
  readonly shape: ChartShape
  readonly width: number
  readonly height: number
  readonly dates: DateText
}
