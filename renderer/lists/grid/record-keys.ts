import type { ArrangedColumn } from '../model/column-layout.ts'
import type { TableBody, TableCell } from './body/table-body.ts'
import { cellStep, isMenuKey, type CellPosition } from './cell-steps.ts'
import { cellOf, type RecordRow } from './record-columns.ts'
import type { RowSelection } from './row-selection.ts'

export interface PressedCell {
  readonly body: TableBody
  readonly cell: TableCell
  readonly selection: RowSelection
  readonly selectRange: (rowIndex: number) => void
  readonly open: () => void
  /** Opens the cell's menu at this place in the window, in pixels. */
  readonly openMenu: (left: number, top: number) => void
  readonly goToHeader: () => void
  readonly copy: (record: RecordRow, column: ArrangedColumn) => void
}

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Handles a key in a cell. @returns whether the key did anything */
export function pressCell(pressed: Pressed, context: PressedCell): boolean {
  const { body, cell, selection, selectRange } = context
  const { key, shiftKey, ctrlKey, metaKey, altKey } = pressed
  const position = cell.record?.position
  if (isMenuKey(pressed)) {
    // Next to a cell outside the view, the menu would be outside, too.
    body.focusCell(cell.row, cell.path)
    const { left, bottom } = cell.element.getBoundingClientRect()
    context.openMenu(left, bottom)
    return true
  }
  switch (key) {
    case 'Enter':
      // Otherwise the same key press would reach the opened record.
      context.open()
      return true
    case ' ':
      if (shiftKey) selectRange(cell.row)
      else if (position !== undefined) selection.toggle(position)
      return true
    case 'Escape':
      if (selection.size > 1) selection.clear()
      return false
    // With Caps Lock it is the other letter.
    case 'c':
    case 'C': {
      // With Alt it copies the open record.
      if ((!ctrlKey && !metaKey) || shiftKey || altKey) return false
      const column = body.places.byPath.get(cell.path)?.column
      // It isn't loaded yet: the clipboard stays.
      if (cell.record === undefined || column === undefined || cellOf(cell.record, cell.path) === undefined) return true
      context.copy(cell.record, column)
      return true
    }
  }
  const size = { rows: body.rowCount, columns: body.places.all.length, pageRows: body.pageRows }
  const step = cellStep(pressed, body.placeOf(cell), size)
  if (step === undefined) return false
  if (step.kind === 'header') {
    context.goToHeader()
    return true
  }
  const selects = shiftKey && !altKey && (key === 'ArrowUp' || key === 'ArrowDown')
  if (selects && selection.size === 0 && position !== undefined) selection.selectOnly(position)
  goTo(body, step.place)
  // A pinned column is in view wherever the others are.
  if (key === 'Home') body.goAcross(0)
  if (selects) selectRange(step.place.row)
  return true
}

function goTo(body: TableBody, { row, column }: CellPosition): void {
  const path = body.places.all[column]?.column.path
  if (path !== undefined) body.focusCell(row, path)
}
