import type { Snapshot } from '../../shared/model/snapshot.ts'

const size = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** How large a snapshot is, and whether it is whole. */
export function snapshotWords({ records, complete, size: bytes }: Snapshot): string {
  const mebibytes = bytes / 2 ** 20
  const onDisk = mebibytes < 0.1 ? `${size.format(bytes / 1024)} KiB` : `${size.format(mebibytes)} MiB`
  return `${records.toLocaleString()} ${records === 1 ? 'record' : 'records'}${complete ? '' : ', more exist'} · ${onDisk}`
}
