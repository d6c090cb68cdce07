import type { ValueSpan } from '../json/json-reader.ts'

/** Writes records, one after the other, in some format. */
export interface RecordWriter {
  /** The columns whose positions it needs. */
  readonly paths: readonly string[]
  /** What comes before the first record. */
  readonly begin: () => void
  /** @param spans where the values of `paths` are in `bytes` */
  readonly record: (bytes: Uint8Array, spans: readonly (ValueSpan | undefined)[]) => void
  /** What comes after the last record. */
  readonly end: () => void
}

/** Where a writer puts what it writes. */
export interface ByteSink {
  readonly write: (content: string | Uint8Array) => void
}
