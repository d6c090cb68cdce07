import { writeFilterLine } from '#shared/lists/filter-line/filter-line-writing.ts'
import type { CommonValue, DatasetSummary } from '#shared/lists/list.ts'
import { isStatusPath, statusTone } from '../../lists/model/status-tone.ts'
import { call } from '../../platform/clavis.ts'

/** Returns the states of loaded reports that read as a failure, each with the filter line for its reports. */
export async function failedReports({
  datasetId,
  columns,
}: DatasetSummary): Promise<(CommonValue & { readonly filterLine: string })[]> {
  const path = columns.find((column) => column.type === 'text' && isStatusPath(column.path))?.path
  if (path === undefined) return []
  const values = await call('lists.commonValues', { datasetId, path, beginning: '' })
  return values
    .filter(({ text }) => statusTone(text) === 'bad')
    .map((value) => ({ ...value, filterLine: equalsLine(path, value.text) }))
}

/** Returns the filter line for the records with exactly this value in the column. */
function equalsLine(path: string, text: string): string {
  return writeFilterLine({ search: [], filters: [{ path, excludes: false, condition: { kind: 'equals', text } }] }, [])
}
