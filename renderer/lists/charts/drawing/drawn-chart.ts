import type { Chart } from '../../../../shared/model/lists/list-analysis.ts'

/** A rectangle in pixels. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Words in a drawing. */
export interface DrawnText {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly anchor: 'start' | 'middle' | 'end'
  readonly strong?: boolean
}

/** A painted part of a group. */
export type Mark =
  | { readonly kind: 'bar'; readonly box: Box; readonly series: number }
  | { readonly kind: 'heat'; readonly box: Box; readonly step: number; readonly words: string }

/** A group as it is drawn: `target` is what the pointer and the keyboard reach. */
export interface DrawnGroup {
  readonly index: number
  readonly target: Box
  readonly marks: readonly Mark[]
}

/** A line through the groups of a series; it breaks where nothing was measured. */
export interface DrawnLine {
  readonly series: number
  readonly path: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** Everything of a chart's drawing, in pixels from its upper left corner. */
export interface ChartLayout {
  readonly width: number
  readonly height: number
  /** Lines behind the values: along the axis's ticks, the one at zero by itself. */
  readonly grid: string
  readonly zero: string
  readonly texts: readonly DrawnText[]
  readonly groups: readonly DrawnGroup[]
  readonly lines: readonly DrawnLine[]
  /** What the heat colours mean, from the least to the most. */
  readonly scale: readonly Extract<Mark, { kind: 'heat' }>[]
  /** How many groups stand in one row, for the arrow keys. */
  readonly inRow: number
}

/** Size of the words of a drawing, pixels. */
export const fontSize = 11

/** What a group's series measures; undefined if nothing, or nothing that can be drawn. */
export function valueOf(chart: Chart, series: number, group: number): number | undefined {
  const value = Number(chart.series[series]?.measured[group]?.value ?? NaN)
  return Number.isFinite(value) ? value : undefined
}

/** A length in pixels, to the hundredth. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}
