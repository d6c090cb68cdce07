import type { Column, GridApi } from 'ag-grid-community'
import { focusCell } from './grid-focus.ts'
import type { RecordRow } from './record-columns.ts'
import type { PositionsOf, RowSelection } from './row-selection.ts'

/** A cell with the focus, and what its keys do. */
export interface PressedCell {
  readonly grid: GridApi<RecordRow>
  readonly rowIndex: number
  readonly column: Column
  /** The record's place in the run; undefined while it is not there yet. */
  readonly position: number | undefined
  readonly selection: RowSelection
  readonly positionsOf: PositionsOf
  readonly open: () => void
  readonly copy: () => void
}

/**
 * Whether a key is answered by {@link pressCell} and not by the table: its Home and End go to the ends of the whole
 * table, in a grid (ARIA Authoring Practices) to those of the row.
 */
export function isOwnKey({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  switch (key) {
    case 'Home':
    case 'End':
    case ' ':
      return true
    case 'ArrowUp':
    case 'ArrowDown':
      return shiftKey
    case 'c':
      return ctrlKey || metaKey
    default:
      return false
  }
}

/** Answers a key in a cell. */
export function pressCell(event: KeyboardEvent, cell: PressedCell): void {
  const { grid, rowIndex, position, selection, positionsOf } = cell
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  switch (key) {
    case 'Enter':
      // Otherwise the same press would go on to what the record opens with.
      event.preventDefault()
      cell.open()
      return
    case 'Home':
    case 'End': {
      const columns = grid.getAllDisplayedColumns()
      const column = key === 'Home' ? columns[0] : columns.at(-1)
      const lastRow = grid.getDisplayedRowCount() - 1
      goTo(cell, ctrlKey || metaKey ? (key === 'Home' ? 0 : lastRow) : rowIndex, column)
      break
    }
    case ' ':
      if (shiftKey) void selection.selectRange(rowIndex, positionsOf)
      else if (position !== undefined) selection.toggle(rowIndex, position)
      break
    case 'ArrowUp':
    case 'ArrowDown': {
      if (!shiftKey || altKey) return
      const next = Math.max(0, Math.min(grid.getDisplayedRowCount() - 1, rowIndex + (key === 'ArrowUp' ? -1 : 1)))
      if (selection.size === 0 && position !== undefined) selection.selectOnly(rowIndex, position)
      goTo(cell, next, cell.column)
      void selection.selectRange(next, positionsOf)
      break
    }
    case 'Escape':
      if (selection.size > 1) selection.clear()
      return
    case 'c':
      if (!ctrlKey && !metaKey) return
      cell.copy()
      break
    default:
      return
  }
  event.preventDefault()
}

function goTo({ grid }: PressedCell, rowIndex: number, column: Column | undefined): void {
  if (column === undefined || rowIndex < 0) return
  grid.ensureIndexVisible(rowIndex)
  grid.ensureColumnVisible(column)
  focusCell(grid, rowIndex, column)
}
