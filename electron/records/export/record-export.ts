import { openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ChosenRecords, ExportOptions, ExportResult } from '#shared/lists/export.ts'
import type { Column } from '#shared/lists/list.ts'
import type { JobControl } from '../../concurrency.ts'
import { removeLeftTemporaries, temporaryBeside } from '../../files/atomic-file.ts'
import { diskFailure } from '../../files/disk-failure.ts'
import { fileBehindLink } from '../../files/file-behind-link.ts'
import { chosenPositions } from '../storage/chosen-positions.ts'
import type { StoredRecords } from '../storage/record-scan.ts'
import { csvWriter } from './csv-writer.ts'
import { exportColumns, type ExportColumns } from './export-columns.ts'
import { type ByteSink, type RecordWriter, FileOutput } from './file-output.ts'
import { jsonWriter, ndjsonWriter } from './json-writers.ts'
import { ParquetFitting, parquetWriter } from './parquet-writer.ts'
import { xlsxWriter } from './xlsx-writer.ts'

/** What to export, how, and where. */
export interface ExportJob extends JobControl {
  readonly records: StoredRecords
  readonly chosen: ChosenRecords
  readonly options: ExportOptions
  readonly path: string
}

/** Records between two progress reports. */
const progressInterval = 2000

/** Maximum number of attempts: a file is written again if its records were replaced meanwhile. */
const maxAttempts = 5

/** The records that existed when the export started, and their fields. */
interface SavedRecords {
  readonly positions: Uint32Array
  readonly known: readonly Column[]
  readonly columns: ExportColumns
}

/**
 * Exports the records that exist now, without those that arrive meanwhile. Writes to a file next to the requested one,
 * which gets its name once it is complete and on disk.
 * @throws `disk-full`, `disk-failed`, `cancelled`; an existing file of that name is then unchanged
 */
export async function exportRecords(job: ExportJob): Promise<ExportResult> {
  for (let beginnings = 1; ; beginnings += 1) {
    const { replacements } = job.records
    try {
      return await exportOnce(job)
    } catch (error) {
      job.signal.throwIfAborted()
      // Some of the records were replaced; the columns may differ, too.
      if (job.records.replacements === replacements || beginnings === maxAttempts) throw error
    }
  }
}

/** @throws `disk-failed` */
async function realPathOf(path: string): Promise<string> {
  try {
    return await fileBehindLink(path)
  } catch (error) {
    throw diskFailure(error, path, 'saved')
  }
}

async function exportOnce(job: ExportJob): Promise<ExportResult> {
  const { records, chosen, options, path, signal } = job
  const { replacements } = records
  const known = 'nested' in options ? records.columns() : []
  const columns =
    'nested' in options
      ? exportColumns(known, records.columnsCut, options)
      : { paths: [], names: [], furtherMembers: false }
  // Columns and positions are of the same moment: no page arrives until this first waits.
  const positions = await chosenPositions(records, chosen, signal)
  const realPath = await realPathOf(path)
  await removeLeftTemporaries(dirname(realPath))
  const file = new ExportFile(realPath)
  try {
    const { written, absentColumns, notes } = await writeAll(job, { positions, known, columns }, file)
    if (records.replacements !== replacements) throw new Error('Records were replaced while they were saved.')
    file.finish()
    return {
      records: written,
      furtherMembers: columns.furtherMembers,
      absentColumns,
      fittedColumns: [],
      textColumns: [],
      sheets: 1,
      ...notes,
    }
  } catch (error) {
    file.discard()
    throw error
  }
}

async function writeAll(
  job: ExportJob,
  saved: SavedRecords,
  sink: ByteSink,
): Promise<{
  readonly written: number
  readonly absentColumns: string[]
  readonly notes?: ReturnType<NonNullable<RecordWriter['notes']>> | undefined
}> {
  const { records, signal, onProgress, options, chosen } = job
  const { positions } = saved
  const total = positions.length
  if (options.format === 'ndjson' && chosen.kind === 'first') {
    await records.writeLines(total, sink, job)
    return { written: total, absentColumns: [] }
  }
  // Parquet reads the records twice: first to find out the types of its columns.
  const passes = options.format === 'parquet' ? 2 : 1
  let done = 0
  const tell = (): void => {
    done += 1
    if (done % progressInterval === 0) onProgress(Math.min(total, Math.round(done / passes)), total)
  }
  const writer = await writerFor(job, saved, sink, tell)
  let written = 0
  const columns = writer.paths.map((path) => (isChosen(options, path) ? path : undefined))
  /** Indexes of columns that no record had so far. */
  let absent = [...columns.keys()].filter((index) => columns[index] !== undefined)
  await records.read(
    positions,
    writer.paths,
    (position, bytes, spans) => {
      writer.record(bytes, spans, position)
      written += 1
      if (absent.length > 0) absent = absent.filter((column) => spans[column] === undefined)
      tell()
    },
    signal,
  )
  writer.end()
  return { written, absentColumns: absent.flatMap((column) => columns[column] ?? []), notes: writer.notes?.() }
}

/** Whether a column was chosen, or given a type: those that were found in the data are there. */
function isChosen(options: ExportOptions, path: string): boolean {
  if (!('nested' in options)) return false
  const types = options.format === 'parquet' ? options.types : undefined
  return options.columns !== undefined || types?.some((each) => each.path === path) === true
}

async function writerFor(
  { records, options, signal }: ExportJob,
  { positions, known, columns }: SavedRecords,
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
    case 'xlsx':
      return xlsxWriter(sink, columns, known)
    case 'parquet': {
      const fitting = new ParquetFitting(known, columns, (path) => records.hasNumbers(path), options.types)
      if (fitting.paths.length > 0)
        await records.read(
          positions,
          fitting.paths,
          (position, bytes, spans) => {
            fitting.add(position, bytes, spans)
            tell()
          },
          signal,
        )
      return parquetWriter(sink, columns, fitting)
    }
  }
}

/**
 * A file that gets its name only once it is complete and on disk; until then it is next to it under another name,
 * private to its owner. If that fails, an existing file of that name is unchanged.
 */
export class ExportFile extends FileOutput {
  readonly #path: string
  readonly #temporary: string

  constructor(path: string) {
    const temporary = temporaryBeside(path)
    super(path, () => openSync(temporary, 'wx', 0o600))
    this.#path = path
    this.#temporary = temporary
  }

  /** Gives the whole file its name. */
  override finish(): number {
    const size = super.finish()
    this.onDisk(() => renameSync(this.#temporary, this.#path))
    return size
  }

  /** Removes what was written. */
  discard(): void {
    this.close()
    try {
      rmSync(this.#temporary, { force: true })
    } catch {
      // Nothing can be done about it, and what led here is the error that counts.
    }
  }
}
