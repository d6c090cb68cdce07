import type { ArrangedColumn } from '../model/column-layout.ts'
import type { TableBody, TableCell } from './body/table-body.ts'
import { cellStep, isMenuKey, type CellPosition } from './cell-steps.ts'
import { cellOf, type GroupHead, type RecordRow } from './record-columns.ts'
import type { GridSelection } from './selection/grid-selection.ts'

export interface PressedCell {
  readonly body: TableBody
  readonly cell: TableCell
  readonly selection: GridSelection
  readonly open: () => void
  /** Opens the cell's menu at this place in the window, in pixels. */
  readonly openMenu: (left: number, top: number) => void
  readonly goToHeader: () => void
  readonly copy: (record: RecordRow, column: ArrangedColumn) => void
  /** Copies what is selected besides the cell. @returns whether there is anything */
  readonly copySelection: () => boolean
}

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Handles a key in a cell. @returns whether the key did anything */
export function pressCell(pressed: Pressed, context: PressedCell): boolean {
  const { body, cell, selection } = context
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
      if (shiftKey) selection.selectRowsTo(cell.row)
      else if (position !== undefined && cell.record?.group === undefined) selection.toggle(position)
      return true
    case 'Escape':
      if (selection.hasRange || selection.size > 1) selection.clear()
      return false
    // With Caps Lock it is the other letter.
    case 'a':
    case 'A':
      if ((!ctrlKey && !metaKey) || shiftKey || altKey) return false
      selection.selectAll()
      return true
    case 'c':
    case 'C': {
      // With Alt it copies the open record.
      if ((!ctrlKey && !metaKey) || shiftKey || altKey) return false
      if (context.copySelection()) return true
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
  const extendsCells = shiftKey && !selection.hasChosenRows
  if (!shiftKey) selection.endRange()
  goTo(body, step.place)
  if (extendsCells && body.current !== undefined) selection.extend(cell, body.current)
  // A pinned column is in view wherever the others are.
  if (key === 'Home') body.goAcross(0)
  if (shiftKey && !extendsCells && (key === 'ArrowUp' || key === 'ArrowDown')) selection.selectRowsTo(step.place.row)
  return true
}

/** Whether a key opens or closes a group. @param path of the focused cell: an arrow does so only in the group's own */
export function togglesGroup(pressed: Pressed, { isOpen, path: own }: GroupHead, path: string): boolean {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.shiftKey) return false
  if (pressed.key === 'Enter' || pressed.key === ' ') return true
  return path === own && pressed.key === (isOpen ? 'ArrowLeft' : 'ArrowRight')
}

function goTo(body: TableBody, { row, column }: CellPosition): void {
  const path = body.places.all[column]?.column.path
  if (path !== undefined) body.focusCell(row, path)
}
