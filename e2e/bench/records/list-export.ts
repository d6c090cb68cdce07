import type { RecordStore } from '../../../electron/records/record-store.ts'
import { defaultCsvOptions, type ExportOptions } from '../../../shared/lists/export.ts'
import { watchProcess, type Strain } from '../process-watch.ts'

const formats: readonly ExportOptions[] = [
  { format: 'csv', ...defaultCsvOptions },
  { format: 'parquet', nested: 'columns' },
  { format: 'ndjson' },
]

/** Exports all records in every format, NDJSON last, and returns how much each export strained the main process. */
export async function measureExports(store: RecordStore, path: string, expected: number): Promise<Strain[]> {
  const strain: Strain[] = []
  for (const options of formats) {
    const watch = await watchProcess()
    const { records } = await store.exportTo(
      { kind: 'query', query: { search: [], filters: [], sort: [] } },
      options,
      path,
      { signal: new AbortController().signal, onProgress: () => undefined },
    )
    strain.push(await watch.end())
    if (records !== expected) throw new Error(`${records} records were exported, but ${expected} were expected.`)
  }
  return strain
}
