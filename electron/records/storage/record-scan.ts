import type { Column, ListQuery } from '#shared/lists/list.ts'
import type { JobControl } from '../../concurrency.ts'
import type { ValueSpan } from '../json/json-reader.ts'

/**
 * Visits one record: `bytes` contain its exact JSON text from `start` on and are valid only during the visit; `spans`
 * are positions in `bytes`, one for each requested column, undefined if the record has no such field.
 */
export type VisitRecord = (position: number, bytes: Uint8Array, spans: readonly (ValueSpan | undefined)[]) => void

/** Reads some columns of all records of a query, in the query's order. */
export interface RecordScan {
  /** How many records there are. */
  readonly records: number
  /**
   * Visits every record of the query as it is now. Yields every few milliseconds; records that arrive meanwhile are not
   * visited.
   * @throws `cancelled` once `signal` is aborted
   */
  scan(query: ListQuery, paths: readonly string[], visit: VisitRecord, signal: AbortSignal): Promise<void>
}

/** The records of a dataset and their columns. */
export interface StoredRecords extends RecordScan {
  columns(): readonly Column[]
  /** Whether a column has a number among its values, whatever its type. */
  hasNumbers(path: string): boolean
  /** Whether some members have no column because there are too many. */
  readonly columnsCut: boolean
  /** How often the last page was replaced: then its positions belong to other records. */
  readonly replacements: number
  /** Returns a record's exact bytes; undefined if it doesn't exist. */
  bytes(position: number): Uint8Array | undefined
  /** The positions of the records that a query has now, in its order. @throws `cancelled` */
  positions(query: ListQuery, signal: AbortSignal): Promise<Uint32Array>
  /** Visits the records at such positions; otherwise as {@link scan}. */
  read(positions: Uint32Array, paths: readonly string[], visit: VisitRecord, signal: AbortSignal): Promise<void>
  /** Writes the first records, one per line. @throws `cancelled` */
  writeLines(
    count: number,
    sink: { readonly write: (bytes: Uint8Array | string) => void },
    control: JobControl,
  ): Promise<void>
}
