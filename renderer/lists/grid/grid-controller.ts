import type { KeyboardEvent, MouseEvent } from 'react'
import { isFocusLost } from '../../platform/focus-lost.ts'
import type { OpenColumnMenu, TableColumnCommands } from '../columns/column-menu.tsx'
import type { ArrangedColumns } from '../columns/use-list-columns.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'
import { nextSort, withSort, type SortOrder } from '../model/sort-order.ts'
import type { TableBody, TableCell, TableElements } from './body/table-body.ts'
import { isMenuKey } from './cell-steps.ts'
import { fittingWidth, isCut } from './fitting-width.ts'
import { orderAfterDrop, type DropPlace } from './header/column-order.ts'
import type { HeaderCommands } from './header/table-header.tsx'
import type { HeaderFocus } from './header/use-header-focus.ts'
import { LiveRows, type RowsRequest, type RowsState } from './live-rows.ts'
import type { RecordRow } from './record-columns.ts'
import { pressCell } from './record-keys.ts'
import { shownTooltip } from './shown-cell.ts'

/** What the owner of a table can do with it. */
export interface RecordTable extends TableColumnCommands {
  readonly focusRow: (rowIndex: number) => void
  /**
   * Restores the focus of the last or the first cell, or of a header if there are no rows.
   * @param path the column of the first cell
   */
  readonly focusCell: (path?: string) => void
  /** Focuses a column's header, or the first one if there is no such column. */
  readonly focusHeader: (path: string | undefined) => void
  readonly clearSelection: () => void
  /** Selects or deselects a record. @param position in the dataset */
  readonly toggleRow: (position: number) => void
}

/** How a record was opened: `keyboard` moves the focus into it; `return` restores it when the person comes back. */
export type OpenedBy = 'keyboard' | 'pointer' | 'return'

export interface OpenCellMenu {
  readonly column: ArrangedColumn
  readonly record: RecordRow
  readonly rowIndex: number
  readonly left: number
  readonly top: number
}

export interface TableActions {
  readonly onSort: (change: (order: SortOrder) => SortOrder) => void
  readonly onOpen: (rowIndex: number, position: number, by: OpenedBy) => void
  readonly onCellMenu: (open: OpenCellMenu) => void
  readonly onColumnMenu: (open: Omit<OpenColumnMenu, 'giveBackFocus'>) => void
  /** Copies a cell. */
  readonly onCopy: (record: RecordRow, column: ArrangedColumn) => void
}

/** The record that is open beside the table, with its row in the query. */
export interface OpenedRow {
  readonly rowIndex: number
  readonly position: number
  readonly by: OpenedBy
}

export interface GridRequest extends RowsRequest {
  readonly columns: ArrangedColumns
  readonly opened: OpenedRow | undefined
  readonly actions: TableActions
}

export interface GridState extends RowsState {
  /** The width of a column while its edge is dragged. */
  readonly held: { readonly path: string; readonly width: number } | undefined
}

/** A table in use: its rows, their blocks and selection, the scroll position and the focus. */
export class GridController implements RecordTable {
  readonly rows: LiveRows
  readonly #onChange: (changed: Partial<GridState>) => void
  #request: GridRequest
  #header: HeaderFocus | undefined
  #frame: HTMLElement | undefined
  #body: TableBody | undefined
  #opened: OpenedRow | undefined
  #rowCount = -1

  constructor(request: GridRequest, onChange: (changed: Partial<GridState>) => void) {
    this.#request = request
    this.#onChange = onChange
    this.rows = new LiveRows(request, onChange)
  }

  /** Opens the table in these elements. @returns a function that closes it */
  mount(elements: TableElements): () => void {
    this.#frame = elements.frame
    return this.rows.mount(elements)
  }

  /** Sets what the table shows from now on, without drawing. */
  set(request: GridRequest): void {
    this.#request = request
    this.rows.set(request)
  }

  /** Sets the focus of the header, which depends on what the table has drawn. */
  setHeader(header: HeaderFocus): void {
    this.#header = header
  }

