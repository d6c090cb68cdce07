import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { ClavisError, type ErrorCode } from '../../../shared/model/errors/error.ts'
import { isDefaultQuery, type DatasetSummary, type ListQuery } from '../../../shared/model/lists/list.ts'
import { call } from '../../platform/calls/clavis.ts'
import { requestedColumns, requestedPaths } from './requested-columns.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'
import type { ViewMemory, SelectedRows } from '../model/view-memory.tsx'
import { isSameQuery } from '../model/list-query.ts'
import { isLoading } from '../model/list-messages.ts'
import type { RecordRow } from './table/record-columns.ts'
import { rowOf } from '../model/row-of.ts'
import { RowSelection } from './row-selection.ts'
import type { ColumnPlaces, PlacedColumn } from './table/column-places.ts'
import { RowBlocks } from './table/body/row-blocks.ts'
import { TableBody, type TableElements } from './table/body/table-body.ts'

/** How near the view may come to the end of the loaded rows before more are loaded, in rows. */
const nearEnd = 150

/** Minimum time between two refreshes of a query while pages load, in milliseconds. */
const refreshInterval = 1000

/** How long a query may take before it is announced, in milliseconds. */
const patience = 150

/** Errors that say nothing about the rows: a newer request replaced this one, or the dataset was closed. */
const quietFailures: readonly ErrorCode[] = ['list-cancelled', 'dataset-closed']

export interface RowElements {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly canvas: RefObject<HTMLDivElement | null>
  readonly holder: RefObject<HTMLDivElement | null>
}

/** A table in use: its rows on the screen, the held rows, and the selection. */
export interface RecordRows {
  readonly body: TableBody
  readonly blocks: RowBlocks<RecordRow>
  readonly selection: RowSelection
}

/** A range whose rows couldn't be read. */
interface MissedRange {
  readonly rowIndex: number
  /** The query it was selected in; in another one the row differs. */
  readonly query: ListQuery
  readonly error: unknown
  /** Whether the range belongs to that query. */
  readonly canRetry: boolean
}

export interface LiveRows {
  readonly rows: RecordRows | undefined
  readonly rowCount: number
  readonly selectRange: (rowIndex: number) => void
  /** Why wanted rows are missing; undefined if none are. */
  readonly failure: unknown
  /** The range that couldn't be selected, until another choice. The earlier selection stays. */
  readonly missedRange: MissedRange | undefined
}

/** The rows to show. */
export interface RowsRequest {
  readonly summary: DatasetSummary
  readonly drawn: readonly ArrangedColumn[]
  /** The places of these columns. */
  readonly columnPlaces: ColumnPlaces
  readonly query: ListQuery
  /** In pixels. */
  readonly rowHeight: number
  /** Keeps the scroll position and the selection. */
  readonly keptView: ViewMemory
}

export interface RowsListener {
  /** Undefined while no page can be requested. */
  readonly onNearEnd: (() => void) | undefined
  readonly onQuery: (query: ListQuery, count: number, covers: number) => void
  /** Whether a new query takes noticeable time. */
  readonly onBuilding: (isBuilding: boolean) => void
  readonly onSelect: (positions: readonly number[]) => void
  readonly onColumns: (columns: readonly PlacedColumn[]) => void
  readonly onWidth: (width: number) => void
  /** Rows have arrived, with the cells of the requested columns. */
  readonly onRows: (rows: readonly RecordRow[]) => void
}

