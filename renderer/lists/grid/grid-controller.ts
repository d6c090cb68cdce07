import type { KeyboardEvent, MouseEvent } from 'react'
import { ClavisError } from '#shared/errors.ts'
import { isDefaultQuery } from '#shared/lists/default-query.ts'
import { isFocusLost } from '../../platform/focus-lost.ts'
import { TableBody, type TableCell, type TableElements } from './body/table-body.ts'
import { ColumnCommands } from './column-commands.ts'
import type { GridRequest, GridState, OpenedBy, OpenedRow, RecordTable } from './grid-request.ts'
import type { HeaderFocus } from './header/use-header-focus.ts'
import { keepTable, restoreScroll } from './kept-table.ts'
import { isQuiet, QueriedRows } from './queried-rows.ts'
import type { GroupHead } from './record-columns.ts'
import { pressCell, togglesGroup } from './record-keys.ts'
import { GridSelection } from './selection/grid-selection.ts'
import { PointerSelection } from './selection/pointer-selection.ts'
import { rangeCancelled, rowsOfQuery, type ShownRows } from './selection/row-selection.ts'

/** A table in use: its rows, their blocks and selection, the scroll position and the focus. */
export class GridController implements RecordTable {
  readonly columns: ColumnCommands
  readonly #rows: QueriedRows
  readonly #selection: GridSelection
  readonly #pointer: PointerSelection
  readonly #onChange: (changed: Partial<GridState>) => void
  #request: GridRequest
  #header: HeaderFocus | undefined
  #frame: HTMLElement | undefined
  /** Undefined until it was drawn. */
  #body: TableBody | undefined
  #opened: OpenedRow | undefined
  #rowCount = -1
  /** Whether groups show something else than was drawn. */
  #hasStaleGroups = false

