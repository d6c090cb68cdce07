import type { Column, GridApi } from 'ag-grid-community'
import type { RecordRow } from './record-columns.ts'

/** Frames that a row or header is waited for at most. */
const patience = 30

/** Puts the focus on a cell. A row that was far away is drawn some frames later, and only then can have it. */
export function focusCell(api: GridApi<RecordRow>, rowIndex: number, column: Column): void {
  api.setFocusedCell(rowIndex, column)
  const tryAgain = (frames: number): void => {
    if (api.isDestroyed() || frames === 0) return
    const wanted = api.getFocusedCell()
    // The person has gone on from there.
    if (wanted?.rowIndex !== rowIndex || wanted.column !== column) return
    const row = document.activeElement?.closest('.clavis-records [row-index]')?.getAttribute('row-index')
    if (row === String(rowIndex)) return
    api.setFocusedCell(rowIndex, column)
    requestAnimationFrame(() => tryAgain(frames - 1))
  }
  tryAgain(patience)
}

/**
 * Puts the focus back on a column's header, or on the first one where the column is gone. A column that was pinned or
 * moved is drawn anew some frames later, and the focus is lost with its old header.
 */
export function focusHeader(api: GridApi<RecordRow>, path: string, frames = patience): void {
  if (api.isDestroyed()) return
  const column = api.getColumn(path)?.isVisible() === true ? path : api.getAllDisplayedColumns()[0]
  const isLost = document.activeElement === null || document.activeElement === document.body
  if (column !== undefined && (frames === patience || isLost)) api.setFocusedHeader(column)
  if (frames > 0) requestAnimationFrame(() => focusHeader(api, path, frames - 1))
}
