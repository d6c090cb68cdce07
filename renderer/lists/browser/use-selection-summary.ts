import { useEffect, useState } from 'react'
import type { DatasetSummary, ListQuery } from '#shared/lists/list.ts'
import type { SelectionSummary } from '#shared/lists/selected-records.ts'
import { call } from '../../platform/clavis.ts'
import type { TableSelection } from '../grid/grid-request.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'
import { currencyOf } from '../model/currency.ts'
import { summaryMessage, summedColumn } from '../model/selection-messages.ts'

/** The order of the records doesn't matter. */
const everything: ListQuery = { search: [], filters: [], sort: [] }

/** How long a selection stays the same before it is summed up, in milliseconds: while it is extended, it changes often. */
const rest = 150

/**
 * Sums up the numbers of a selection; undefined if it has no such column, or isn't counted yet.
 * @param covers how many records the rows on the screen were found in: with more, a range of rows has others
 */
export function useSelectionSummary(
  { datasetId, columns: known }: DatasetSummary,
  query: ListQuery,
  covers: number | undefined,
  selection: TableSelection,
  visible: readonly ArrangedColumn[],
): string | undefined {
  const { cells, positions, isChosen } = selection
  const column = summedColumn(cells?.columns ?? (isChosen ? visible : []))
  const path = column?.path
  const currencyPath = path === undefined ? undefined : currencyOf(path, known)
  const at = cells === undefined ? undefined : covers
  const [counted, setCounted] = useState<{
    readonly of: TableSelection
    readonly at: number | undefined
    readonly summary: SelectionSummary
  }>()
  useEffect(() => {
    if (path === undefined || (cells === undefined && positions.length < 2)) return undefined
    const analysisId = crypto.randomUUID()
    let isWanted = true
    const timer = setTimeout(() => {
      const selected =
        cells === undefined
          ? { kind: 'selected' as const, positions: [...positions], query: everything }
          : { kind: 'rows' as const, query, first: cells.firstRow, count: cells.rows }
      call('lists.summarizeSelection', { datasetId, analysisId, selection: selected, path, currencyPath }).then(
        (summary) => {
          if (isWanted) setCounted({ of: selection, at, summary })
        },
        // Cancelled, or the list was closed: the line stays away.
        () => undefined,
      )
    }, rest)
    return () => {
      isWanted = false
      clearTimeout(timer)
      void call('lists.cancelAnalysis', { datasetId, analysisId })
    }
  }, [datasetId, query, selection, cells, positions, path, currencyPath, at])
  if (column === undefined || counted?.of !== selection || counted.at !== at) return undefined
  return summaryMessage(column.title, counted.summary)
}
