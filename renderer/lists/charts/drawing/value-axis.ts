/** Where values lie along an axis. */
export interface ValueAxis {
  readonly ticks: readonly number[]
  readonly min: number
  readonly max: number
}

/** An axis that holds zero and all values, with readable ticks. @param most how many steps it has about */
export function valueAxis(values: readonly number[], most: number): ValueAxis {
  const least = values.reduce((one, other) => Math.min(one, other), 0)
  const largest = values.reduce((one, other) => Math.max(one, other), 0)
  const range = largest - least
  // Doubles near the ends of what they can hold have no readable parts.
  if (range < 1e-300 || !Number.isFinite(range)) return { ticks: [0, 1], min: 0, max: 1 }
  const power = 10 ** Math.floor(Math.log10(range / most))
  const step = ([1, 2, 5].find((factor) => factor * power >= range / most) ?? 10) * power
  const [first, last] = [Math.floor(least / step), Math.ceil(largest / step)]
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
  return { ticks, min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1 }
}
