import type { ComparedCompleteness } from './comparison.ts'

/** What to know of differences where a reading was not read to its end when it was compared; undefined where none is
 * known to be so. It may have been read on since. */
export function incompleteWords({ before, after }: ComparedCompleteness): string | undefined {
  if (before === false && after === false)
    return 'Neither reading was complete when they were compared: records that only one of them had loaded count as added or gone.'
  if (before === false)
    return 'The reading before was not complete when it was compared: records that it had not loaded count as added.'
  if (after === false)
    return 'The reading after was not complete when it was compared: records that it had not loaded count as gone.'
  return undefined
}
