import { maxSummedColumns } from '#shared/lists/list-analysis.ts'
import type { DatasetSummary, ListQuery } from '#shared/lists/list.ts'
import { call } from '../../platform/clavis.ts'
import { useAnalysis } from '../columns/use-analysis.ts'
import type { GroupSums } from '../grid/group-row.ts'
import { drawnColumns } from '../grid/record-columns.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'
import { currencyOf } from '../model/currency.ts'
import { isSameQuery } from '../model/list-query.ts'
import { summedColumns } from '../model/selection-messages.ts'
import type { ShownQuery } from './use-table-state.ts'

const nothing = { datasetId: '', columns: [] }

/**
 * Sums up the visible columns with amounts and counts for each group of a query, once the table shows that.
 * @returns undefined without groups, and until they are summed up
 */
export function useGroupSums(
  summary: DatasetSummary | undefined,
  query: ListQuery,
  shown: ShownQuery | undefined,
  arranged: readonly ArrangedColumn[],
): GroupSums | undefined {
  const { datasetId, columns } = summary ?? nothing
  const { groups = [] } = query
  const paths = summedColumns(groups.length === 0 ? [] : drawnColumns(arranged))
    .map(({ path }) => path)
    .filter((path) => !groups.some((group) => group.path === path))
    .slice(0, maxSummedColumns)
  const sums = paths.map((path) => {
    const currencyPath = currencyOf(path, columns)
    return { path, ...(currencyPath !== undefined && { currencyPath }) }
  })
  const covers = coverageOf(shown, datasetId, query)
  const { data } = useAnalysis({
    datasetId,
    key: ['group-sums', query, sums],
    covers: covers ?? 0,
    // Together with what it is of, so that the answer is never shown for anything else.
    ask: async (analysisId) => ({
      of: { datasetId, query },
      sums: { table: await call('lists.groups', { datasetId, analysisId, query, sums }), columns: sums },
    }),
    isWanted: sums.length > 0 && covers !== undefined,
  })
  const isOfShown = data?.of.datasetId === datasetId && isSameQuery(data.of.query, query)
  return sums.length > 0 && isOfShown ? data.sums : undefined
}

/**
 * Returns how many records the rows of a query were found in; undefined until the table shows it. After a reload the rows
 * before it may have been found in as many.
 */
export function coverageOf(shown: ShownQuery | undefined, datasetId: string, query: ListQuery): number | undefined {
  return shown?.datasetId === datasetId && isSameQuery(shown.query, query) ? shown.covers : undefined
}
