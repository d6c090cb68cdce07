/** Of so many columns all are asked for, wherever the table is scrolled across. */
const few = 40

/** How many columns on either side of one in sight are asked for with it. */
const beside = 20

/**
 * The columns of which rows are asked for: those in sight and near them. A row of all of a list's hundreds would take
 * longer to come than to draw.
 * @param drawn all that the table draws, in its order
 * @param inSight those that were in sight when it was decided; none where that is not known yet
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
