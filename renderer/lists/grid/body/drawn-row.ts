import type { Cell, ColumnType } from '#shared/lists/list.ts'
import { visibleText } from '#shared/values/visible-text.ts'
import { isStatusPath, statusTone, type StatusTone } from '../../model/status-tone.ts'
import type { RangeBounds } from '../cell-range.ts'
import type { ColumnPlaces, PlacedColumn } from '../column-places.ts'
import { cellWidth, cutNumber } from '../number-width.ts'
import { pinClasses } from '../pin-classes.ts'
import type { GroupHead, RecordRow } from '../record-columns.ts'
import { changeOf, shownCell, type Change } from '../shown-cell.ts'
import classes from '../record-table.module.css'

interface DrawnCell {
  readonly element: HTMLElement
  readonly text: Text
  /** Around the text if it is a state. */
  chip: HTMLElement | undefined
  placed: PlacedColumn | undefined
  look: string
}

/** Class names by the type of value. */
const looks: Readonly<Record<Cell['kind'] | 'absent', string>> = {
  text: '',
  boolean: '',
  absent: '',
  number: classes['number'] ?? '',
  null: classes['muted'] ?? '',
  list: classes['muted'] ?? '',
  object: classes['muted'] ?? '',
}

/** Returns the classes of a cell. A null stands where the column's values do. */
function lookOf(kind: keyof typeof looks, type: ColumnType): string {
  return kind === 'null' && type === 'number' ? `${looks.null} ${looks.number}`.trim() : looks[kind]
}

const rowNumber = new Intl.NumberFormat()

/**
 * One row on the screen, without React: while the table scrolls, the same elements show one record after another, and
 * only their texts change.
 */
export class DrawnRow {
  readonly element = document.createElement('div')
  readonly #number = document.createElement('div')
  #cells = new Map<string, DrawnCell>()
  #columns: readonly PlacedColumn[] = []
  #record: RecordRow | undefined
  #index = -1
  #shownNumber: number | undefined = -1
  #depth = 0
  #y = Number.NaN
  #isSelected: boolean | undefined
  #range: Pick<RangeBounds, 'firstColumn' | 'lastColumn'> | undefined
  #isWaiting = false
  #change: Change | undefined

