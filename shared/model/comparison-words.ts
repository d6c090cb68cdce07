import type { ComparedCompleteness } from './comparison.ts'

/** What to know of differences where a reading was not read to its end; undefined where none is known to be so. */
export function incompleteWords({ before, after }: ComparedCompleteness): string | undefined {
  if (before === false && after === false)
    return 'Neither reading is complete: records that only one of them had loaded count as added or gone.'
  if (before === false) return 'The reading before is not complete: records that it had not loaded count as added.'
  if (after === false) return 'The reading after is not complete: records that it had not loaded count as gone.'
  return undefined
}
