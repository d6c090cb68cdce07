import {
  CellStyleModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  EventApiModule,
  InfiniteRowModelModule,
  LocaleModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
  TooltipModule,
  type GetLocaleTextParams,
  type GridApi,
  type IDatasource,
  type SuppressHeaderKeyboardEventParams,
  type SuppressKeyboardEventParams,
} from 'ag-grid-community'
import { AgGridProvider, AgGridReact } from 'ag-grid-react'
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type Ref,
} from 'react'
import type { ColumnFilter } from '../../shared/model/list-filter.ts'
import type { Cell, ListView, RunSummary } from '../../shared/model/list.ts'
import { call } from '../app/clavis.ts'
import { cspNonce } from '../app/csp-nonce.ts'
import { cellText } from './cell-format.ts'
import type { HeaderContext } from './column-header.ts'
import type { OpenColumnMenu, TableColumnCommands } from './column-menu.tsx'
import { focusCell, focusHeader } from './grid-focus.ts'
import { gridTheme } from './grid-theme.ts'
import { isUnderWay } from './list-words.ts'
import { columnDefinitions, drawnColumns, type RecordRow } from './record-columns.ts'
import { isOwnKey, pressCell } from './record-keys.ts'
import { RowSelection } from './row-selection.ts'
import { keepScrollAgreed } from './scroll-agreement.ts'
import type { ListColumns } from './use-list-columns.ts'
import './record-grid.css'

const modules = [
  InfiniteRowModelModule,
  CellStyleModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  EventApiModule,
  LocaleModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
  TooltipModule,
]

/** Rows that are asked for at once, and how many such blocks the page holds at most. */
const blockSize = 100
const mostBlocks = 10

/** How near the end of what is loaded the view may come before more is fetched, rows. */
const nearEnd = 150

/** Shortest time between two refreshes of a searched or sorted view while records come, milliseconds. */
const refreshInterval = 1000

/** What the page around the table can have it do. */
export interface RecordTable extends TableColumnCommands {
  /** Puts the keyboard's focus on a row, in the column where it was last. */
  readonly focusRow: (rowIndex: number) => void
  /** Puts the focus back on the cell that had it last, or on the first one. */
  readonly focusCell: () => void
  readonly clearSelection: () => void
}

/** How a record was opened: by keyboard the person goes on in it. */
export type OpenedBy = 'keyboard' | 'pointer'

