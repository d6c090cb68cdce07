import type { ListView } from '../../../shared/model/lists/list.ts'
import type { ValueSpan } from '../json/json-reader.ts'

/**
 * Visits one record: `bytes` contain its exact JSON text from `start` on and are valid only during the visit; `spans`
 * are positions in `bytes`, one for each requested column, undefined if the record has no such field.
 */
export type VisitRecord = (position: number, bytes: Uint8Array, spans: readonly (ValueSpan | undefined)[]) => void

/** Reads some columns of all records of a view, in the view's order. */
export interface RecordScan {
  /**
   * Visits every record of the view as it is now. Yields every few milliseconds; records that arrive meanwhile are not
   * visited.
   * @throws `list-cancelled` once `signal` is aborted
   */
  scan(view: ListView, paths: readonly string[], visit: VisitRecord, signal: AbortSignal): Promise<void>
}
