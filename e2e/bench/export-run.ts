import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RecordStore } from '../../electron/records/record-store.ts'
import { defaultCsvOptions, type ExportOptions } from '../../shared/model/export.ts'
import { benchPage, recordsOfPage } from './bench-records.ts'
import { watchProcess, type Strain } from './process-watch.ts'
import { builtWorker } from './built-worker.ts'

/** What saving a list took. */
export interface MeasuredExport extends Strain {
  readonly format: ExportOptions['format']
  readonly seconds: number
  /** Size of the file, MiB. */
  readonly size: number
}

const formats: readonly ExportOptions[] = [
  { format: 'ndjson' },
  { format: 'csv', ...defaultCsvOptions },
  { format: 'parquet', nested: 'columns' },
]

/** Fills a record store and saves it in every format. */
export async function measureExports(records: number): Promise<MeasuredExport[]> {
  const folder = await mkdtemp(join(tmpdir(), 'clavis-bench-'))
  const file = join(folder, 'records.sqlite')
  const workerUrl = builtWorker
  const store = new RecordStore(workerUrl, {
    file,
    list: 'reports',
    chosenMember: undefined,
    language: 'en',
  })
  try {
    for (let page = 0; page * recordsOfPage < records; page += 1) await store.addPage([benchPage(page)], false)
    const measured: MeasuredExport[] = []
    for (const options of formats) measured.push(await measureExport(store, options, join(folder, 'saved'), records))
    return measured
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureExport(
  store: RecordStore,
  options: ExportOptions,
  path: string,
  expected: number,
): Promise<MeasuredExport> {
  const watch = await watchProcess()
  const began = performance.now()
  const { records } = await store.exportTo(
    { kind: 'view', view: { search: [], filters: [], sort: [] } },
    options,
    path,
    {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    },
  )
  const seconds = (performance.now() - began) / 1000
  const strain = await watch.end()
  if (records !== expected) throw new Error(`${records} records were saved where ${expected} were expected.`)
  const { size } = await stat(path)
  return { format: options.format, seconds, size: size / 2 ** 20, ...strain }
}
