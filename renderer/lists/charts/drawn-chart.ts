import type { Chart, ChartDefinition } from '#shared/lists/list-analysis.ts'
import type { DateText } from '#shared/values/date-text.ts'
import type { ChartShape } from '../model/chart-plan.ts'

/** What a chart is laid out for; sizes in pixels. */
export interface ChartLayoutOptions {
  readonly definition: ChartDefinition
  readonly shape: ChartShape
  readonly width: number
  readonly height: number
  readonly dates: DateText
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface DrawnText {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly anchor: 'start' | 'middle' | 'end'
  readonly strong?: boolean
}

/** A group as drawn; `target` reacts to pointer and keyboard. */
export interface DrawnGroup {
  readonly index: number
  readonly target: Box
  readonly bars: readonly { readonly box: Box; readonly series: number }[]
}

/** The line of a series, interrupted where nothing was measured. */
export interface DrawnLine {
  readonly series: number
  readonly path: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** A chart's drawing, in pixels from its top left corner. */
export interface ChartLayout {
  readonly width: number
  readonly height: number
  /** Grid lines at the ticks; the one at zero is separate. */
  readonly grid: string
  readonly zero: string
  readonly texts: readonly DrawnText[]
  readonly groups: readonly DrawnGroup[]
  readonly lines: readonly DrawnLine[]
  /** Number of groups in a row, for the arrow keys. */
  readonly inRow: number
}

/** Of all texts of a chart, pixels: the smallest of the window's sizes. */
export const fontSize = 12

/** From one line of text to the next, pixels. */
export const lineHeight = 15

/** Returns what a group measures in a series; undefined if nothing that can be drawn. */
export function valueOf(chart: Chart, series: number, group: number): number | undefined {
  const value = Number(chart.series[series]?.measured[group]?.value ?? NaN)
  return Number.isFinite(value) ? value : undefined
}

/** Rounds pixels to hundredths. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}
