import { Buffer } from 'node:buffer'
import { Slices, type JobControl } from '../../concurrency.ts'
import { byte } from '../json/json-bytes.ts'
import { PageBuffer } from '../storage/page-block.ts'
import type { RecordFile } from '../storage/record-file.ts'
import type { ByteSink } from './file-output.ts'
import { ndjsonWriter } from './json-writers.ts'

/** Writes the first records, one per line, a page at a time: an object for each record would take memory. */
export async function writeLines(
  records: RecordFile,
  count: number,
  sink: ByteSink,
  { signal, onProgress }: JobControl,
): Promise<void> {
  const writer = ndjsonWriter(sink)
  const memory = new PageBuffer()
  const slices = new Slices(signal)
  // The last page may be replaced by a shorter one meanwhile.
  for (let at = 0; at < Math.min(count, records.records);) {
    const page = records.page(records.pageOf(at), memory)
    const last = Math.min(count - page.first, page.count)
    const [starts, lengths] = [page.starts.subarray(0, last), page.lengths.subarray(0, last)]
    const lines = asLines(page.body, starts, lengths)
    if (lines !== undefined) sink.write(lines)
    else
      for (const [index, start] of starts.entries())
        writer.record(page.body.subarray(start, start + (lengths[index] ?? 0)), [], page.first + index)
    at = page.first + last
    onProgress(at, count)
    if (slices.isOver) await slices.pause()
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
