import type { ChosenRecords } from '#shared/lists/export.ts'
import type { StoredRecords } from './record-scan.ts'

/** Returns the positions of the chosen records of those that exist now, in order. @throws `cancelled` */
export async function chosenPositions(
  records: StoredRecords,
  chosen: ChosenRecords,
  signal: AbortSignal,
): Promise<Uint32Array> {
  switch (chosen.kind) {
    case 'query':
      return records.positions(chosen.query, signal)
    case 'selected': {
      const existing = chosen.positions.filter((position) => position < records.records)
      return inOrder(await records.positions(chosen.query, signal), existing)
    }
    case 'first':
      return Uint32Array.from({ length: Math.min(chosen.count, records.records) }, (_, position) => position)
  }
}

/** Returns the chosen positions in a query's order; those not in the query come last, in the order of their records. */
function inOrder(ofView: Uint32Array, chosen: readonly number[]): Uint32Array {
  const left = new Set(chosen.toSorted((one, other) => one - other))
  const ordered: number[] = []
  for (const position of ofView) {
    if (left.size === 0) break
    if (left.delete(position)) ordered.push(position)
  }
  return Uint32Array.from([...ordered, ...left])
}
