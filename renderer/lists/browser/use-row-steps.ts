import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ClavisError } from '#shared/errors.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { call } from '../../platform/clavis.ts'
import { showError } from '../../ui/dialog/show-error.tsx'
import { rowOf, type PlacedRecord } from '../model/list-query.ts'

export interface RowSteps {
  /** Whether the query includes the record; if not, nothing is above or below it. */
  readonly canMove: boolean
  readonly move: (by: -1 | 1) => void
}

/**
 * Moves from the open record to its neighbors in the current query, even if it was opened in another one.
 * @param onMoved gets the new record
 */
export function useRowSteps(
  record: PlacedRecord | undefined,
  query: ListQuery,
  onMoved: (moved: PlacedRecord) => void,
): RowSteps {
  const { datasetId = '', position = 0 } = record ?? {}
  const place = useQuery({
    queryKey: ['is-in-view', datasetId, position, query],
    queryFn: async () => (await rowOf(datasetId, query, position)) !== undefined,
    enabled: record !== undefined,
    gcTime: 0,
  })

  const open = useRef(record)
  useEffect(() => {
    open.current = record
  }, [record])

  async function go(from: PlacedRecord, by: -1 | 1): Promise<void> {
    // Asked each time, because rows of a sorted query move while pages load.
    const row = await rowOf(from.datasetId, query, from.position)
    if (row === undefined || row + by < 0) return
    const rowIndex = row + by
    const { rows } = await call('lists.rows', {
      datasetId: from.datasetId,
      query,
      offset: rowIndex,
      limit: 1,
      paths: [],
    })
    const [next] = rows
    const { current } = open
    // By now another record may be open, or none.
    const isStillOpen = current?.datasetId === from.datasetId && current.position === from.position
    if (next !== undefined && isStillOpen) onMoved({ datasetId: from.datasetId, rowIndex, position: next.position })
  }
  return {
    canMove: place.data !== false,
    move: (by) => {
      if (record === undefined) return
      go(record, by).catch((error: unknown) => {
        const isOver = error instanceof ClavisError && ['cancelled', 'dataset-closed'].includes(error.code)
        if (!isOver) showError('Couldn’t load the record', error)
      })
    },
  }
}
