export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** Returns the smallest value that is at least as large as this part of all values. @param part from 0 to 1 */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN
}
