import { byte } from '../json/json-bytes.ts'
import type { ByteSink, RecordWriter } from './record-writer.ts'

/** One record a line, each exactly as it came. */
export function ndjsonWriter(sink: ByteSink): RecordWriter {
  return {
    paths: [],
    begin: () => undefined,
    record: (bytes) => {
      sink.write(onOneLine(bytes))
      sink.write('\n')
    },
    end: () => undefined,
  }
}

/** One array of the records, each exactly as it came. */
export function jsonWriter(sink: ByteSink): RecordWriter {
  let written = 0
  return {
    paths: [],
    begin: () => sink.write('['),
    record: (bytes) => {
      sink.write(written === 0 ? '\n' : ',\n')
      sink.write(bytes)
      written += 1
    },
    end: () => sink.write('\n]\n'),
  }
}

/**
 * The record's bytes; where it was sent over several lines, the breaks between tokens, which would end the line early,
 * become blanks. Inside strings JSON has none.
 */
function onOneLine(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(byte.lineFeed) && !bytes.includes(byte.carriageReturn)) return bytes
  return bytes.map((value) => (value === byte.lineFeed || value === byte.carriageReturn ? byte.space : value))
}
