import type { ComparisonCounts } from '#shared/lists/comparison.ts'

/** Summarizes the differences: `0 added · 1,000 removed · 0 changed · 49,000 unchanged`. */
export function comparisonMessage({ added, gone, changed, same }: ComparisonCounts): string {
  const [plus, minus, modified, unchanged] = [added, gone, changed, same].map((number) => number.toLocaleString())
  if (added + gone + changed > 0)
    return `${plus} added · ${minus} removed · ${modified} changed · ${unchanged} unchanged`
  return same === 0 ? 'Both lists are empty' : `No differences · ${unchanged} unchanged`
}

/** Counts the records that could not be compared; undefined if there are none. */
export function notComparedMessage(counts: ComparisonCounts, idPath: string): string | undefined {
  const { withoutIdBefore, withoutIdAfter } = counts
  if (withoutIdBefore + withoutIdAfter === 0) return undefined
  return `Not compared (no “${idPath}”): ${withoutIdBefore.toLocaleString()} in the first list, ${withoutIdAfter.toLocaleString()} in the second.`
}
