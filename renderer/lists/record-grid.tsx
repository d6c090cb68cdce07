import {
  CellStyleModule,
  ColumnApiModule,
  EventApiModule,
  InfiniteRowModelModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
  themeQuartz,
  TooltipModule,
  type GridApi,
  type IDatasource,
} from 'ag-grid-community'
import { AgGridProvider, AgGridReact } from 'ag-grid-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactElement } from 'react'
import type { ColumnFilter } from '../../shared/model/list-filter.ts'
import type { ListView, RunSummary } from '../../shared/model/list.ts'
import { call } from '../app/clavis.ts'
import { cspNonce } from '../app/csp-nonce.ts'
import { isUnderWay } from './list-words.ts'
import { columnDefinitions, mostColumns, type RecordRow } from './record-columns.ts'
import './record-grid.css'

const modules = [
  InfiniteRowModelModule,
  CellStyleModule,
  ColumnApiModule,
  EventApiModule,
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

const theme = themeQuartz.withParams({
  backgroundColor: 'var(--clavis-raised)',
  foregroundColor: 'var(--clavis-ink)',
  headerBackgroundColor: 'var(--clavis-sunken)',
  headerTextColor: 'var(--clavis-ink-muted)',
  headerFontWeight: 500,
  borderColor: 'var(--clavis-line)',
  rowHoverColor: 'var(--clavis-hover)',
  selectedRowBackgroundColor: 'var(--clavis-selected)',
  accentColor: 'var(--clavis-accent)',
  fontFamily: 'inherit',
  fontSize: 12.5,
  headerFontSize: 12,
  rowHeight: 32,
  headerHeight: 34,
  cellHorizontalPadding: 10,
  wrapperBorderRadius: 10,
  tooltipBackgroundColor: 'light-dark(#20272c, #e8ebed)',
  tooltipTextColor: 'light-dark(#ffffff, #14181b)',
})

const noFilters: readonly ColumnFilter[] = []

/** The loaded records as a table that holds a few blocks of rows, however long the list is. */
export function RecordGrid({
  summary,
  search,
  filters = noFilters,
  label,
  selected,
  onNearEnd,
  onOpen,
  onView,
}: {
  readonly summary: RunSummary
  readonly search: string
  readonly filters?: readonly ColumnFilter[]
  readonly label: string
  /** The row of the view that is open beside the table. */
  readonly selected: number | undefined
  /** The person has come near the end of what is loaded. */
  readonly onNearEnd: () => void
  readonly onOpen: (rowIndex: number, position: number) => void
  /** The view that is shown, and how many rows it has. */
  readonly onView: (view: ListView, count: number) => void
}): ReactElement {
  const { runId, records, columns } = summary
  const [api, setApi] = useState<GridApi<RecordRow>>()
  // The columns change when a member comes up that was not there before, not with every count.
  const columnKey = columns.map(({ path, type }) => `${path}\n${type}`).join('\n\n')
  // eslint-disable-next-line react-hooks/exhaustive-deps -- by the key above: `columns` is a new list with each page
  const definitions = useMemo(() => columnDefinitions(columns), [columnKey])
  const paths = useMemo(() => definitions.map(({ colId }) => colId ?? '').slice(0, mostColumns), [definitions])

  const ask = useEffectEvent(async (view: ListView, offset: number) => {
    // One mark at a time, for a timeline to read: when rows were last asked for.
    performance.clearMarks('lists.rows')
    performance.mark('lists.rows')
    const window = await call('lists.rows', { runId, view, offset, limit: blockSize, paths })
    onView(view, window.count)
    const rows = window.rows.map(({ position, cells }): RecordRow => ({
      position,
      cells: new Map(cells.map((cell, index) => [paths[index] ?? '', cell])),
    }))
    return { rows, count: window.count }
  })

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
          ({ rows, count }) => question.successCallback(rows, count),
          () => question.failCallback(),
        )
      },
    }
    api.setGridOption('datasource', datasource)
  }, [api, runId, search, filters])

  useGrowth(api, summary, search, columnKey)

  useEffect(() => {
    if (api === undefined || selected === undefined) return
    api.ensureIndexVisible(selected)
    api.getDisplayedRowAtIndex(selected)?.setSelected(true, true)
  }, [api, selected])

  function watchEnd(grid: GridApi<RecordRow>): void {
    if (grid.getLastDisplayedRowIndex() >= records - nearEnd) onNearEnd()
  }
  const watchAgain = useEffectEvent(() => {
    if (api !== undefined) watchEnd(api)
  })
  // A page may not fill the window: then nobody scrolls, and the next one is due all the same.
  useEffect(() => watchAgain(), [records, api])

  return (
    <div className="clavis-records" aria-label={label} role="region">
      <AgGridProvider modules={modules}>
        <AgGridReact<RecordRow>
          theme={theme}
          styleNonce={cspNonce()}
          rowModelType="infinite"
          columnDefs={definitions}
          maintainColumnOrder
          cacheBlockSize={blockSize}
          maxBlocksInCache={mostBlocks}
          maxConcurrentDatasourceRequests={2}
          blockLoadDebounceMillis={20}
          infiniteInitialRowCount={records}
          getRowId={({ data }) => String(data.position)}
          rowSelection={{ mode: 'singleRow', checkboxes: false, enableClickSelection: true }}
          alwaysMultiSort={false}
          tooltipShowDelay={400}
          suppressDragLeaveHidesColumns
          suppressNoRowsOverlay
          onGridReady={({ api: ready }) => setApi(ready)}
          onViewportChanged={({ api: grid }) => watchEnd(grid)}
          onRowClicked={({ rowIndex, data }) => {
            if (rowIndex !== null && data !== undefined) onOpen(rowIndex, data.position)
          }}
          onCellKeyDown={({ event, rowIndex, data }) => {
            if (event instanceof KeyboardEvent && event.key === 'Enter' && rowIndex !== null && data !== undefined)
              onOpen(rowIndex, data.position)
          }}
        />
      </AgGridProvider>
    </div>
  )
}

/** Tells the table of records that came since, without moving the rows that are there. */
function useGrowth(api: GridApi<RecordRow> | undefined, summary: RunSummary, search: string, columnKey: string): void {
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
    const isPlain = search === '' && api.getColumnState().every(({ sort }) => sort === null || sort === undefined)
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
  }, [api, runId, records, search, columnKey, rests])
}
