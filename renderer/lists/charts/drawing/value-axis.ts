import { scaleLinear } from 'd3-scale'

/** Where values lie along an axis. */
export interface ValueAxis {
  readonly ticks: readonly number[]
  readonly min: number
  readonly max: number
}

/** d3 takes up to 1.58 (the root of 2.5) times as many steps as it is asked for. */
const mostOfAsked = 1.58

/** An axis that holds zero and all values, with readable ticks. @param most how many steps it has at most, about */
export function valueAxis(values: readonly number[], most: number): ValueAxis {
  const least = values.reduce((one, other) => Math.min(one, other), 0)
  const largest = values.reduce((one, other) => Math.max(one, other), 0)
  const range = largest - least
  // Doubles near the ends of what they can hold have no readable parts.
  if (range < 1e-300 || !Number.isFinite(range)) return { ticks: [0, 1], min: 0, max: 1 }
  const ticks = scaleLinear()
    .domain([least, largest])
    .nice(most / mostOfAsked)
    .ticks(most / mostOfAsked)
  return { ticks, min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1 }
}
