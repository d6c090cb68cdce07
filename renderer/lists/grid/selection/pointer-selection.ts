import type { MouseEvent } from 'react'
import type { TableBody, TableCell, TableRow } from '../body/table-body.ts'
import type { GridSelection } from './grid-selection.ts'

type Pressed = Pick<MouseEvent, 'target' | 'button' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

/** Selects with the mouse: cells and row numbers that are dragged over, and those that are clicked with a key held. */
export class PointerSelection {
  readonly #selection: GridSelection
  /** Where the button was pressed. */
  #start: { readonly cell: TableCell } | { readonly row: number } | undefined
  #isMoved = false

  constructor(selection: GridSelection) {
    this.#selection = selection
  }

  /** @returns whether the press is answered: the element below it must not take the focus */
  press({ target, button, shiftKey, ctrlKey, metaKey }: Pressed, body: TableBody): boolean {
    this.#start = undefined
    this.#isMoved = false
    if (button !== 0) return false
    const isAdded = ctrlKey || metaKey
    const row = body.rowAround(target)
    if (row?.isNumber === true) {
      this.#pressNumber(row, body, shiftKey, isAdded)
      return true
    }
    const cell = body.cellAround(target)
    if (cell === undefined || isAdded) return false
    if (!shiftKey) this.#start = { cell }
    // Before the cell takes the focus, which is where the range starts.
    else if (!this.#selection.hasChosenRows) this.#selection.extend(body.current ?? cell, cell)
    return false
  }

  #pressNumber({ row, record }: TableRow, body: TableBody, isRange: boolean, isAdded: boolean): void {
    if (record === undefined) return
    body.focusCurrent(row)
    if (isRange) this.#selection.selectRowsTo(row)
    else if (isAdded) this.#selection.toggle(record.position)
    else {
      this.#selection.selectRow(record.position)
      this.#start = { row }
    }
  }

  /** Extends the selection to what the pointer is over while the button is held. */
  move({ target, buttons }: Pick<MouseEvent, 'target' | 'buttons'>, body: TableBody): void {
    const start = this.#start
    if (start === undefined || buttons % 2 === 0) return
    if ('row' in start) {
      const over = body.rowAround(target)?.row
      if (over === undefined || (over === start.row && !this.#isMoved)) return
      if (over === body.current?.row) return
      this.#isMoved = true
      body.focusCurrent(over)
      this.#selection.selectRowsTo(over)
      return
    }
    const over = body.cellAround(target)
    const from = this.#isMoved ? (body.current ?? start.cell) : start.cell
    if (over === undefined || (over.row === from.row && over.path === from.path)) return
    this.#isMoved = true
    this.#selection.extend(from, { row: over.row, path: over.path })
    body.focusCell(over.row, over.path)
  }

  /** Ends a drag. @returns whether something was dragged over: the click that follows then does nothing */
  release(): boolean {
    this.#start = undefined
    return this.#isMoved
  }
}
