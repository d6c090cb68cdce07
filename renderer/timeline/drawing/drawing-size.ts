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
export const shortestBar = 4

/** How a drawing turns time into pixels. */
export interface Scale {
  readonly range: TimeRange
  readonly width: number
}

/** Where a moment lies, in pixels from the drawing's left. */
export function xOf({ range, width }: Scale, at: number): number {
  return Math.round(((at - range.from) / (range.to - range.from)) * width * 100) / 100
}

/** How long a number of pixels is, in milliseconds. */
export function durationOf({ range, width }: Scale, pixels: number): number {
  return (pixels / width) * (range.to - range.from)
}
