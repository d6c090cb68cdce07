import type { ColumnProfiles } from '#shared/lists/list-analysis.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { textCollator } from '../query/text-sort.ts'
import type { RecordScan } from '../storage/record-scan.ts'
import { ColumnProfiler } from './column-profiler.ts'
import { ValueReader } from './value-reader.ts'

/** Limits of all counters of one pass together, and the minimum for each. */
const allValues = 1_000_000
const allBytes = 96 * 1024 * 1024
const minValuesEach = 5000

/** Which columns are profiled; by whose clock dates are spread and in whose language text is ordered. */
export interface ProfileRequest {
  readonly paths: readonly string[]
  readonly timeZone: string
  /** BCP 47. */
  readonly language: string
}

/**
 * Computes statistics of columns over all records of a query, in one pass. The fewer columns, the more distinct values
 * are counted: a million for one column.
 * @param onRecord called for each processed record
 * @throws `cancelled` once `signal` is aborted, `input-invalid` for an unknown time zone
 */
export async function profileColumns(
  scan: RecordScan,
  query: ListQuery,
  { timeZone, language, ...request }: ProfileRequest,
  onRecord: () => void,
  signal: AbortSignal,
): Promise<ColumnProfiles> {
  const paths = [...new Set(request.paths)]
  const reader = new ValueReader()
  const limits = {
    values: Math.max(minValuesEach, Math.floor(allValues / paths.length)),
    bytes: Math.floor(allBytes / paths.length),
  }
  const collator = textCollator(language)
  const profilers = paths.map((path) => new ColumnProfiler(path, { timeZone, collator, limits, reader }))
  let records = 0
  await scan.scan(
    query,
    paths,
    (_, bytes, spans) => {
      onRecord()
      records += 1
      for (let index = 0; index < profilers.length; index += 1) profilers[index]?.add(bytes, spans[index])
    },
    signal,
  )
  return { records, profiles: profilers.map((profiler) => profiler.profile()) }
}
