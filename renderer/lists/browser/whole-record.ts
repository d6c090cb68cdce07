import type { DatasetSummary } from '#shared/lists/list.ts'
import { call } from '../../platform/clavis.ts'
import type { RecordRow } from '../grid/record-columns.ts'
import { requestedPaths } from '../grid/requested-columns.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'

type DatasetId = DatasetSummary['datasetId']

/** Returns a record with its values of some columns in full: those of the table are cut. */
export async function wholeRecord(
  datasetId: DatasetId,
  position: number,
  columns: readonly ArrangedColumn[],
): Promise<RecordRow> {
  const paths = requestedPaths(
    columns,
    columns.map(({ path }) => path),
  )
  const row = await call('lists.wholeRow', { datasetId, position, paths })
  return { ...row, places: new Map(paths.map((path, index) => [path, index])) }
}

/** Returns a record of the table with its value of a column in full; the record itself if nothing of it is cut. */
export async function inFull(datasetId: DatasetId, record: RecordRow, column: ArrangedColumn): Promise<RecordRow> {
  return record.cut.length === 0 ? record : wholeRecord(datasetId, record.position, [column])
}
