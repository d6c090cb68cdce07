/** Answers the middle one of some values. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** Answers the smallest value that so large a part of all values does not exceed. @param part from 0 to 1 */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN
}
