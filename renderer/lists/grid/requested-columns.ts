import type { ArrangedColumn } from '../model/column-layout.ts'

/** Up to this number, all columns are requested. */
const few = 40

/** Number of columns on each side of the visible ones that are requested with them. */
const beside = 20

/**
 * Returns the columns to request for rows: the visible ones and their neighbors. Rows of hundreds of columns would take
 * longer to arrive than to draw.
 * @param drawn all columns in order
 * @param inSight the visible ones; empty if unknown
 */
export function requestedColumns(drawn: readonly string[], inSight: readonly string[]): string[] {
  if (drawn.length <= few) return [...drawn]
  const seen = new Set(inSight)
  const places = drawn.flatMap((path, place) => (seen.has(path) ? [place] : []))
  if (places.length === 0) return drawn.slice(0, few)
  const isNear = new Uint8Array(drawn.length)
  for (const place of places) isNear.fill(1, Math.max(0, place - beside), place + beside + 1)
  return drawn.filter((_, place) => isNear[place] === 1)
}

/** Returns the paths of the values that these columns show: in a comparison, those of both sides, and what changed. */
export function requestedPaths(columns: readonly ArrangedColumn[], requested: readonly string[]): string[] {
  const differences = new Map(columns.map(({ path, difference }) => [path, difference]))
  const paths = requested.flatMap((path) => {
    const difference = differences.get(path)
    if (difference?.kind !== 'field') return [path]
    return [path, 'change', difference.before, difference.after, difference.record].filter((each) => each !== undefined)
  })
  return [...new Set(paths)]
}
