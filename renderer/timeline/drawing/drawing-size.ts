import { scaleLinear } from 'd3-scale'
import type { TimeRange } from './time-range.ts'

// Every drawing (window, paper, file) has these heights, in pixels.
export const axisHeight = 44
export const laneHeight = 28
export const barHeight = 18
export const noteHeight = 18
export const rowPadding = 5
/** Size of the words on bars and beside gaps. */
export const fontSize = 11
/** How wide a bar is at least. */
const shortestBar = 4

/** How a drawing turns time into pixels. */
export interface Scale {
  readonly range: TimeRange
  readonly width: number
  /** Where a moment lies, in pixels from the drawing's left. */
  readonly x: (at: number) => number
}

/** Spreads a range of time over a drawing's width, in pixels. */
export function timeScale(range: TimeRange, width: number): Scale {
  const scale = scaleLinear().domain([range.from, range.to]).range([0, width])
  return { range, width, x: (at) => Math.round(scale(at) * 100) / 100 }
}

/** How long the shortest bar is, in milliseconds. */
export function shortestOf({ range, width }: Scale): number {
  return (shortestBar / width) * (range.to - range.from)
}