/** The loaded records as a table that holds a few blocks of rows, however long the list is. */
export function RecordGrid({
  ref,
  summary,
  columns,
  search,
  filters,
  label,
  opened,
  onNearEnd,
  onOpen,
  onCellMenu,
  onView,
  onSelect,
  onColumnMenu,
  onCopy,
}: {
  readonly ref: Ref<RecordTable>
  readonly summary: RunSummary
  readonly columns: ListColumns
  readonly search: string
  readonly filters: readonly ColumnFilter[]
  readonly label: string
  /** The record that is open beside the table, and its row of the view. */
  readonly opened: { readonly rowIndex: number; readonly position: number } | undefined
  /** The person has come near the end of what is loaded. */
  readonly onNearEnd: () => void
  readonly onOpen: (rowIndex: number, position: number, by: OpenedBy) => void
  /** What can be done with a cell’s value is asked for, at this place of the window. */
  readonly onCellMenu: (path: string, cell: Cell | null, left: number, top: number) => void
  /** The view that is shown, how many rows it has, and how many records it looked at. */
  readonly onView: (view: ListView, count: number, covers: number) => void
  /** The selected records, by their positions in the run. */
  readonly onSelect: (positions: readonly number[]) => void
  readonly onColumnMenu: (open: OpenColumnMenu) => void
  /** The person wants a cell's text on the clipboard; undefined: the table has a part of it only. */
  readonly onCopy: (text: string | undefined) => void
}): ReactElement {
  const { runId, records } = summary
  const { rowIndex: openedRow, position: openedPosition } = opened ?? {}
  const { arranged } = columns
  const [api, setApi] = useState<GridApi<RecordRow>>()
  const drawn = useMemo(() => drawnColumns(arranged), [arranged])
  const definitions = useMemo(() => columnDefinitions(drawn), [drawn])
  const paths = useMemo(() => drawn.map(({ path }) => path), [drawn])
  const formats = useMemo(() => new Map(drawn.map(({ path, format }) => [path, format])), [drawn])
  // Which columns' cells a row must have: their order and looks do not matter to what was asked for.
  const columnKey = useMemo(() => paths.toSorted().join('\n'), [paths])
  const shownView = useRef<ListView>({ search: '', filters: [], sort: [] })
  const selection = useMemo(() => api && new RowSelection(api, onSelect), [api, onSelect])

  const ask = useEffectEvent(async (view: ListView, offset: number) => {
    // One mark at a time, for a timeline to read: when rows were last asked for.
    performance.clearMarks('lists.rows')
    performance.mark('lists.rows')
    const window = await call('lists.rows', { runId, view, offset, limit: blockSize, paths })
    shownView.current = view
    onView(view, window.count, window.covers)
    const rows = window.rows.map(({ position, cells }): RecordRow => ({
      position,
      cells: new Map(cells.map((cell, index) => [paths[index] ?? '', cell])),
    }))
    return { rows, count: window.count }
  })
  const positionsOf = async (offset: number, limit: number): Promise<number[]> => {
    const { rows } = await call('lists.rows', { runId, view: shownView.current, offset, limit, paths: [] })
    return rows.map(({ position }) => position)
  }
  /** Whether the keyboard's focus was last seen in the table. */
  const hasFocus = useRef(false)
  const takeIn = useEffectEvent((rows: readonly RecordRow[]) => {
    selection?.mark(rows)
    // A row that was empty is drawn anew with its record, and the focus would be lost with the old one.
    requestAnimationFrame(() => {
      const cell = api?.getFocusedCell()
      if (api !== undefined && cell && hasFocus.current && document.activeElement === document.body)
        focusCell(api, cell.rowIndex, cell.column)
    })
  })

  /** How many records are known to be loaded. */
  const known = useRef(records)
  useEffect(() => {
    known.current = records
  }, [records])

  useEffect(() => {
    if (api === undefined) return
    const datasource: IDatasource = {
      getRows: (question) => {
        const { startRow, sortModel } = question
        const view: ListView = {
          search,
          filters: [...filters],
          sort: sortModel.map(({ colId, sort }) => ({
            path: colId,
            direction: sort === 'asc' ? 'ascending' : 'descending',
          })),
        }
        ask(view, startRow).then(
          ({ rows, count }) => {
            // An answer may be older than what the table was told meanwhile: it must not shorten it again.
            question.successCallback(rows, showsAll(view) ? Math.max(count, known.current) : count)
            takeIn(rows)
          },
          () => question.failCallback(),
        )
      },
    }
    api.setGridOption('datasource', datasource)
  }, [api, runId, search, filters])

  useGrowth(api, summary, search === '' && filters.length === 0, columnKey)

  useEffect(() => api?.setGridAriaProperty('label', label), [api, label])

  const showOpened = useEffectEvent((rowIndex: number, position: number) => {
    if (api === undefined) return
    api.ensureIndexVisible(rowIndex)
    // A choice of several stays what it is while its records are looked at.
    if (selection !== undefined && selection.size <= 1) selection.selectOnly(rowIndex, position)
    const column = api.getFocusedCell()?.column
    if (column !== undefined && document.activeElement?.closest('.clavis-records') !== null)
      api.setFocusedCell(rowIndex, column)
  })
  useEffect(() => {
    if (api !== undefined && openedRow !== undefined && openedPosition !== undefined)
      showOpened(openedRow, openedPosition)
  }, [api, openedRow, openedPosition])

  const region = useRef<HTMLDivElement>(null)
  useEffect(() => (region.current === null ? undefined : keepScrollAgreed(region.current)), [])

  useImperativeHandle(
    ref,
    (): RecordTable => ({
      focusRow: (rowIndex) => {
        const column = api?.getFocusedCell()?.column ?? api?.getAllDisplayedColumns()[0]
        if (api === undefined || column === undefined) return
        api.ensureIndexVisible(rowIndex, 'middle')
        focusCell(api, rowIndex, column)
      },
      focusCell: () => {
        const cell = api?.getFocusedCell()
        const column = cell?.column ?? api?.getAllDisplayedColumns()[0]
        if (api === undefined || column === undefined) return
        // The view may have fewer rows than when the cell was left.
        const lastRow = Math.max(0, api.getDisplayedRowCount() - 1)
        focusCell(api, Math.min(cell?.rowIndex ?? 0, lastRow), column)
      },
      clearSelection: () => selection?.clear(),
      sort: (path, direction) => {
        if (direction === undefined) api?.applyColumnState({ state: [{ colId: path, sort: null }] })
        else api?.applyColumnState({ state: [{ colId: path, sort: direction }], defaultState: { sort: null } })
      },
      fitWidth: (path) => api?.autoSizeColumns([path]),
    }),
    [api, selection],
  )

  function watchEnd(grid: GridApi<RecordRow>): void {
    if (grid.getLastDisplayedRowIndex() >= records - nearEnd) onNearEnd()
  }
  const watchAgain = useEffectEvent(() => {
    if (api !== undefined) watchEnd(api)
  })
  // A page may not fill the window: then nobody scrolls, and the next one is due all the same.
  useEffect(() => watchAgain(), [records, api])

  // Headers keep it as long as they live.
  const context = useMemo(
    (): HeaderContext => ({
      openColumnMenu: (grid: GridApi<RecordRow>, path, beside) => {
        const { left, bottom } = beside.getBoundingClientRect()
        const giveBackFocus = (): void => focusHeader(grid, path)
        onColumnMenu({ path, left, top: bottom, giveBackFocus })
      },
    }),
    [onColumnMenu],
  )

  return (
    <div
      ref={region}
      className="clavis-records"
      aria-label={label}
      role="region"
      onFocus={() => {
        hasFocus.current = true
      }}
      onBlur={({ relatedTarget }) => {
        // Nothing else takes it where the focused element went away.
        if (relatedTarget !== null) hasFocus.current = false
      }}
    >
      <AgGridProvider modules={modules}>
        <AgGridReact<RecordRow>
          theme={gridTheme}
          styleNonce={cspNonce()}
          rowModelType="infinite"
          context={context}
          columnDefs={definitions}
          defaultColDef={defaultColumn}
          cacheBlockSize={blockSize}
          maxBlocksInCache={mostBlocks}
          maxConcurrentDatasourceRequests={2}
          blockLoadDebounceMillis={20}
          infiniteInitialRowCount={records}
          getRowId={({ data }) => String(data.position)}
          rowSelection={{ mode: 'multiRow', checkboxes: false, headerCheckbox: false, enableClickSelection: false }}
          alwaysMultiSort={false}
          tooltipShowDelay={400}
          suppressDragLeaveHidesColumns
          suppressNoRowsOverlay
          getLocaleText={localeText}
          onGridReady={({ api: ready }) => setApi(ready)}
          onViewportChanged={({ api: grid }) => watchEnd(grid)}
          onColumnMoved={({ finished, source, api: grid }) => {
            if (finished && source === 'uiColumnMoved')
              columns.orderShown(grid.getAllDisplayedColumns().map((column) => column.getColId()))
          }}
          onColumnPinned={({ source, pinned, columns: moved }) => {
            const side = pinned === 'left' || pinned === 'right' ? pinned : undefined
            if (source === 'uiColumnMoved')
              columns.set(
                (moved ?? []).map((column) => column.getColId()),
                { pinned: side },
              )
          }}
          onColumnResized={({ finished, source, columns: resized }) => {
            if (!finished || (source !== 'uiColumnResized' && source !== 'autosizeColumns')) return
            for (const column of resized ?? []) columns.set([column.getColId()], { width: column.getActualWidth() })
          }}
          onColumnHeaderContextMenu={({ column, api: grid }) => {
            const path = 'getColId' in column ? column.getColId() : undefined
            const header = path === undefined ? null : headerOf(path)
            if (path !== undefined && header !== null) context.openColumnMenu(grid, path, header)
          }}
          onRowClicked={({ rowIndex, data, event }) => {
            if (rowIndex === null || data === undefined || selection === undefined) return
            const { shiftKey, ctrlKey, metaKey } =
              event instanceof MouseEvent ? event : { shiftKey: false, ctrlKey: false, metaKey: false }
            if (shiftKey) void selection.selectRange(rowIndex, positionsOf)
            else if (ctrlKey || metaKey) selection.toggle(rowIndex, data.position)
            else {
              selection.selectOnly(rowIndex, data.position)
              onOpen(rowIndex, data.position, 'pointer')
            }
          }}
          preventDefaultOnContextMenu
          onCellContextMenu={({ event, column, data }) => {
            if (event instanceof MouseEvent && data !== undefined)
              onCellMenu(column.getColId(), data.cells.get(column.getColId()) ?? null, event.clientX, event.clientY)
          }}
          onCellKeyDown={(pressed) => {
            const { event, rowIndex, data, api: grid } = pressed
            if (!(event instanceof KeyboardEvent) || rowIndex === null || selection === undefined) return
            // Every row is made of cells.
            if (!('column' in pressed)) return
            const { column } = pressed
            const value = data?.cells.get(column.getColId())
            const format = formats.get(column.getColId())
            if (isMenuKey(event) && data !== undefined) {
              event.preventDefault()
              const { left = 0, bottom = 0 } = document.activeElement?.getBoundingClientRect() ?? {}
              onCellMenu(column.getColId(), value ?? null, left, bottom)
              return
            }
            pressCell(event, {
              ...{ grid, rowIndex, column, position: data?.position, selection, positionsOf },
              open: () => data !== undefined && onOpen(rowIndex, data.position, 'keyboard'),
              // What was cut would be taken for the whole.
              copy: () => onCopy(value?.cut === true ? undefined : cellText(value, format)),
            })
          }}
        />
      </AgGridProvider>
    </div>
  )
}

