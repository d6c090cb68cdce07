import { byte } from '../json/json-bytes.ts'
import type { ByteSink, RecordWriter } from './file-output.ts'

/** Writes one record per line, exactly as received. */
export function ndjsonWriter(sink: ByteSink): RecordWriter {
  return {
    paths: [],
    record: (bytes) => {
      sink.write(onOneLine(bytes))
      sink.write('\n')
    },
    end: () => undefined,
  }
}

/** Writes an array of the records, each exactly as received. */
export function jsonWriter(sink: ByteSink): RecordWriter {
  let written = 0
  sink.write('[')
  return {
    paths: [],
    record: (bytes) => {
      sink.write(written === 0 ? '\n' : ',\n')
      sink.write(bytes)
      written += 1
    },
    end: () => sink.write('\n]\n'),
  }
}

/** Returns the record's bytes on one line: line breaks between tokens become spaces. JSON has none inside strings. */
function onOneLine(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(byte.lineFeed) && !bytes.includes(byte.carriageReturn)) return bytes
  return bytes.map((value) => (value === byte.lineFeed || value === byte.carriageReturn ? byte.space : value))
}
