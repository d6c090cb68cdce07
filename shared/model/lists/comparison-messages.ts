import type { ComparedCompleteness, ComparisonCounts } from './comparison.ts'

/** Counts equal records that occur more than once in a list; undefined if there are none. */
export function repeatedMessage({ repeatedBefore, repeatedAfter }: ComparisonCounts): string | undefined {
  if (repeatedBefore + repeatedAfter === 0) return undefined
  return `Repeated records, counted once: ${repeatedBefore.toLocaleString()} in the first list, ${repeatedAfter.toLocaleString()} in the second.`
}

/** Explains what incomplete lists mean for a comparison; undefined if neither is known to have been incomplete. */
export function incompleteMessage({ before, after }: ComparedCompleteness): string | undefined {
  if (before === false && after === false)
    return 'Both lists were incomplete: records that only one of them had loaded count as added or removed.'
  if (before === false) return 'The first list was incomplete: records it had not loaded count as added.'
  if (after === false) return 'The second list was incomplete: records it had not loaded count as removed.'
  return undefined
}
