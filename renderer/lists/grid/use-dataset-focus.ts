import { useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react'
import { isFocusLost } from '../../platform/focus/focus-lost.ts'
import type { ViewMemory } from '../model/view-memory.tsx'
import type { ColumnPlaces } from './table/column-places.ts'
import type { TableBody } from './table/body/table-body.ts'

interface FocusedTable {
  /** Contains header and rows. */
  readonly frame: RefObject<HTMLElement | null>
  /** Undefined until the table is ready. */
  readonly body: TableBody | undefined
  readonly goToHeader: (path: string | undefined) => void
  readonly places: ColumnPlaces
  readonly rowCount: number
  readonly datasetId: string
  /** Keeps where the focus was when the table was removed. */
  readonly keptView: ViewMemory
}

/**
 * Moves the focus along when a table's dataset is replaced: to the first row of the same column, or to its header if
 * that had it or there are no rows.
 */
export function useDatasetFocus(table: FocusedTable): void {
  const { frame, body, goToHeader, places, rowCount, datasetId, keptView } = table
  const keepFocus = useEffectEvent(() => {
    const { activeElement } = document
    // The open record beside the table is removed with it.
    const isHere = frame.current?.parentElement?.contains(activeElement) === true
    const inHeader = activeElement?.closest<HTMLElement>('[role="columnheader"]')?.dataset['path']
    const path = inHeader ?? body?.current?.path
    keptView.update({ focus: isHere ? { datasetId, path, isInHeader: inHeader !== undefined } : undefined })
  })
  // While the elements still exist.
  useLayoutEffect(() => () => keepFocus(), [])

  const takeFocus = useEffectEvent((table: TableBody) => {
    const { focus } = keptView.read()
    if (focus === undefined || focus.datasetId === datasetId || !isFocusLost()) return
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
