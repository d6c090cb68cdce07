import { isDefaultQuery, type ListQuery } from '../../../shared/model/lists/list.ts'
import { call } from '../../platform/calls/clavis.ts'

export interface PlacedRecord {
  readonly datasetId: string
  /** Its row in the query. */
  readonly rowIndex: number
  /** Its position in the dataset. */
  readonly position: number
}

/**
 * Returns a record's row in a query; undefined if the query leaves it out.
 * @param position the record's position in the dataset
 */
export async function rowOf(datasetId: string, query: ListQuery, position: number): Promise<number | undefined> {
  // In the original order, a record's position is its row.
  return isDefaultQuery(query) ? position : call('lists.rowOf', { datasetId, query, position })
}
