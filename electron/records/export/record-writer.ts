import type { ValueSpan } from '../json/json-reader.ts'

/** Writes records, one after the other, in some format. What precedes the first is written when it is created. */
export interface RecordWriter {
  /** The columns whose positions it needs. */
  readonly paths: readonly string[]
  /** @param spans positions of the values of `paths` in `bytes` */
  readonly record: (bytes: Uint8Array, spans: readonly (ValueSpan | undefined)[]) => void
  /** Writes what follows the last record. */
  readonly end: () => void
}

/** Receives what a writer writes. */
export interface ByteSink {
  readonly write: (content: string | Uint8Array) => void
}
