import type { RunSummary } from '../../../shared/model/lists/list.ts'
import type { Snapshot } from '../../../shared/model/lists/snapshot.ts'
import { recordCount } from '../../ui/text/count.ts'

const size = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** How large a snapshot is, and whether it is whole: facts that stand beside each other. */
export function snapshotFacts({ records, complete, size: bytes }: Snapshot): readonly string[] {
  const mebibytes = bytes / 2 ** 20
  const onDisk = mebibytes < 0.1 ? `${size.format(bytes / 1024)} KiB` : `${size.format(mebibytes)} MiB`
  return [`${recordCount(records)}${complete ? '' : ', more exist'}`, onDisk]
}

/** What of a reading is kept. */
export function saveScopeMessage({ state, records }: RunSummary): string {
  return state.kind === 'complete'
    ? `The whole list: ${recordCount(records)}.`
    : `${recordCount(records)} so far; what is loaded later is kept, too.`
}

/** What becomes of a reading that is kept. */
export function savedMessage(name: string, { state }: RunSummary): string {
  const goesOn = state.kind === 'complete' ? '' : ', and goes on from its last page'
  return `This reading is kept as “${name}”. It stays when Clavis ends${goesOn}.`
}
