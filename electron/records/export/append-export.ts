import { Buffer } from 'node:buffer'
import { constants } from 'node:fs'
import { openPlainFileSync } from '../../files/plain-file.ts'
import { byte } from '../json/json-bytes.ts'
import { PageBuffer } from '../storage/page-block.ts'
import type { RecordFile } from '../storage/record-file.ts'
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
export function appendRecords(records: RecordFile, path: string, from: number, until: number): number {
  const file = new FileOutput(path, () => openPlainFileSync(path, appending, 0o600))
  try {
    const writer = ndjsonWriter(file)
    const memory = new PageBuffer()
    const end = Math.min(until, records.records)
    for (let position = from; position < end;) {
      const { first, count, starts, lengths, body } = records.page(records.pageOf(position), memory)
      const last = Math.min(end - first, count)
      const spans = [starts.subarray(position - first, last), lengths.subarray(position - first, last)] as const
      const lines = asLines(body, ...spans)
      if (lines === undefined)
        for (const [at, start] of spans[0].entries())
          writer.record(body.subarray(start, start + (spans[1][at] ?? 0)), [])
      else file.write(lines)
      position = first + last
    }
    return file.finish()
  } finally {
    file.close()
  }
}

/**
 * Turns a page's records into lines where they are: the comma after each becomes a line feed.
 * @returns undefined, with nothing changed, if there are line breaks or other white space between or in records
 */
function asLines(body: Uint8Array, starts: Uint32Array, lengths: Uint32Array): Uint8Array | undefined {
  const last = starts.length - 1
  const [from, end] = [starts[0] ?? 0, (starts[last] ?? 0) + (lengths[last] ?? 0)]
  const lines = Buffer.from(body.buffer, body.byteOffset + from, end + 1 - from)
  if (lines.includes(byte.lineFeed) || lines.includes(byte.carriageReturn)) return undefined
  for (let at = 0; at < last; at += 1)
    if ((starts[at] ?? 0) + (lengths[at] ?? 0) + 1 !== starts[at + 1]) return undefined
  for (let at = 0; at <= last; at += 1) body[(starts[at] ?? 0) + (lengths[at] ?? 0)] = byte.lineFeed
  return lines
}