/** Draws a list's rows and loads the visible ones; the page never holds more than a few blocks. */
export function useRecordRows(elements: RowElements, request: RowsRequest, listener: RowsListener): LiveRows {
  const { summary, drawn, columnPlaces, query, rowHeight, keptView } = request
  const { datasetId, records } = summary
  const [rows, setRows] = useState<RecordRows>()
  const [rowCount, setRowCount] = useState(records)
  const [failure, setFailure] = useState<unknown>()
  const [missedRange, setMissedRange] = useState<MissedRange>()
  /** The visible columns when the requested ones were chosen. */
  const [near, setNear] = useState<readonly string[]>([])
  const paths = useMemo(
    () =>
      requestedPaths(
        drawn,
        requestedColumns(
          drawn.map(({ path }) => path),
          near,
        ),
      ),
    [drawn, near],
  )
  // The columns that a row's cells must include; order and look don't matter.
  const columnKey = useMemo(() => paths.toSorted().join('\n'), [paths])
  /** The query as last reported. */
  const reported = useRef<{ readonly query: ListQuery; readonly count: number; readonly covers: number }>(undefined)
  const queryNumber = useRef(0)
  /** The query of current requests. */
  const shownQuery = useRef(query)
  /** The query of the last answer or failure. */
  const [answered, setAnswered] = useState<ListQuery>()
  /** The number of records known to be loaded. */
  const known = useRef(records)
  useEffect(() => {
    known.current = records
  }, [records])

  const ask = useEffectEvent(async (offset: number, limit: number) => {
    const number = queryNumber.current
    // One mark at a time, for profiling: the last request of rows.
    performance.clearMarks('lists.rows')
    performance.mark('lists.rows')
    const window = await call('lists.rows', { datasetId, query, offset, limit, paths }).finally(() => {
      if (number === queryNumber.current) setAnswered(query)
    })
    const places = new Map(paths.map((path, place) => [path, place]))
    const came = window.rows.map((row): RecordRow => ({ ...row, places }))
    listener.onRows(came)
    if (number !== queryNumber.current) return { came, count: undefined }
    const { count, covers } = window
    const last = reported.current
    if (last?.count !== count || last.covers !== covers) {
      reported.current = { query, count, covers }
      listener.onQuery(query, count, covers)
    }
    // An answer may be older than what the table knows, and must not shorten it.
    return { came, count: isDefaultQuery(query) ? Math.max(count, known.current) : count }
  })
  const watchEnd = useEffectEvent((last: number) => {
    if (last >= records - nearEnd) listener.onNearEnd?.()
  })
  const tellSelected = useEffectEvent((positions: readonly number[]) => {
    setMissedRange(undefined)
    listener.onSelect(positions)
  })
  const tellFailure = useEffectEvent((error: unknown) => {
    if (!isQuiet(error)) setFailure(error)
  })
  const tellColumns = useEffectEvent((columns: readonly PlacedColumn[]) => {
    const inSight = columns.map(({ column }) => column.path)
    if (!inSight.every((path) => paths.includes(path))) setNear(inSight)
    listener.onColumns(columns)
  })
  const tellWidth = useEffectEvent((width: number) => listener.onWidth(width))

  const readSelection = useEffectEvent(() => {
    const { selection } = keptView.read()
    return selection?.datasetId === datasetId ? selection : undefined
  })
  useEffect(() => {
    const { current: frame } = elements.frame
    const { current: scroller } = elements.scroller
    const { current: canvas } = elements.canvas
    const { current: holder } = elements.holder
    if (frame === null || scroller === null || canvas === null || holder === null) return undefined
    const drawIn = { frame, scroller, canvas, holder }
    const heard = {
      ask,
      onLastInSight: watchEnd,
      onRowCount: setRowCount,
      onFailure: tellFailure,
      tellSelected,
      tellColumns,
      tellWidth,
    }
    return openRows(drawIn, heard, readSelection(), setRows)
  }, [elements])

  // First, because the scroll range depends on them.
  useEffect(() => rows?.body.setPlaces(columnPlaces), [rows, columnPlaces])
  useEffect(() => rows?.body.setRowHeight(rowHeight), [rows, rowHeight])

  /** Whether the table must still scroll to where it was left. */
  const isNew = useRef(true)
  const changeQuery = useEffectEvent(({ body, blocks }: RecordRows) => {
    queryNumber.current += 1
    shownQuery.current = query
    reported.current = undefined
    // The number of rows of another query is known with its first answer.
    body.setRowCount(isDefaultQuery(query) ? records : rowCount)
    blocks.clear()
    const place = isNew.current ? keptView.read().scroll : undefined
    isNew.current = false
    if (place?.datasetId !== datasetId || !isSameQuery(place.query, query)) body.goToTop()
    else {
      // Seen from the top, with this row at the lower end, the same row is first again.
      body.showRow(place.rowIndex + body.pageRows)
      body.goAcross(place.left)
    }
  })
  useEffect(() => {
    if (rows !== undefined) changeQuery(rows)
  }, [rows, datasetId, query])

  const tellBuilding = useEffectEvent((isBuilding: boolean) => listener.onBuilding(isBuilding))
  const isAwaited = rows !== undefined && !isDefaultQuery(query) && answered !== query
  useEffect(() => {
    if (!isAwaited) return undefined
    const timer = setTimeout(() => tellBuilding(true), patience)
    return () => {
      clearTimeout(timer)
      tellBuilding(false)
    }
  }, [isAwaited, query])

  const keepRows = useEffectEvent(() => {
    if (rows === undefined) return
    const { firstRow: rowIndex, scrollLeft: left } = rows.body
    keptView.update({ scroll: { datasetId, query, rowIndex, left }, selection: { datasetId, ...rows.selection.rows } })
  })
  // While the elements still exist: removed ones have no scroll position.
  useLayoutEffect(() => () => keepRows(), [])

  // Nothing scrolls if a page doesn't fill the window, or if the end was reached while a page was pending; the next page
  // is due all the same.
  const canRequest = listener.onNearEnd !== undefined
  const watchAgain = useEffectEvent(({ body }: RecordRows) => watchEnd(body.lastRow))
  useEffect(() => {
    if (rows !== undefined) watchAgain(rows)
  }, [rows, records, canRequest])

  useGrowth(rows, summary, isDefaultQuery(query), columnKey)

  return {
    rows,
    rowCount,
    failure,
    missedRange: missedRange?.query === query ? missedRange : undefined,
    selectRange: (rowIndex) => {
      // Once another query is pending, a request for this one would replace it.
      const requireSameQuery = (): void => {
        if (shownQuery.current !== query) throw rangeCancelled()
      }
      const queryRows = {
        positionsOf: async (offset: number, limit: number) => {
          requireSameQuery()
          const window = await call('lists.rows', { datasetId, query, offset, limit, paths: [] })
          return window.rows.map(({ position }) => position)
        },
        rowOf: (position: number) => {
          requireSameQuery()
          return rowOf(datasetId, query, position)
        },
      }
      rows?.selection.selectRange(rowIndex, queryRows).catch((error: unknown) => {
        if (!isQuiet(error)) setMissedRange({ rowIndex, query, error, canRetry: true })
        else if (error instanceof ClavisError && error.code === 'list-cancelled')
          setMissedRange({ rowIndex, query: shownQuery.current, error: rangeCancelled(), canRetry: false })
      })
    },
  }
}

