import { useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react'
import { isFocusLost } from '../../platform/focus/focus-lost.ts'
import type { ViewMemory } from '../model/view-memory.tsx'
import type { ColumnPlaces } from './table/column-places.ts'
import type { TableBody } from './table/body/table-body.ts'

/** A table of a reading, in which the keyboard’s focus may be. */
interface FocusedTable {
  /** What header and rows are in. */
  readonly frame: RefObject<HTMLElement | null>
  /** Undefined until the table is there. */
  readonly body: TableBody | undefined
  /** Puts the focus on a column’s header, or on the first one where there is no such column. */
  readonly goToHeader: (path: string | undefined) => void
  readonly places: ColumnPlaces
  readonly rowCount: number
  readonly runId: string
  /** Where it is kept where the focus was when the table went. */
  readonly keptView: ViewMemory
}

/**
 * Takes the keyboard’s focus along where another reading takes the place of the one whose table has it: to the first row
 * of the same column, or to its header where that had it, or where there are no rows.
 */
export function useDatasetFocus(table: FocusedTable): void {
  const { frame, body, goToHeader, places, rowCount, runId, keptView } = table
  const keepFocus = useEffectEvent(() => {
    const { activeElement } = document
    // The record that is open beside the table goes with it.
    const isHere = frame.current?.parentElement?.contains(activeElement) === true
    const inHeader = activeElement?.closest<HTMLElement>('[role="columnheader"]')?.dataset['path']
    const path = inHeader ?? body?.current?.path
    keptView.update({ focus: isHere ? { runId, path, isInHeader: inHeader !== undefined } : undefined })
  })
  // While the elements are still there.
  useLayoutEffect(() => () => keepFocus(), [])

  const takeFocus = useEffectEvent((table: TableBody) => {
    const { focus } = keptView.read()
    if (focus === undefined || focus.runId === runId || !isFocusLost()) return
    if (focus.isInHeader || table.rowCount === 0) goToHeader(focus.path)
    else if (focus.path !== undefined && places.byPath.has(focus.path)) table.focusCell(0, focus.path)
    else table.focusCurrent(0)
  })
  useEffect(() => {
    if (body !== undefined) takeFocus(body)
  }, [body])

  const leaveRows = useEffectEvent(() => {
    if (body?.hasFocus === true && isFocusLost()) goToHeader(body.current?.path)
  })
  useEffect(() => {
    if (rowCount === 0) leaveRows()
  }, [rowCount])
}
