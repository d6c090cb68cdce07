import type { ListView } from '../../../shared/model/lists/list.ts'
import { call } from '../../platform/calls/clavis.ts'
import { isDefaultQuery } from './list-query.ts'

/** A record with its row. */
export interface PlacedRecord {
  readonly runId: string
  /** Its row in the view. */
  readonly rowIndex: number
  /** Its place in the run. */
  readonly position: number
}

/**
 * The row of a view that a record is in; undefined where the view leaves it out.
 * @param position the record's place in the run
 */
export async function rowOf(runId: string, view: ListView, position: number): Promise<number | undefined> {
  // As the records came, its place is its row.
  return isDefaultQuery(view) ? position : call('lists.rowOf', { runId, view, position })
}
