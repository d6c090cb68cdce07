import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react'
import type { Cell, ListQuery, DatasetSummary } from '../../../shared/model/lists/list.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import type { OpenColumnMenu, TableColumnCommands } from '../columns/column-menu.tsx'
import type { ViewMemory } from '../model/view-memory.tsx'
import { drawnColumns, type RecordRow } from './table/record-columns.ts'
import { copiedCell, shownCell, shownTooltip } from './table/shown-cell.ts'
import { pressCell } from './record-keys.ts'
import { isMenuKey } from './table/cell-steps.ts'
import { useColumnDrag } from './table/header/column-drag.ts'
import { orderAfterDrop, type DropPlace } from './table/header/column-order.ts'
import { placeColumns, type ColumnPlaces, type PlacedColumn } from './table/column-places.ts'
import { automaticWidth, fittingWidth, isCut } from './table/fitting-width.ts'
import { useRowDensity } from '../model/row-density.ts'
import { nextSort, withSort, type SortOrder } from '../model/sort-order.ts'
import type { TableCell } from './table/body/table-body.ts'
import { TableHeader, type HeaderCommands } from './table/header/table-header.tsx'
import { useHeaderFocus } from './table/header/use-header-focus.ts'
import { useTooltip } from './table/use-tooltip.ts'
import type { ArrangedColumns } from '../columns/use-list-columns.ts'
import { useDatasetFocus } from './use-dataset-focus.ts'
import { useRecordRows } from './use-record-rows.ts'
import classes from './table/record-table.module.css'

export interface RecordTable extends TableColumnCommands {
  readonly focusRow: (rowIndex: number) => void
  /**
   * Restores the focus of the last or the first cell, or of a header if there are no rows.
   * @param path the column of the first cell
   */
  readonly focusCell: (path?: string) => void
  /** Focuses a column's header, or the first one if there is no such column. */
  readonly focusHeader: (path: string) => void
  readonly clearSelection: () => void
  /** Selects or deselects a record. @param position in the dataset */
  readonly toggleRow: (position: number) => void
}

/** How a record was opened: `keyboard` moves the focus into it; `return` restores it when the person comes back. */
export type OpenedBy = 'keyboard' | 'pointer' | 'return'