  constructor() {
    this.element.role = 'row'
    this.element.className = classes['row'] ?? ''
    this.#number.className = classes['rowNumber'] ?? ''
    this.#number.ariaHidden = 'true'
    this.element.append(this.#number)
  }

  /** Its row in the query; -1: none yet. */
  get index(): number {
    return this.#index
  }

  /** The shown record; undefined until it is loaded. */
  get record(): RecordRow | undefined {
    return this.#record
  }

  cellElement(path: string): HTMLElement | undefined {
    return this.#cells.get(path)?.element
  }

  isNumber(element: EventTarget | null): boolean {
    return element === this.#number
  }

  pathOf(element: Element): string | undefined {
    for (const [path, cell] of this.#cells) if (cell.element === element) return path
    return undefined
  }

  /**
   * @param y pixels from the top of the element that holds the rows
   * @param number of its record in the query, from 0; undefined if it has none
   */
  moveTo(index: number, y: number, number: number | undefined): void {
    if (index !== this.#index) {
      this.#index = index
      // The header is the first row of the grid.
      this.element.ariaRowIndex = String(index + 2)
    }
    if (number !== this.#shownNumber) {
      this.#shownNumber = number
      this.#number.textContent = number === undefined ? '' : rowNumber.format(number + 1)
    }
    if (y !== this.#y) {
      this.#y = y
      this.element.style.transform = `translateY(${y}px)`
    }
  }

  /** Draws the cells of these columns. Existing ones stay, and keep the focus. */
  setColumns(columns: readonly PlacedColumn[], places: ColumnPlaces): void {
    if (columns === this.#columns) return
    const shown = new Set(columns.map(({ column }) => column.path))
    const spare: DrawnCell[] = []
    for (const [path, cell] of this.#cells) {
      if (shown.has(path)) continue
      this.#cells.delete(path)
      cell.element.remove()
      spare.push(cell)
    }
    columns.forEach((placed, order) => {
      const { path } = placed.column
      let cell = this.#cells.get(path)
      if (cell === undefined) {
        cell = spare.pop() ?? newCell()
        this.#cells.set(path, cell)
      }
      // The row number is the first.
      const there = this.element.children[order + 1]
      if (there !== cell.element) this.element.insertBefore(cell.element, there ?? null)
      placeCell(cell, placed, places)
    })
    this.#columns = columns
    this.#markCells()
    this.#write()
  }

  /**
   * @param record undefined if it isn't loaded yet
   * @param depth how many levels of groups are around records
   */
  show(record: RecordRow | undefined, isSelected: boolean, depth: number): void {
    if (depth > 0 || this.#depth > 0) this.#setLevel(record?.group, depth)
    if (isSelected !== this.#isSelected) {
      this.#isSelected = isSelected
      this.element.ariaSelected = String(isSelected)
      this.element.classList.toggle(classes['selected'] ?? '', isSelected)
    }
    if (record === this.#record && record !== undefined) return
    this.#record = record
    this.#write()
  }

  #setLevel(group: GroupHead | undefined, depth: number): void {
    this.#depth = depth
    const { element } = this
    const level = depth === 0 ? null : String(group?.level ?? depth + 1)
    const expanded = group === undefined ? null : String(group.isOpen)
    if (element.ariaLevel !== level) element.ariaLevel = level
    if (element.ariaExpanded === expanded) return
    element.ariaExpanded = expanded
    element.classList.toggle(classes['group'] ?? '', group !== undefined)
  }

  /** Draws which of its cells are selected. @param range undefined if none is */
  selectCells(range: Pick<RangeBounds, 'firstColumn' | 'lastColumn'> | undefined): void {
    if (range?.firstColumn === this.#range?.firstColumn && range?.lastColumn === this.#range?.lastColumn) return
    this.#range = range
    this.#markCells()
  }

  #markCells(): void {
    for (const { element, placed } of this.#cells.values()) {
      const isInRange =
        this.#range !== undefined &&
        placed !== undefined &&
        placed.index >= this.#range.firstColumn &&
        placed.index <= this.#range.lastColumn
      const selected = isInRange ? 'true' : null
      if (element.ariaSelected !== selected) element.ariaSelected = selected
    }
  }

  #write(): void {
    const record = this.#record
    const isWaiting = record === undefined
    if (isWaiting !== this.#isWaiting) {
      this.#isWaiting = isWaiting
      this.element.ariaBusy = isWaiting ? 'true' : null
      this.element.classList.toggle(classes['waiting'] ?? '', isWaiting)
    }
    const isCompared = this.#columns.some(({ column }) => column.difference !== undefined)
    const change = isCompared && record !== undefined ? changeOf(record) : undefined
    if (change !== this.#change) {
      this.#change = change
      mark(this.element, change)
    }
    for (const placed of this.#columns) {
      const { path, difference } = placed.column
      const drawn = this.#cells.get(path)
      if (drawn === undefined) continue
      if (record === undefined) {
        write(drawn, '', '')
        mark(drawn.element, undefined)
        continue
      }
      const { cell, text, change: cellChange } = shownCell(record, placed.column)
      const { group } = record
      const isSum = group !== undefined && text !== '' && path !== group.path
      const kind = isSum ? 'number' : (cell?.kind ?? 'absent')
      const isCut = kind === 'number' && cellWidth(text, 'number') > placed.width
      const several = group?.currencies.get(path)
      const short = several === undefined ? cutNumber : `${several} currencies`
      write(drawn, isCut ? short : text, lookOf(kind, placed.column.type))
      labelCut(drawn.element, isCut ? (several === undefined ? text : `${short}: ${text}`) : undefined)
      const isStatus =
        group === undefined && difference === undefined && cell?.kind === 'text' && text !== '' && isStatusPath(path)
      setChip(drawn, isStatus ? attentionTone(cell.text) : difference?.kind === 'change' ? cellChange : undefined)
      mark(drawn.element, difference?.kind === 'field' ? cellChange : undefined)
    }
  }
}

/** Returns the tone of a state that needs attention; every other one is plain text. */
function attentionTone(text: string): StatusTone | undefined {
  return statusTone(text) === 'bad' ? 'bad' : undefined
}

/** Marks a row or cell by what happened to it, which its color shows. */
function mark(element: HTMLElement, change: Change | undefined): void {
  if (element.dataset['change'] === change) return
  if (change === undefined) delete element.dataset['change']
  else element.dataset['change'] = change
}

function newCell(): DrawnCell {
  const element = document.createElement('div')
  element.role = 'gridcell'
  element.tabIndex = -1
  element.dir = 'auto'
  const text = document.createTextNode(nothing)
  element.append(text)
  return { element, text, chip: undefined, placed: undefined, look: '' }
}

/** Gives a number that is not shown to screen readers and to the tooltip. */
function labelCut(element: HTMLElement, number: string | undefined): void {
  if (element.dataset['cut'] === number) return
  if (number === undefined) delete element.dataset['cut']
  else element.dataset['cut'] = number
  element.ariaLabel = number ?? null
}

/** Shows a state or a kind of difference as a chip, whose mark differs by its shape, too. */
function setChip(cell: DrawnCell, tone: StatusTone | Change | undefined): void {
  if (tone === undefined) {
    if (cell.chip === undefined) return
    cell.chip.replaceWith(cell.text)
    cell.chip = undefined
    return
  }
  if (cell.chip === undefined) {
    cell.chip = document.createElement('span')
    cell.chip.className = classes['chip'] ?? ''
    cell.text.replaceWith(cell.chip)
    cell.chip.append(cell.text)
  }
  if (cell.chip.dataset['tone'] !== tone) cell.chip.dataset['tone'] = tone
}

/** Content of an empty cell: removing a text from the layout costs more than changing it. */
const nothing = '\u00a0'

function writeText({ text: node }: DrawnCell, text: string): void {
  const shown = text === '' ? nothing : visibleText(text)
  if (node.data !== shown) node.data = shown
}

function write(cell: DrawnCell, text: string, look: string): void {
  writeText(cell, text)
  if (cell.look !== look) {
    cell.look = look
    dress(cell)
  }
}

function dress({ element, placed, look }: DrawnCell): void {
  element.className = `${classes['cell'] ?? ''} ${look} ${placed === undefined ? '' : pinClasses(placed)}`
}

function placeCell(cell: DrawnCell, placed: PlacedColumn, { width }: ColumnPlaces): void {
  if (cell.placed === placed) return
  cell.placed = placed
  const { element } = cell
  element.ariaColIndex = String(placed.index + 1)
  element.style.width = `${placed.width}px`
  if (placed.side === 'right') {
    element.style.left = ''
    element.style.right = `${width.right - placed.left - placed.width}px`
  } else {
    const left =
      placed.side === 'left' ? `${placed.left}px` : `calc(${width.left + placed.left}px - var(--scroll-left))`
    element.style.left = left
    element.style.right = ''
  }
  dress(cell)
}
