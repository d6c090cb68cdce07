import { scaleLinear } from 'd3-scale'
import type { MeasureText } from '../../ui/drawing/text-width.ts'
import type { TimeRange } from './time-range.ts'
import { ticksOf, type Ticks } from './time-ticks.ts'
import type { TimelinePalette } from './timeline-palette.ts'

/** How wide a bar is at least, in pixels. */
const shortestBar = 4

/** What all parts of one drawing are drawn by. */
export interface Plot {
  readonly range: TimeRange
  /** Pixels. */
  readonly width: number
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly palette: TimelinePalette
  readonly measure: MeasureText
  readonly ticks: Ticks
  /** Where a moment lies, in pixels from the left. */
  readonly x: (at: number) => number
  /** How long the shortest bar is, in milliseconds. */
  readonly shortest: number
}

/** Spreads a range of time over a drawing's width. */
export function plotOf(given: Pick<Plot, 'range' | 'width' | 'now' | 'palette' | 'measure'>): Plot {
  const { range, width } = given
  const scale = scaleLinear().domain([range.from, range.to]).range([0, width])
  return {
    ...given,
    ticks: ticksOf(range, width),
    x: (at) => Math.round(scale(at) * 100) / 100,
    shortest: scale.invert(shortestBar) - range.from,
  }
}
