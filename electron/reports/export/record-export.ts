import type { ExportOptions, ExportResult } from '../../../shared/model/export.ts'
import type { JobControl } from '../job-control.ts'
import type { VisitRecord } from '../record-scan.ts'
import { csvWriter } from './csv-writer.ts'
import { exportColumns, type ExportColumns } from './export-columns.ts'
import { ExportFile } from './export-file.ts'
import { jsonWriter, ndjsonWriter } from './json-writers.ts'
import { ColumnOutgrown, ParquetFitting, parquetWriter } from './parquet-writer.ts'
import type { RecordSource, StoredRecords } from './record-source.ts'
import type { ByteSink, RecordWriter } from './record-writer.ts'

/** What is to be saved, how, and where. */
export interface ExportJob extends JobControl {
  readonly records: StoredRecords
  readonly source: RecordSource
  readonly options: ExportOptions
  readonly path: string
}

/** Records between two tellings of progress. */
const toldEvery = 2000

/** How often a file is begun anew because records that came meanwhile do not fit its columns. */
const mostBeginnings = 5

/**
 * Saves records. They go into a file beside the wanted one, which takes its name only when it is whole and on the disk.
 * @throws `disk-full`, `disk-failed`, `list-cancelled`; a file of that name is then as it was
 */
export async function exportRecords(job: ExportJob): Promise<ExportResult> {
  for (let beginnings = 1; ; beginnings += 1)
    try {
      return await exportOnce(job)
    } catch (error) {
      if (!(error instanceof ColumnOutgrown) || beginnings === mostBeginnings) throw error
    }
}

async function exportOnce(job: ExportJob): Promise<ExportResult> {
  const { records, options, path } = job
  const isTable = options.format === 'csv' || options.format === 'parquet'
  const columns = isTable ? exportColumns(records, options.nested) : { paths: [], furtherMembers: false }
  const file = new ExportFile(path)
  try {
    const written = await writeAll(job, columns, file)
    file.finish()
    return { records: written, furtherMembers: columns.furtherMembers }
  } catch (error) {
    file.discard()
    throw error
  }
}

async function writeAll(job: ExportJob, columns: ExportColumns, sink: ByteSink): Promise<number> {
  const { source, signal, onProgress, options } = job
  // Parquet's records are read twice: first to learn what its columns must hold.
  const passes = options.format === 'parquet' ? 2 : 1
  let done = 0
  const tell = (): void => {
    done += 1
    if (done % toldEvery === 0) onProgress(Math.min(source.total, Math.round(done / passes)), source.total)
  }
  const writer = await writerFor(job, columns, sink, tell)
  writer.begin()
  let written = 0
  await source.read(
    writer.paths,
    (_position, bytes, spans) => {
      writer.record(bytes, spans)
      written += 1
      tell()
    },
    signal,
  )
  writer.end()
  return written
}

async function writerFor(
  { records, source, options, signal }: ExportJob,
  columns: ExportColumns,
  sink: ByteSink,
  tell: () => void,
): Promise<RecordWriter> {
  switch (options.format) {
    case 'ndjson':
      return ndjsonWriter(sink)
    case 'json':
      return jsonWriter(sink)
    case 'csv':
      return csvWriter(sink, columns, options)
    case 'parquet': {
      const known = records.columns()
      const fitting = new ParquetFitting(known, columns)
      const learn: VisitRecord = (_position, bytes, spans) => {
        fitting.add(bytes, spans)
        tell()
      }
      if (fitting.paths.length > 0) await source.read(fitting.paths, learn, signal)
      return parquetWriter(sink, known, columns, fitting)
    }
  }
}
