/** A step of 1, 2 or 5 times a power of ten. */
export interface ReadableStep {
  readonly factor: 1 | 2 | 5
  readonly power: number
}

/** The smallest readable step that covers `range` in at most `most` steps. @param range positive and finite */
export function readableStep(range: number, most: number): ReadableStep {
  const least = range / most
  const power = Math.floor(Math.log10(least))
  for (const factor of [1, 2, 5] as const) if (factor * 10 ** power >= least) return { factor, power }
  return { factor: 1, power: power + 1 }
}

/** The smallest readable step, a whole number, that covers `range` in at most `most` steps. Both are positive. */
export function readableMultiple(range: bigint, most: bigint): ReadableStep {
  const least = (range + most - 1n) / most
  for (let power = String(least).length - 1; ; power += 1)
    for (const factor of [1, 2, 5] as const)
      if (BigInt(factor) * 10n ** BigInt(power) >= least) return { factor, power }
}