  /** Draws what has changed since the last call. */
  draw(body: TableBody): void {
    const { opened } = this.#request
    const isNew = this.#body !== body
    this.#body = body
    this.rows.draw(body)
    const isShown = this.#opened?.rowIndex === opened?.rowIndex && this.#opened?.position === opened?.position
    this.#opened = opened
    if (opened !== undefined && (isNew || !isShown)) this.#showOpened(opened, body)
    if (isNew) this.#takeFocus(body)
    const { rowCount } = body
    const isEmptied = rowCount === 0 && this.#rowCount !== 0
    this.#rowCount = rowCount
    if (isEmptied && body.hasFocus && isFocusLost()) this.focusHeader(body.current?.path)
  }

  #showOpened({ rowIndex, position, by }: OpenedRow, body: TableBody): void {
    const { selection } = this.rows
    // When the person comes back, the table stays where they left it.
    if (by !== 'return') body.showRow(rowIndex)
    // A selection of several rows stays while its records are viewed.
    if (selection.size <= 1) selection.selectOnly(position)
    const { current } = body
    if (current !== undefined && this.#frame?.contains(document.activeElement) === true)
      body.focusCell(rowIndex, current.path)
  }

  /**
   * Takes the focus over from a table whose dataset was replaced: in the first row of the same column, or in its header
   * if that had it or there are no rows.
   */
  #takeFocus(body: TableBody): void {
    const { keptView, summary, places } = this.#request
    const { focus } = keptView.read()
    if (focus === undefined || focus.datasetId === summary.datasetId || !isFocusLost()) return
    if (focus.isInHeader || body.rowCount === 0) this.focusHeader(focus.path)
    else if (focus.path !== undefined && places.byPath.has(focus.path)) body.focusCell(0, focus.path)
    else body.focusCurrent(0)
  }

  /** Keeps scroll position, selection and focus. Called while the elements still exist. */
  keep(): void {
    this.rows.keep()
    const { keptView, summary } = this.#request
    const { datasetId } = summary
    const { activeElement } = document
    // The open record beside the table is removed with it.
    const isHere = this.#frame?.parentElement?.contains(activeElement) === true
    const inHeader = activeElement?.closest<HTMLElement>('[role="columnheader"]')?.dataset['path']
    const path = inHeader ?? this.#body?.current?.path
    keptView.update({ focus: isHere ? { datasetId, path, isInHeader: inHeader !== undefined } : undefined })
  }

  focusRow(rowIndex: number): void {
    this.#body?.focusCurrent(rowIndex, 'middle')
  }

  focusCell(path?: string): void {
    const body = this.#body
    if (body === undefined) return
    // The record may have been opened in another query.
    if (body.rowCount === 0) this.focusHeader(path ?? body.current?.path)
    else if (body.current === undefined && path !== undefined && this.#request.places.byPath.has(path))
      body.focusCell(0, path)
    else body.focusCurrent()
  }

  focusHeader(path: string | undefined): void {
    const { places } = this.#request
    const wanted = path !== undefined && places.byPath.has(path) ? path : places.all[0]?.column.path
    if (wanted !== undefined) this.#header?.goTo(wanted)
  }

  clearSelection(): void {
    this.rows.selection.clear()
  }

  toggleRow(position: number): void {
    this.rows.selection.toggle(position)
  }

  sort(path: string, direction: 'asc' | 'desc' | undefined): void {
    const wanted = direction && (direction === 'asc' ? 'ascending' : 'descending')
    this.#request.actions.onSort((order) => withSort(order, path, wanted, direction === undefined))
  }

  fitWidth(path: string): void {
    const { places, columns } = this.#request
    const title = places.byPath.get(path)?.column.title
    const body = this.#body
    if (body === undefined || title === undefined) return
    body.showColumn(path, () => columns.set([path], { width: fittingWidth(title, body.cellElements(path)) }))
  }

  /** What a column's header does, besides its focus. */
  readonly headerCommands: Pick<HeaderCommands, 'sort' | 'order' | 'setWidth' | 'fitWidth' | 'openMenu' | 'goDown'> = {
    sort: (path, keepsOthers) => this.#request.actions.onSort((order) => nextSort(order, path, keepsOthers)),
    order: (paths) => this.#request.columns.orderShown(paths),
    setWidth: (path, width, isDone) => {
      const { drawn, columns } = this.#request
      this.#onChange({ held: isDone ? undefined : { path, width } })
      // An unchanged width is not stored.
      const isOther = drawn.find((column) => column.path === path)?.width !== width
      if (isDone && isOther) columns.set([path], { width })
    },
    fitWidth: (path) => this.fitWidth(path),
    openMenu: (path, beside) => {
      const { left, bottom } = beside.getBoundingClientRect()
      this.#request.actions.onColumnMenu({ path, left, top: bottom })
    },
    goDown: (path) => this.#body?.focusCell(this.#body.firstRow, path),
  }

  dropColumn(path: string, place: DropPlace): void {
    const { places, columns } = this.#request
    const side = places.byPath.get(path)?.side
    // A column dropped before the first one becomes the first, and is pinned as such.
    const isByPlace = place.side === 'left' && places.all[0]?.column.isPinnedByPlace === true
    if (side !== undefined && side !== place.side && !isByPlace)
      columns.set([path], { pinned: place.side === 'free' ? undefined : place.side })
    columns.orderShown(orderAfterDrop(places, path, place))
  }

  takeFocus(target: EventTarget): void {
    const cell = this.#body?.cellAround(target)
    if (cell === undefined) return
    this.#header?.giveUpTabStop()
    this.#body?.takeFocus(cell)
  }

  click({ target, shiftKey, ctrlKey, metaKey }: MouseEvent): void {
    const cell = this.#body?.cellAround(target)
    if (cell?.record === undefined) return
    const { selection } = this.rows
    const { position } = cell.record
    if (shiftKey) this.rows.selectRange(cell.row)
    else if (ctrlKey || metaKey) selection.toggle(position)
    else {
      selection.selectOnly(position)
      this.#request.actions.onOpen(cell.row, position, 'pointer')
    }
  }

  openMenu(event: MouseEvent): void {
    const cell = this.#body?.cellAround(event.target)
    event.preventDefault()
    if (cell !== undefined) this.#openMenu(cell, event.clientX, event.clientY)
  }

  #openMenu({ path, row, record }: TableCell, left: number, top: number): void {
    const { places, actions } = this.#request
    const column = places.byPath.get(path)?.column
    if (record === undefined || column === undefined) return
    actions.onCellMenu({ column, record, rowIndex: row, left, top })
  }

  press(event: KeyboardEvent): void {
    const body = this.#body
    const cell = body?.cellAround(event.target)
    if (body === undefined || cell === undefined) return
    if (isMenuKey(event)) {
      event.preventDefault()
      // Next to a cell outside the view, the menu would be outside, too.
      body.focusCell(cell.row, cell.path)
      const { left, bottom } = cell.element.getBoundingClientRect()
      this.#openMenu(cell, left, bottom)
      return
    }
    const { record } = cell
    const { actions } = this.#request
    const isAnswered = pressCell(event, {
      body,
      cell,
      selection: this.rows.selection,
      selectRange: (rowIndex) => this.rows.selectRange(rowIndex),
      open: () => record !== undefined && actions.onOpen(cell.row, record.position, 'keyboard'),
      goToHeader: () => this.#header?.goTo(cell.path),
      copy: actions.onCopy,
    })
    if (isAnswered) event.preventDefault()
  }

  /** Returns the cell or header that an element is in, with its tooltip; undefined if it is in neither. */
  tooltipOf(
    target: EventTarget,
  ): { readonly element: HTMLElement; readonly textOf: () => string | undefined } | undefined {
    const { places } = this.#request
    const cell = this.#body?.cellAround(target)
    if (cell !== undefined) {
      const { element, record, path } = cell
      const textOf = (): string | undefined => {
        const { cut } = element.dataset
        if (cut !== undefined) return cut
        const column = places.byPath.get(path)?.column
        if (record === undefined || column === undefined) return undefined
        return shownTooltip(record, column, () => isCut(element))
      }
      return { element, textOf }
    }
    const header = target instanceof Element ? target.closest<HTMLElement>('[role="columnheader"]') : null
    const column = places.byPath.get(header?.dataset['path'] ?? '')?.column
    if (header === null || column === undefined) return undefined
    const textOf = (): string | undefined => {
      const name = header.firstElementChild
      const isNameCut = name !== null && name.scrollWidth > name.clientWidth
      return column.isRenamed ? column.path : isNameCut ? column.title : undefined
    }
    return { element: header, textOf }
  }
}
