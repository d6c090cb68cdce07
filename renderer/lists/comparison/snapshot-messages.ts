import type { DatasetSummary } from '#shared/lists/list.ts'
import type { Snapshot } from '#shared/lists/snapshot.ts'
import { recordCount } from '../../ui/text/count.ts'
import { sizeWords } from '../../ui/text/size-words.ts'

/** Lists a snapshot’s number of records, whether it is complete, and its size on disk. */
export function snapshotFacts({ records, complete, size: bytes }: Snapshot): readonly string[] {
  return [`${recordCount(records)}${complete ? '' : ', incomplete'}`, sizeWords(bytes)]
}

/** Says which records a snapshot will have. */
export function saveScopeMessage({ state, records }: DatasetSummary): string {
  return state.kind === 'complete'
    ? `All ${recordCount(records)}.`
    : `${recordCount(records)} so far. Records loaded later are included.`
}

export function savedMessage(name: string, { state }: DatasetSummary): string {
  const rest = state.kind === 'complete' ? '' : ' You can load the rest later.'
  return `Saved as “${name}”.${rest}`
}
