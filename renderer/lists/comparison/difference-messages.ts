import type { ComparisonCounts } from '../../../shared/model/lists/comparison.ts'

/** What became of the records, in one line. */
export function comparisonMessage({ added, gone, changed, same }: ComparisonCounts): string {
  if (added + gone + changed === 0)
    return same === 0
      ? 'Both readings are empty.'
      : same === 1
        ? 'No differences: the one record is the same.'
        : `No differences: all ${same.toLocaleString()} records are the same.`
  return `${added.toLocaleString()} added, ${gone.toLocaleString()} gone, ${changed.toLocaleString()} changed; ${same.toLocaleString()} are the same.`
}

/** What could not be compared; undefined where everything could. */
export function notComparedMessage(counts: ComparisonCounts, idPath: string): string | undefined {
  const { withoutIdBefore, withoutIdAfter } = counts
  if (withoutIdBefore + withoutIdAfter === 0) return undefined
  return `Not compared, because they have no “${idPath}”: ${withoutIdBefore.toLocaleString()} before, ${withoutIdAfter.toLocaleString()} after.`
}
