import type { StoredRecords } from '../storage/record-scan.ts'

/** Fewer records may have the same value by chance. */
const minRecords = 20

/** Maximum number of columns that are looked at, the first ones. */
const maxColumns = 500

/** The records of the first part, which most columns do not outlast, and of any later one. */
const firstPart = 200
const laterPart = 50_000

/**
 * Finds the columns that have the same value in every record, byte for byte; none of few records.
 * @throws `cancelled` once `signal` is aborted
 */
export async function constantColumns(stored: StoredRecords, signal: AbortSignal): Promise<string[]> {
  const { records } = stored
  if (records < minRecords) return []
  const values = new Map<string, Uint8Array | undefined>()
  for (const { path, filled } of stored.columns().slice(0, maxColumns))
    if (filled === records) values.set(path, undefined)
  for (let from = 0; from < records && values.size > 0;) {
    const until = Math.min(records, from + (from === 0 ? firstPart : laterPart))
    const positions = Uint32Array.from({ length: until - from }, (_, index) => from + index)
    const paths = [...values.keys()]
    await stored.read(
      positions,
      paths,
      (_, bytes, spans) => {
        for (const [index, path] of paths.entries()) {
          if (!values.has(path)) continue
          const span = spans[index]
          const value = bytes.subarray(span?.start, span?.end)
          const first = values.get(path)
          if (span === undefined || (first !== undefined && !isSame(first, value))) values.delete(path)
          // A copy: the bytes are valid during the visit only.
          else if (first === undefined) values.set(path, value.slice())
        }
      },
      signal,
    )
    from = until
  }
  return [...values.keys()]
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