  constructor(request: GridRequest, onChange: (changed: Partial<GridState>) => void) {
    this.#request = request
    this.#onChange = onChange
    this.#rows = new QueriedRows({
      request: () => this.#request,
      onRows: () => this.#body?.draw(),
      onRowCount: (rowCount) => this.#body?.setRowCount(rowCount),
      onMove: () => this.#selection.followRows(),
      onWidths: (widths) => onChange({ widths }),
      onFailure: (failure) => onChange({ failure }),
    })
    this.columns = new ColumnCommands({
      request: () => this.#request,
      body: () => this.#body,
      onHeld: (held) => onChange({ held }),
    })
    const { selection } = request.keptView.read()
    this.#selection = new GridSelection(
      {
        body: () => this.#body,
        queryRows: () => this.#queryRows(),
        span: (first, last) => this.#rows.groups.span(first, last),
        opened: () => this.#request.opened?.position,
        onSelect: (selected) => {
          onChange({ missedRange: undefined })
          this.#request.report.onSelect(selected)
        },
        onMissed: (error, retry) => this.#missRange(error, retry),
      },
      selection?.datasetId === request.summary.datasetId ? selection : undefined,
    )
    this.#pointer = new PointerSelection(this.#selection)
  }

  /** Opens the table in these elements. @returns a function that closes it */
  mount(elements: TableElements): () => void {
    this.#frame = elements.frame
    const body = new TableBody(elements, {
      rowAt: (row) => this.#rows.rowAt(row),
      numberOf: (row) => this.#rows.groups.numberOf(row),
      depth: () => this.#rows.query?.groups?.length ?? 0,
      isSelected: (position) => this.#selection.has(position),
      range: () => this.#selection.bounds,
      onWanted: (first, last) => this.#rows.want(first, last),
      onLastInSight: (last) => this.#rows.watchEnd(last),
      onRowCount: (rowCount) => this.#onChange({ rowCount }),
      onColumns: (inSight) => {
        this.#rows.setColumnsInView(inSight.map(({ column }) => column.path))
        this.#onChange({ inSight })
      },
      onWidth: (viewWidth) => this.#onChange({ viewWidth }),
    })
    this.#onChange({ body })
    return () => {
      this.#body = undefined
      this.#rows.end()
      body.end()
    }
  }

  /** Sets what the table shows from now on, without drawing. */
  set(request: GridRequest): void {
    this.#request = request
    if (this.#rows.chooseColumns()) this.#hasStaleGroups = true
  }

  /** Sets the focus of the header, which depends on what the table has drawn. */
  setHeader(header: HeaderFocus): void {
    this.#header = header
  }

  /** Draws what has changed since the last call. */
  draw(body: TableBody): void {
    const { query, places, rowHeight, opened } = this.#request
    const isNew = this.#body !== body
    this.#body = body
    // First, because the scroll range depends on them.
    if (body.places !== places) {
      body.setPlaces(places)
      this.#selection.followColumns()
    }
    body.setRowHeight(rowHeight)
    if (this.#hasStaleGroups) body.draw()
    this.#hasStaleGroups = false
    if (this.#rows.query !== query) this.#showQuery(body)
    this.#rows.follow(body.lastRow)
    const isShown = this.#opened?.rowIndex === opened?.rowIndex && this.#opened?.position === opened?.position
    this.#opened = opened
    if (opened !== undefined && (isNew || !isShown)) this.#showOpened(opened, body)
    if (isNew) this.#takeFocus(body)
    const { rowCount } = body
    const isEmptied = rowCount === 0 && this.#rowCount !== 0
    this.#rowCount = rowCount
    if (isEmptied && body.hasFocus && isFocusLost()) this.focusHeader(body.current?.path)
  }

  #showQuery(body: TableBody): void {
    const { summary, query } = this.#request
    const isFirst = this.#rows.query === undefined
    this.#onChange({ missedRange: undefined })
    this.#selection.endRange()
    this.#rows.changeQuery()
    // The number of rows of another query is known with its first answer.
    body.setRowCount(isDefaultQuery(query) || isFirst ? summary.records : body.rowCount)
    if (isFirst) restoreScroll(this.#request, body)
    else body.goToTop()
  }

  #showOpened({ rowIndex, position, by }: OpenedRow, body: TableBody): void {
    // When the person comes back, the table stays where they left it.
    const row = by === 'return' ? undefined : this.#rows.groups.reveal(rowIndex)
    if (row !== undefined) body.showRow(row)
    // A selection of several rows stays while its records are viewed.
    if (this.#selection.size <= 1) this.#selection.selectOnly(position)
    const { current } = body
    if (row !== undefined && current !== undefined && this.#frame?.contains(document.activeElement) === true)
      body.focusCell(row, current.path)
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

  /** Keeps scroll position, selection and focus, while the elements still exist: removed ones have no scroll position. */
  keep(): void {
    keepTable(this.#request, { body: this.#body, selection: this.#selection.rows, frame: this.#frame })
  }

  focusRow(rowIndex: number): void {
    this.#body?.focusCurrent(this.#rows.groups.reveal(rowIndex), 'middle')
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
    this.#selection.clear()
  }

  copySelection(): void {
    this.#copySelection()
  }

  #copySelection(): boolean {
    const { copied } = this.#selection
    if (copied !== undefined) this.#request.actions.onCopySelection(copied)
    return copied !== undefined
  }

  toggleRow(position: number): void {
    this.#selection.toggle(position)
  }

  takeFocus(target: EventTarget): void {
    const cell = this.#body?.cellAround(target)
    if (cell === undefined) return
    this.#header?.giveUpTabStop()
    this.#body?.takeFocus(cell)
  }

  pressMouse(event: MouseEvent): void {
    if (this.#body === undefined) return
    const row = this.#body.rowAround(event.target)
    const group = row?.isNumber === true ? row.record?.group : undefined
    if (group === undefined) {
      if (this.#pointer.press(event, this.#body)) event.preventDefault()
      return
    }
    event.preventDefault()
    if (event.button === 0) this.#toggleGroup(group, row?.row)
  }

  moveMouse(event: MouseEvent): void {
    if (this.#body !== undefined) this.#pointer.move(event, this.#body)
  }

  click({ target, shiftKey, ctrlKey, metaKey }: MouseEvent): void {
    if (this.#pointer.release()) return
    const cell = this.#body?.cellAround(target)
    if (cell?.record === undefined) return
    const { position, group } = cell.record
    if (group !== undefined) {
      // With a key held, the press has extended a range.
      if (!shiftKey && !ctrlKey && !metaKey) this.#toggleGroup(group)
    } else if (shiftKey) {
      // Otherwise the press has extended the range of cells.
      if (this.#selection.hasChosenRows) this.#selection.selectRowsTo(cell.row)
    } else if (ctrlKey || metaKey) this.#selection.toggle(position)
    else {
      this.#selection.selectOnly(position)
      this.#open(cell, 'pointer')
    }
  }

  #open({ row, record }: TableCell, by: OpenedBy): void {
    const rowIndex = this.#rows.groups.numberOf(row)
    if (record !== undefined && rowIndex !== undefined) this.#request.actions.onOpen(rowIndex, record.position, by)
  }

  /** @param row takes the focus, which stays where it is by default */
  #toggleGroup({ key }: GroupHead, row?: number): void {
    this.#selection.endRange()
    this.#rows.groups.toggle(key)
    if (row !== undefined) this.#body?.focusCurrent(row)
  }

  #queryRows(): ShownRows | undefined {
    const { query } = this.#rows
    const { datasetId } = this.#request.summary
    return query && rowsOfQuery(datasetId, query, () => this.#rows.query === query)
  }

  #missRange(error: unknown, retry: (() => void) | undefined): void {
    if (!isQuiet(error) && retry !== undefined) this.#onChange({ missedRange: { error, retry } })
    if (error instanceof ClavisError && error.code === 'cancelled')
      this.#onChange({ missedRange: { error: rangeCancelled(), retry: undefined } })
  }

  /** Requests again what failed. */
  retry({ failure, missedRange }: Pick<GridState, 'failure' | 'missedRange'>): void {
    if (failure !== undefined) this.#rows.retry()
    missedRange?.retry?.()
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
    const { groups } = this.#rows
    const { group } = record
    const rowIndex = groups.numberOf(row)
    if (rowIndex !== undefined) actions.onCellMenu({ column, record, rowIndex, left, top })
    else if (group !== undefined && groups.rows !== undefined)
      actions.onGroupMenu({
        table: groups.rows.table,
        group,
        sums: groups.sums,
        left,
        top,
        toggle: () => this.#toggleGroup(group),
        openAll: (isOpen) => groups.openAll(isOpen),
      })
  }

  press(event: KeyboardEvent): void {
    const body = this.#body
    const cell = body?.cellAround(event.target)
    if (body === undefined || cell === undefined) return
    const { actions } = this.#request
    const group = cell.record?.group
    if (group !== undefined && togglesGroup(event, group, cell.path)) {
      this.#toggleGroup(group)
      event.preventDefault()
      return
    }
    const isAnswered = pressCell(event, {
      body,
      cell,
      selection: this.#selection,
      open: () => this.#open(cell, 'keyboard'),
      openMenu: (left, top) => this.#openMenu(cell, left, top),
      goToHeader: () => this.#header?.goTo(cell.path),
      copy: actions.onCopy,
      copySelection: () => this.#copySelection(),
    })
    if (isAnswered) event.preventDefault()
  }
}
