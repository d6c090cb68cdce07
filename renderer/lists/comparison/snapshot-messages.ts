import type { DatasetSummary } from '#shared/lists/list.ts'
import type { Snapshot } from '#shared/lists/snapshot.ts'
import { recordCount } from '../../ui/text/count.ts'

const size = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** Lists a snapshot’s number of records, whether it is complete, and its size on disk. */
export function snapshotFacts({ records, complete, size: bytes }: Snapshot): readonly string[] {
  const mebibytes = bytes / 2 ** 20
  const onDisk = mebibytes < 0.1 ? `${size.format(bytes / 1024)} KiB` : `${size.format(mebibytes)} MiB`
  return [`${recordCount(records)}${complete ? '' : ', incomplete'}`, onDisk]
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
