import { useEffect, useEffectEvent, useState } from 'react'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { ListView, RunSummary } from '../../../shared/model/lists/list.ts'
import { call } from '../../platform/calls/clavis.ts'
import { isDefaultQuery } from '../model/list-query.ts'
import type { PlacedRecord } from '../model/row-of.ts'

/** Why a record that is asked for cannot be shown as the list is looked at now. */
export type Obstacle = 'left-out' | 'row-unknown'

/**
 * Finds the row of a record that is asked for, once the record is there.
 * @param position its place in the run; undefined: none is asked for
 * @param onObstacle what the list shows must change for the record to be shown; not told once it was shown
 */
export function useRequestedRecord(
  position: number | undefined,
  summary: RunSummary | undefined,
  view: ListView,
  onObstacle: (obstacle: Obstacle) => void,
): PlacedRecord | undefined {
  const [found, setFound] = useState<PlacedRecord>()
  const runId = summary?.runId
  const isThere = position !== undefined && summary !== undefined && position < summary.records
  const due = isThere && found?.runId !== runId ? position : undefined
  const isPlain = isDefaultQuery(view)
  // As the records came, its place is its row.
  if (due !== undefined && runId !== undefined && isPlain) setFound({ runId, rowIndex: due, position: due })

  const meet = useEffectEvent((obstacle: Obstacle) => {
    if (found === undefined) onObstacle(obstacle)
  })
  useEffect(() => {
    if (due === undefined || runId === undefined || isPlain) return undefined
    let isCurrent = true
    call('lists.rowOf', { runId, view, position: due }).then(
      (rowIndex) => {
        if (!isCurrent) return
        if (rowIndex === undefined) meet('left-out')
        else setFound({ runId, rowIndex, position: due })
      },
      (error: unknown) => {
        // A reading that is over is about to be followed by another one.
        const isGone = error instanceof ClavisError && error.code === 'list-run-gone'
        if (isCurrent && !isGone) meet('row-unknown')
      },
    )
    return () => {
      isCurrent = false
    }
  }, [due, runId, isPlain, view])
  return position === undefined ? undefined : found
}
