import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { ListView } from '../../../shared/model/lists/list.ts'
import { call } from '../../platform/calls/clavis.ts'
import { showError } from '../../ui/feedback/show-error.tsx'
import { rowOf, type PlacedRecord } from '../model/row-of.ts'

/** The ways from an open record to those above and below it. */
export interface RowSteps {
  /** Whether the view has the record: otherwise nothing is above or below it. */
  readonly canMove: boolean
  /** Goes to the row above (-1) or below (1), where there is one. */
  readonly move: (by: -1 | 1) => void
}

/**
 * Goes from the open record to those beside it in the view as it is now, whichever view the record was opened in.
 * @param onMoved is given the record that was come to
 */
export function useRowSteps(
  record: PlacedRecord | undefined,
  view: ListView,
  onMoved: (moved: PlacedRecord) => void,
): RowSteps {
  const { runId = '', position = 0 } = record ?? {}
  const place = useQuery({
    queryKey: ['is-in-view', runId, position, view],
    queryFn: async () => (await rowOf(runId, view, position)) !== undefined,
    enabled: record !== undefined,
    gcTime: 0,
  })

  const open = useRef(record)
  useEffect(() => {
    open.current = record
  }, [record])

  async function go(from: PlacedRecord, by: -1 | 1): Promise<void> {
    // Asked anew each time: while pages come the rows of a sorted view go on changing.
    const row = await rowOf(from.runId, view, from.position)
    if (row === undefined || row + by < 0) return
    const rowIndex = row + by
    const { positions } = await call('lists.rows', { runId: from.runId, view, offset: rowIndex, limit: 1, paths: [] })
    const [next] = positions
    const { current } = open
    // Meanwhile the person may have opened another one, or closed it.
    const isStillOpen = current?.runId === from.runId && current.position === from.position
    if (next !== undefined && isStillOpen) onMoved({ runId: from.runId, rowIndex, position: next })
  }
  return {
    canMove: place.data !== false,
    move: (by) => {
      if (record === undefined) return
      go(record, by).catch((error: unknown) => {
        const isOver = error instanceof ClavisError && ['list-cancelled', 'list-run-gone'].includes(error.code)
        if (!isOver) showError('Couldn’t load the record', error)
      })
    },
  }
}