/** What is the same for every column. */
const defaultColumn = {
  suppressKeyboardEvent: ({ event }: SuppressKeyboardEventParams) => isOwnKey(event),
  suppressHeaderKeyboardEvent: ({ event, column, context, api }: SuppressHeaderKeyboardEventParams): boolean => {
    const opensMenu = isMenuKey(event) || (event.altKey && event.key === 'ArrowDown')
    if (!opensMenu || !('getColId' in column) || !(event.target instanceof Element)) return false
    event.preventDefault()
    ;(context as HeaderContext).openColumnMenu(api, column.getColId(), event.target)
    return true
  },
}

/** The table's own words, where they are ours to say. */
function localeText({ key, defaultValue }: GetLocaleTextParams): string {
  if (key !== 'ariaSortableColumn') return defaultValue
  return 'Enter sorts, Alt and down arrow opens the column’s menu, Shift and arrows move it, Alt and arrows change its width'
}

function headerOf(path: string): Element | null {
  return document.querySelector(`.clavis-records .ag-header-cell[col-id="${CSS.escape(path)}"]`)
}

/** The keys that open a menu on what has the focus. */
function isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'ContextMenu' || (shiftKey && key === 'F10')
}

/** Whether a view is every record in the order they came. */
function showsAll({ search, filters, sort }: ListView): boolean {
  return search === '' && filters.length === 0 && sort.length === 0
}