function rangeCancelled(): ClavisError {
  return new ClavisError('list-cancelled', 'The search, filters or sort changed before all rows were loaded.', {
    hint: 'Your previous selection is unchanged. Select the rows again.',
  })
}

function isQuiet(error: unknown): boolean {
  return error instanceof ClavisError && quietFailures.includes(error.code)
}

/** What the rows can do, and what they report. */
interface RowsWork {
  readonly ask: (
    offset: number,
    limit: number,
  ) => Promise<{ readonly came: readonly RecordRow[]; readonly count: number | undefined }>
  readonly onLastInSight: (row: number) => void
  readonly onRowCount: (count: number) => void
  readonly onFailure: (error: unknown) => void
  readonly tellSelected: (positions: readonly number[]) => void
  readonly tellColumns: (columns: readonly PlacedColumn[]) => void
  readonly tellWidth: (width: number) => void
}

/** Opens a table in these elements. @returns a function that closes it */
function openRows(
  elements: TableElements,
  work: RowsWork,
  selected: SelectedRows | undefined,
  onReady: (rows: RecordRows) => void,
): () => void {
  const blocks = new RowBlocks<RecordRow>(
    async (offset, limit) => {
      const { came, count } = await work.ask(offset, limit)
      if (count !== undefined) body.setRowCount(count)
      return came
    },
    { onRows: () => body.draw(), onFailure: work.onFailure },
    (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  )
  const selection = new RowSelection((positions) => {
    body.draw()
    work.tellSelected(positions)
  }, selected)
  const body = new TableBody(elements, {
    rowAt: (row) => blocks.rowAt(row),
    isSelected: (position) => selection.has(position),
    onWanted: (first, last) => blocks.want(first, last),
    onLastInSight: work.onLastInSight,
    onRowCount: work.onRowCount,
    onColumns: work.tellColumns,
    onWidth: work.tellWidth,
  })
  onReady({ body, blocks, selection })
  return () => body.end()
}

/** Adds newly loaded records to the table without moving its rows. */
function useGrowth(rows: RecordRows | undefined, summary: DatasetSummary, isPlain: boolean, columnKey: string): void {
  const { datasetId, records } = summary
  // While pages load, a sorted query may lag behind; afterwards it is requested once more.
  const rests = !isLoading(summary)
  const before = useRef({ datasetId, records, columnKey, rests, refreshedAt: 0 })
  useEffect(() => {
    if (rows === undefined) return undefined
    const { body, blocks } = rows
    const last = before.current
    before.current = { ...last, datasetId, records, columnKey, rests }
    const isSame = last.records === records && last.columnKey === columnKey && last.rests === rests
    if (last.datasetId !== datasetId || isSame) return undefined
    // An incomplete block is reloaded; the others stay.
    if (last.columnKey !== columnKey) blocks.refresh()
    else if (isPlain) blocks.grow()
    if (isPlain) {
      body.setRowCount(records)
      return undefined
    }
    if (last.records === records && last.rests === rests) return undefined
    const wait = Math.max(0, before.current.refreshedAt + refreshInterval - performance.now())
    const timer = setTimeout(() => {
      before.current.refreshedAt = performance.now()
      blocks.refresh()
    }, wait)
    return () => clearTimeout(timer)
  }, [rows, datasetId, records, isPlain, columnKey, rests])
}
