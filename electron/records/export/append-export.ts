import { closeSync, constants, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { diskFailure, systemErrorCode } from '../../files/disk-failure.ts'
import { noFollow } from '../../files/ownership/own-file.ts'
import { ndjsonWriter } from './formats/json-writers.ts'
import type { StoredRecords } from './record-source.ts'

/** Bytes that are buffered before they are written. */
const gatheredSize = 256 * 1024

/** The file exists already, and no link may replace it. */
const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | noFollow

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
  try {
    const file = openSync(path, appending, 0o600)
    try {
      let parts: Uint8Array[] = []
      let size = 0
      const flush = (): void => {
        const gathered = Buffer.concat(parts)
        for (let written = 0; written < gathered.length;) written += writeSync(file, gathered, written)
        parts = []
        size = 0
      }
      const writer = ndjsonWriter({
        write: (content) => {
          const bytes = typeof content === 'string' ? Buffer.from(content) : content
          parts.push(bytes)
          size += bytes.length
          if (size >= gatheredSize) flush()
        },
      })
      for (let position = from; position < until; position += 1) {
        const bytes = records.bytes(position)
        if (bytes !== undefined) writer.record(bytes, [])
      }
      flush()
      fsyncSync(file)
      return fstatSync(file).size
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw systemErrorCode(error) === undefined ? error : diskFailure(error, path, 'saved')
  }
}
