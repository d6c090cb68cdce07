import { constants } from 'node:fs'
import { openPlainFileSync } from '../../files/plain-file.ts'
import type { StoredRecords } from '../storage/record-scan.ts'
import { FileOutput } from './file-output.ts'
import { ndjsonWriter } from './json-writers.ts'

const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT

/**
 * Appends records to a file, one per line, and waits until they are on disk.
 * @param from position of the first one
 * @param until position after the last one
 * @returns the file's size, bytes
 * @throws `disk-full`, `disk-failed`; the file may then end in the middle of a record
 */
export function appendRecords(
  records: Pick<StoredRecords, 'bytes'>,
  path: string,
  from: number,
  until: number,
): number {
  const file = new FileOutput(path, () => openPlainFileSync(path, appending, 0o600))
  try {
    const writer = ndjsonWriter(file)
    for (let position = from; position < until; position += 1) {
      const bytes = records.bytes(position)
      if (bytes !== undefined) writer.record(bytes, [])
    }
    return file.finish()
  } finally {
    file.close()
  }
}
