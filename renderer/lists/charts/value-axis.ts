import { range, tickStep } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { round } from './drawn-chart.ts'

export interface ValueAxis {
  readonly ticks: readonly number[]
  readonly min: number
  readonly max: number
}

/**
 * Returns an axis with zero, all values and readable ticks.
 * @param most maximum number of steps that cover the values
 * @param minStep smallest step: 1 for counts
 */
export function valueAxis(values: readonly number[], most: number, minStep = 0): ValueAxis {
  const least = values.reduce((one, other) => Math.min(one, other), 0)
  const largest = values.reduce((one, other) => Math.max(one, other), 0)
  const extent = largest - least
  // Near the limits of doubles there are no readable steps.
  if (extent < 1e-300 || !Number.isFinite(extent)) return { ticks: [0, 1], min: 0, max: 1 }
  // d3 may take half as many steps again as it is asked for.
  let asked = most
  while (tickStep(least, largest, asked) * most < extent) asked -= 1
  const step = Math.max(minStep, tickStep(least, largest, asked))
  const ticks = range(Math.floor(least / step), Math.ceil(largest / step) + 1).map((index) =>
    Number((index * step).toPrecision(12)),
  )
  return { ticks, min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1 }
}

/** Returns a function from values to pixels. @param pixels of the start and the end of the axis */
export function scaleOf({ min, max }: ValueAxis, pixels: readonly [number, number]): (value: number) => number {
  const scale = scaleLinear().domain([min, max]).range(pixels)
  return (value) => round(scale(value))
}

/** Returns the paths of the grid lines and of the line at zero. @param path draws the line at a value */
export function gridOf(
  axis: ValueAxis,
  path: (value: number) => string,
): { readonly grid: string; readonly zero: string } {
  return {
    grid: axis.ticks
      .filter((tick) => tick !== 0)
      .map(path)
      .join(''),
    zero: path(0),
  }
}
