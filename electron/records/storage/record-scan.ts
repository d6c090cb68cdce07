import type { ListView } from '../../../shared/model/lists/list.ts'
import type { ValueSpan } from '../json/json-reader.ts'

/**
 * Is shown one record: `bytes` hold its exact JSON text from `start` on and are valid during the visit only; `spans`
 * are places in `bytes`, one for each asked column, undefined where the record has no such member.
 */
export type VisitRecord = (position: number, bytes: Uint8Array, spans: readonly (ValueSpan | undefined)[]) => void

/** Reads some columns of all records of a view, in the view's order. */
export interface RecordScan {
  /**
   * Shows every record that the view has now. Lets other work of the thread through every few milliseconds; what
   * comes meanwhile is not shown.
   * @throws `list-cancelled` once `signal` is aborted
   */
  scan(view: ListView, paths: readonly string[], visit: VisitRecord, signal: AbortSignal): Promise<void>
}
