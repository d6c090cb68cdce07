import { useEffect, useEffectEvent, useState } from 'react'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { ListView, DatasetSummary } from '../../../shared/model/lists/list.ts'
import { call } from '../../platform/calls/clavis.ts'
import { isDefaultQuery } from '../model/list-query.ts'
import type { PlacedRecord } from '../model/row-of.ts'

/** Why a requested record can't be shown with the current query. */
export type Obstacle = 'left-out' | 'row-unknown'

/**
 * Finds the row of a requested record once it is loaded.
 * @param position undefined: none is requested
 * @param onObstacle the query must change to show the record; not called once it was shown
 */
export function useRequestedRecord(
  position: number | undefined,
  summary: DatasetSummary | undefined,
  view: ListView,
  onObstacle: (obstacle: Obstacle) => void,
): PlacedRecord | undefined {
  const [found, setFound] = useState<PlacedRecord>()
  const datasetId = summary?.datasetId
  const isThere = position !== undefined && summary !== undefined && position < summary.records
  const due = isThere && found?.datasetId !== datasetId ? position : undefined
  const isPlain = isDefaultQuery(view)
  // In the original order, a record's position is its row.
  if (due !== undefined && datasetId !== undefined && isPlain) setFound({ datasetId, rowIndex: due, position: due })

  const meet = useEffectEvent((obstacle: Obstacle) => {
    if (found === undefined) onObstacle(obstacle)
  })
  useEffect(() => {
    if (due === undefined || datasetId === undefined || isPlain) return undefined
    let isCurrent = true
    call('lists.rowOf', { datasetId, view, position: due }).then(
      (rowIndex) => {
        if (!isCurrent) return
        if (rowIndex === undefined) meet('left-out')
        else setFound({ datasetId, rowIndex, position: due })
      },
      (error: unknown) => {
        // A closed dataset is about to be replaced.
        const isGone = error instanceof ClavisError && error.code === 'list-run-gone'
        if (isCurrent && !isGone) meet('row-unknown')
      },
    )
    return () => {
      isCurrent = false
    }
  }, [due, datasetId, isPlain, view])
  return position === undefined ? undefined : found
}
