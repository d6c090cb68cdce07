import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExportFormat, ListView } from '../../../shared/model/list.ts'
import { diskFailure, systemErrorCode } from '../../files/disk-failure.ts'
import type { RecordDatabase } from '../record-database.ts'
import { CsvWriter } from './csv.ts'

/** Records that are written at once; in between, whoever asks for rows gets them. */
const batchSize = 2000

/**
 * Saves the records of a view. They go into a file beside the wanted one, which takes its name only when it is whole
 * and on the disk.
 * @param signal ends it; what was written is then removed, and the signal's reason thrown
 * @returns how many records were written
 * @throws `disk-full`, `disk-failed`; a file of that name is then as it was
 */
export async function exportRecords(
  database: RecordDatabase,
  view: ListView,
  format: ExportFormat,
  path: string,
  signal: AbortSignal,
): Promise<number> {
  const temporary = join(dirname(path), `.${randomBytes(6).toString('hex')}.clavis.tmp`)
  try {
    const file = await open(temporary, 'wx', 0o600)
    let records: number
    try {
      records = await writeRecords(database, view, format, file, signal)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
    return records
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw isOfDisk(error) ? diskFailure(error, path, 'saved') : error
  }
}

async function writeRecords(
  database: RecordDatabase,
  view: ListView,
  format: ExportFormat,
  file: FileHandle,
  signal: AbortSignal,
): Promise<number> {
  const writer = writerFor(format, database)
  await file.appendFile(writer.start)
  let written = 0
  for await (const batch of database.batches(view, batchSize, signal)) {
    const parts = batch.map((record, index) => writer.record(record, written + index))
    await file.appendFile(Buffer.concat(parts))
    written += batch.length
    await nextTurn()
    signal.throwIfAborted()
  }
  await file.appendFile(writer.end)
  return written
}

/** Whether the system refused a file operation: its codes are like `ENOSPC`. */
function isOfDisk(error: unknown): boolean {
  return /^E[A-Z0-9]+$/u.test(systemErrorCode(error) ?? '')
}

interface RecordWriter {
  readonly start: string
  readonly record: (bytes: Uint8Array, index: number) => Uint8Array
  readonly end: string
}

function writerFor(format: ExportFormat, database: RecordDatabase): RecordWriter {
  switch (format) {
    case 'ndjson':
      // A line break between tokens would end the line early; inside strings JSON has none.
      return { start: '', record: (bytes) => Buffer.concat([onOneLine(bytes), lineFeed]), end: '' }
    case 'json':
      return {
        start: '[',
        record: (bytes, index) => Buffer.concat([index === 0 ? lineFeed : commaLineFeed, bytes]),
        end: '\n]\n',
      }
    case 'csv': {
      const csv = new CsvWriter(database.columns().map(({ path }) => path))
      return { start: csv.header(), record: (bytes) => Buffer.from(csv.row(bytes)), end: '' }
    }
  }
}

const lineFeed = Buffer.from('\n')
const commaLineFeed = Buffer.from(',\n')

/** The record's bytes; where it was sent over several lines, the breaks between tokens become blanks. */
function onOneLine(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(0x0a) && !bytes.includes(0x0d)) return bytes
  return bytes.map((value) => (value === 0x0a || value === 0x0d ? 0x20 : value))
}