/** Shows the loaded records in a table that holds a few blocks of rows, however long the list is. */
export function RecordGrid({
  ref,
  summary,
  columns,
  query,
  onSort,
  keptView,
  label,
  opened,
  onNearEnd,
  onOpen,
  onCellMenu,
  onQuery,
  onBuilding,
  onSelect,
  onColumnMenu,
  onCopy,
  children,
}: {
  readonly ref: Ref<RecordTable>
  readonly summary: DatasetSummary
  readonly columns: ArrangedColumns
  readonly query: ListQuery
  readonly onSort: (change: (order: SortOrder) => SortOrder) => void
  /** Keeps the scroll position and the selection. */
  readonly keptView: ViewMemory
  readonly label: string
  /** The record that is open beside the table, with its row in the query. */
  readonly opened: { readonly rowIndex: number; readonly position: number; readonly by: OpenedBy } | undefined
  /** The last loaded rows are nearly in view; undefined while no page can be requested. */
  readonly onNearEnd: (() => void) | undefined
  readonly onOpen: (rowIndex: number, position: number, by: OpenedBy) => void
  /** Opens a cell's menu at a place in the window. */
  readonly onCellMenu: (open: {
    readonly path: string
    readonly value: { readonly path: string; readonly cell: Cell | null }
    readonly copied: string | undefined
    readonly rowIndex: number
    readonly position: number
    readonly left: number
    readonly top: number
  }) => void
  /** The shown query, with the number of matches and of searched records. */
  readonly onQuery: (query: ListQuery, count: number, covers: number) => void
  /** Whether a new query takes noticeable time. */
  readonly onBuilding: (isBuilding: boolean) => void
  readonly onSelect: (positions: readonly number[]) => void
  readonly onColumnMenu: (open: Omit<OpenColumnMenu, 'giveBackFocus'>) => void
  /** Copies a cell's text; undefined if the table has only part of it. */
  readonly onCopy: (text: string | undefined) => void
  /** Shown in place of the rows if the query has none. */
  readonly children?: ReactNode
}): ReactElement {
  const { rowIndex: openedRow, position: openedPosition } = opened ?? {}
  const { arranged } = columns
  const { rowHeight } = useRowDensity()
  const frame = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLDivElement>(null)
  const holder = useRef<HTMLDivElement>(null)
  const elements = useMemo(() => ({ frame, scroller, canvas, holder }), [])
  const [held, setHeld] = useState<{ readonly path: string; readonly width: number }>()
  const [viewWidth, setViewWidth] = useState(0)
  const [inSight, setInSight] = useState<readonly PlacedColumn[]>([])
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(() => keptView.read().widths)
  const kept = useMemo(
    () =>
      drawnColumns(arranged).map((column) => {
        const width = column.isSized ? undefined : widths.get(column.path)
        return width === undefined ? column : { ...column, width }
      }),
    [arranged, widths],
  )
  function measure(came: readonly RecordRow[]): void {
    const known = keptView.read().widths
    const wider = new Map(known)
    for (const column of kept) {
      if (column.isSized) continue
      const cells = came.map((row) => shownCell(row, column)).filter(({ cell }) => cell !== undefined && cell !== null)
      const before = known.get(column.path)
      const width = cells.length === 0 ? before : automaticWidth(column, cells, before)
      if (width !== undefined && width !== before) wider.set(column.path, width)
    }
    if (wider.size === known.size && [...wider].every(([path, width]) => known.get(path) === width)) return
    setWidths(wider)
    keptView.update({ widths: wider })
  }
  const gutter = gutterWidth(summary.records)
  const drawn = useMemo(
    () =>
      held === undefined
        ? kept
        : kept.map((column) => (column.path === held.path ? { ...column, width: held.width } : column)),
    [kept, held],
  )
  const places = useMemo(() => placeColumns(drawn, viewWidth, gutter), [drawn, viewWidth, gutter])
  const { rows, rowCount, selectRange, failure, missedRange } = useRecordRows(
    elements,
    { summary, drawn: kept, columnPlaces: places, query, rowHeight, keptView },
    { onNearEnd, onQuery, onBuilding, onSelect, onColumns: setInSight, onWidth: setViewWidth, onRows: measure },
  )

  const showOpened = useEffectEvent((rowIndex: number, position: number) => {
    if (rows === undefined) return
    const { body, selection } = rows
    // When the person comes back, the table stays where they left it.
    if (opened?.by !== 'return') body.showRow(rowIndex)
    // A selection of several rows stays while its records are viewed.
    if (selection.size <= 1) selection.selectOnly(position)
    const { current } = body
    if (current !== undefined && frame.current?.contains(document.activeElement) === true)
      body.focusCell(rowIndex, current.path)
  })
  useEffect(() => {
    if (rows !== undefined && openedRow !== undefined && openedPosition !== undefined)
      showOpened(openedRow, openedPosition)
  }, [rows, openedRow, openedPosition])

  const headerFocus = useHeaderFocus(frame, rows?.body, places)
  const { datasetId } = summary
  function goToHeader(path: string | undefined): void {
    const wanted = path !== undefined && places.byPath.has(path) ? path : places.all[0]?.column.path
    if (wanted !== undefined) headerFocus.goTo(wanted)
  }
  useDatasetFocus({ frame, body: rows?.body, goToHeader, places, rowCount, datasetId, keptView })
  const drag = useColumnDrag(
    {
      places,
      viewWidth: () => viewWidth,
      scrollLeft: () => rows?.body.scrollLeft ?? 0,
      goAcross: (left) => rows?.body.goAcross(left),
      leftEnd: () => frame.current?.getBoundingClientRect().left ?? 0,
    },
    (path, place) => {
      const side = places.byPath.get(path)?.side
      // A column dropped before the first one becomes the first, and is pinned as such.
      const isByPlace = place.side === 'left' && places.all[0]?.column.isPinnedByPlace === true
      if (side !== undefined && side !== place.side && !isByPlace)
        columns.set([path], { pinned: place.side === 'free' ? undefined : place.side })
      columns.orderShown(orderAfterDrop(places, path, place))
    },
  )
  const tooltip = useTooltip()

  function fitWidth(path: string): void {
    const title = places.byPath.get(path)?.column.title
    if (rows === undefined || title === undefined) return
    const { body } = rows
    body.showColumn(path, () => columns.set([path], { width: fittingWidth(title, body.cellElements(path)) }))
  }
  const commands: HeaderCommands = {
    sort: (path, keepsOthers) => onSort((order) => nextSort(order, path, keepsOthers)),
    order: columns.orderShown,
    setWidth: (path, width, isDone) => {
      setHeld(isDone ? undefined : { path, width })
      // An unchanged width is not stored.
      const isOther = kept.find((column) => column.path === path)?.width !== width
      if (isDone && isOther) columns.set([path], { width })
    },
    fitWidth,
    openMenu: (path, beside) => {
      const { left, bottom } = beside.getBoundingClientRect()
      onColumnMenu({ path, left, top: bottom })
    },
    goTo: headerFocus.goTo,
    goDown: (path) => rows?.body.focusCell(rows.body.firstRow, path),
    takeFocus: headerFocus.take,
    leaveFocus: headerFocus.leave,
    restoreFocus: headerFocus.restore,
  }

  useImperativeHandle(ref, (): RecordTable => ({
    focusRow: (rowIndex) => rows?.body.focusCurrent(rowIndex, 'middle'),
    focusCell: (path) => {
      if (rows === undefined) return
      // The record may have been opened in another query.
      if (rows.body.rowCount === 0) goToHeader(path ?? rows.body.current?.path)
      else if (rows.body.current === undefined && path !== undefined && places.byPath.has(path))
        rows.body.focusCell(0, path)
      else rows.body.focusCurrent()
    },
    focusHeader: goToHeader,
    clearSelection: () => rows?.selection.clear(),
    toggleRow: (position) => rows?.selection.toggle(position),
    sort: (path, direction) =>
      onSort((order) =>
        withSort(order, path, direction && (direction === 'asc' ? 'ascending' : 'descending'), direction === undefined),
      ),
    fitWidth: (path) => fitWidth(path),
  }))

  function openCellMenu({ path, row, record }: TableCell, left: number, top: number): void {
    const column = places.byPath.get(path)?.column
    if (record === undefined || column === undefined) return
    const { path: valuePath, cell } = shownCell(record, column)
    const value = { path: valuePath, cell: cell ?? null }
    const { position } = record
    onCellMenu({ path, value, copied: copiedCell(record, column), rowIndex: row, position, left, top })
  }
  function restOn(target: EventTarget): void {
    const cell = rows?.body.cellAround(target)
    if (cell !== undefined) {
      const { record } = cell
      tooltip.rest(cell.element, () => {
        const { cut } = cell.element.dataset
        if (cut !== undefined) return cut
        const column = places.byPath.get(cell.path)?.column
        if (record === undefined || column === undefined) return undefined
        return shownTooltip(record, column, () => isCut(cell.element))
      })
      return
    }
    const header = target instanceof Element ? target.closest<HTMLElement>('[role="columnheader"]') : null
    const column = places.byPath.get(header?.dataset['path'] ?? '')?.column
    if (header === null || column === undefined) tooltip.hide()
    else
      tooltip.rest(header, () => {
        const name = header.firstElementChild
        const isNameCut = name !== null && name.scrollWidth > name.clientWidth
        return column.isRenamed ? column.path : isNameCut ? column.title : undefined
      })
  }

  return (
    <div
      ref={frame}
      className={classes['frame']}
      style={{ '--gutter': `${gutter}px` } as CSSProperties}
      onMouseOver={({ target }) => restOn(target)}
      onMouseLeave={tooltip.hide}
      onPointerDown={tooltip.hide}
      onWheel={tooltip.hide}
      onKeyDown={tooltip.hide}
    >
      {(failure !== undefined || missedRange !== undefined) && (
        <div className={classes['failure']}>
          <ErrorPanel
            error={failure ?? missedRange?.error}
            {...(missedRange !== undefined && { about: 'Couldn’t select the rows.' })}
            {...((failure !== undefined || missedRange?.canRetry === true) && {
              onRetry: () => {
                if (failure !== undefined) rows?.blocks.refresh()
                if (missedRange?.canRetry === true) selectRange(missedRange.rowIndex)
              },
            })}
          />
        </div>
      )}
      <div
        role="grid"
        data-own-focus
        aria-label={label}
        // The number of rows is unknown until the last page.
        aria-rowcount={summary.state.kind === 'complete' ? rowCount + 1 : -1}
        aria-colcount={drawn.length}
        aria-multiselectable
        className={classes['grid']}
      >
        <TableHeader
          places={places}
          inSight={inSight}
          sort={query.sort}
          current={headerFocus.path}
          hasTabStop={headerFocus.isTabStop || rowCount === 0}
          drag={drag}
          commands={commands}
        />
        <div ref={scroller} role="rowgroup" data-scroller className={classes['scroller']}>
          <div ref={canvas} role="presentation" className={classes['canvas']}>
            <div
              ref={holder}
              role="presentation"
              className={classes['holder']}
              onFocus={({ target }) => {
                const cell = rows?.body.cellAround(target)
                if (cell === undefined) return
                headerFocus.giveUpTabStop()
                rows?.body.takeFocus(cell)
              }}
              onBlur={({ relatedTarget }) => {
                // If the focused element was removed, nothing else takes the focus.
                if (relatedTarget !== null) rows?.body.leaveFocus()
              }}
              onClick={({ target, shiftKey, ctrlKey, metaKey }) => {
                const cell = rows?.body.cellAround(target)
                if (rows === undefined || cell?.record === undefined) return
                const { selection } = rows
                const { position } = cell.record
                if (shiftKey) selectRange(cell.row)
                else if (ctrlKey || metaKey) selection.toggle(position)
                else {
                  selection.selectOnly(position)
                  onOpen(cell.row, position, 'pointer')
                }
              }}
              onContextMenu={(event) => {
                const cell = rows?.body.cellAround(event.target)
                event.preventDefault()
                if (cell !== undefined) openCellMenu(cell, event.clientX, event.clientY)
              }}
              onKeyDown={(event) => {
                const cell = rows?.body.cellAround(event.target)
                if (rows === undefined || cell === undefined) return
                const { body, selection } = rows
                if (isMenuKey(event)) {
                  event.preventDefault()
                  // Next to a cell outside the view, the menu would be outside, too.
                  body.focusCell(cell.row, cell.path)
                  const { left, bottom } = cell.element.getBoundingClientRect()
                  openCellMenu(cell, left, bottom)
                  return
                }
                const { record } = cell
                const isAnswered = pressCell(event, {
                  body,
                  cell,
                  selection,
                  selectRange,
                  open: () => record !== undefined && onOpen(cell.row, record.position, 'keyboard'),
                  goToHeader: () => headerFocus.goTo(cell.path),
                  copy: onCopy,
                })
                if (isAnswered) event.preventDefault()
              }}
            />
          </div>
        </div>
      </div>
      {children !== undefined && children !== false && <div className={classes['noRows']}>{children}</div>}
      {drag.dragged !== undefined && (
        <>
          <div
            data-drop-mark
            className={classes['dropMark']}
            style={{ left: markPlace(drag.dragged.place, places, viewWidth, rows?.body.scrollLeft ?? 0) }}
          />
          <div className={classes['ghost']} style={{ left: drag.dragged.x + 10, top: drag.dragged.y + 14 }}>
            {places.byPath.get(drag.dragged.path)?.column.title}
          </div>
        </>
      )}
      {tooltip.shown !== undefined && (
        <div
          role="tooltip"
          dir="auto"
          className={classes['tooltip']}
          style={{ left: tooltip.shown.left, top: tooltip.shown.top }}
        >
          {tooltip.shown.text}
        </div>
      )}
    </div>
  )
}

/** Returns the width of the row numbers, in pixels. */
function gutterWidth(rows: number): number {
  return 20 + Math.max(2, rows.toLocaleString().length) * 7
}

/** Returns the left edge of a dropped column, in pixels from the table's left edge. */
function markPlace({ side, left }: DropPlace, { width }: ColumnPlaces, viewWidth: number, scrollLeft: number): number {
  switch (side) {
    case 'left':
      return left
    case 'right':
      return viewWidth - width.right + left
    case 'free':
      return width.left + left - scrollLeft
  }
}