/** Tells the table of records that came since, without moving the rows that are there. */
function useGrowth(
  api: GridApi<RecordRow> | undefined,
  summary: RunSummary,
  isWhole: boolean,
  columnKey: string,
): void {
  const { runId, records } = summary
  // While pages come, a sorted view may lag behind; once they rest it is exact, and is asked for once more.
  const rests = !isUnderWay(summary)
  const before = useRef({ runId, records, columnKey, rests, refreshedAt: 0 })
  useEffect(() => {
    if (api === undefined) return undefined
    const last = before.current
    before.current = { ...last, runId, records, columnKey, rests }
    const isSame = last.records === records && last.columnKey === columnKey && last.rests === rests
    if (last.runId !== runId || isSame) return undefined
    const isPlain = isWhole && api.getColumnState().every(({ sort }) => sort === null || sort === undefined)
    if (isPlain) {
      // A block that ended in the middle, or lacks a column, is read again; the others stay as they are.
      if (last.records % blockSize !== 0 || last.columnKey !== columnKey) api.refreshInfiniteCache()
      api.setRowCount(records, true)
      return undefined
    }
    const wait = Math.max(0, before.current.refreshedAt + refreshInterval - performance.now())
    const timer = setTimeout(() => {
      before.current.refreshedAt = performance.now()
      api.refreshInfiniteCache()
    }, wait)
    return () => clearTimeout(timer)
  }, [api, runId, records, isWhole, columnKey, rests])
}
