import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { ClavisError, type ErrorCode } from '../../../shared/model/errors/error.ts'
import type { ListView, RunSummary } from '../../../shared/model/lists/list.ts'
import { PackedCells } from '../../../shared/model/lists/packed-rows.ts'
import { call } from '../../platform/calls/clavis.ts'
import { requestedColumns } from './requested-columns.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'
import type { ViewMemory, SelectedRows } from '../model/view-memory.tsx'
import { isSameQuery, isDefaultQuery } from '../model/list-query.ts'
import { isLoading } from '../model/list-messages.ts'
import type { RecordRow } from './table/record-columns.ts'
import { rowOf } from '../model/row-of.ts'
import { RowSelection } from './row-selection.ts'
import type { ColumnPlaces, PlacedColumn } from './table/column-places.ts'
import { RowBlocks } from './table/body/row-blocks.ts'
import { TableBody, type TableElements } from './table/body/table-body.ts'

/** How near the end of what is loaded the view may come before more is fetched, rows. */
const nearEnd = 150

/** Shortest time between two refreshes of a searched or sorted view while records come, milliseconds. */
const refreshInterval = 1000

/** How long a view may be built without a word, milliseconds. */
const patience = 150

/** Failures that say nothing of the rows: a newer question took this one's place, or the reading was closed. */
const quietFailures: readonly ErrorCode[] = ['list-cancelled', 'list-run-gone']

/** The elements that the rows are drawn in. */
export interface RowElements {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly canvas: RefObject<HTMLDivElement | null>
  readonly holder: RefObject<HTMLDivElement | null>
}

/** A table that is there: its rows on the screen, those that the page holds, and which of them are selected. */
export interface RecordRows {
  readonly body: TableBody
  readonly blocks: RowBlocks<RecordRow>
  readonly selection: RowSelection
}

/** A range whose rows could not be read. */
interface MissedRange {
  readonly rowIndex: number
  /** The view that it is told in; in another one the row is another one. */
  readonly view: ListView
  readonly error: unknown
  /** Whether it is of that view. */
  readonly canRetry: boolean
}

/** A list's rows, as the page follows them. */
export interface LiveRows {
  readonly rows: RecordRows | undefined
  readonly rowCount: number
  /** Selects the rows from the record chosen last to this one. */
  readonly selectRange: (rowIndex: number) => void
  /** Why rows that are wanted are not there; undefined while nothing is wrong. */
  readonly failure: unknown
  /** The range that could not be selected, until another choice is made; what was selected before still is. */
  readonly missedRange: MissedRange | undefined
}

/** What the rows are of. */
export interface RowsRequest {
  readonly summary: RunSummary
  readonly drawn: readonly ArrangedColumn[]
  /** Where those columns stand. */
  readonly columnPlaces: ColumnPlaces
  readonly view: ListView
  /** Where it is kept to what place the table is scrolled, and what is selected. */
  readonly keptView: ViewMemory
}

/** Who hears of the rows. */
export interface RowsListener {
  readonly onNearEnd: () => void
  readonly onView: (view: ListView, count: number, covers: number) => void
  /** Whether a view that was chosen keeps the person waiting for its first rows. */
  readonly onBuilding: (isBuilding: boolean) => void
  readonly onSelect: (positions: readonly number[]) => void
  readonly onColumns: (columns: readonly PlacedColumn[]) => void
  readonly onWidth: (width: number) => void
}

/** Draws a list's rows in these elements and asks for those in sight; the page never holds more than a few blocks. */
export function useRecordRows(elements: RowElements, question: RowsRequest, listener: RowsListener): LiveRows {
  const { summary, drawn, columnPlaces, view, keptView } = question
  const { runId, records } = summary
  const [rows, setRows] = useState<RecordRows>()
  const [rowCount, setRowCount] = useState(records)
  const [failure, setFailure] = useState<unknown>()
  const [missedRange, setMissedRange] = useState<MissedRange>()
  /** The columns that were in sight when those were chosen that are asked for. */
  const [near, setNear] = useState<readonly string[]>([])
  const paths = useMemo(
    () =>
      requestedColumns(
        drawn.map(({ path }) => path),
        near,
      ),
    [drawn, near],
  )
  // Which columns' cells a row must have: their order and looks do not matter to what was asked for.
  const columnKey = useMemo(() => paths.toSorted().join('\n'), [paths])
  /** The view as it was last told, and which of the views it is. */
  const told = useRef<{ readonly view: ListView; readonly count: number; readonly covers: number }>(undefined)
  const viewNumber = useRef(0)
  /** The view that rows are asked for of now. */
  const shownView = useRef(view)
  /** The view of which rows came last, or could not be read. */
  const [answered, setAnswered] = useState<ListView>()
  /** How many records are known to be loaded. */
  const known = useRef(records)
  useEffect(() => {
    known.current = records
  }, [records])

  const ask = useEffectEvent(async (offset: number, limit: number) => {
    const number = viewNumber.current
    // One mark at a time, for a timeline to read: when rows were last asked for.
    performance.clearMarks('lists.rows')
    performance.mark('lists.rows')
    const window = await call('lists.rows', { runId, view, offset, limit, paths }).finally(() => {
      if (number === viewNumber.current) setAnswered(view)
    })
    const places = new Map(paths.map((path, place) => [path, place]))
    const cells = new PackedCells(window)
    const came = window.positions.map((position, row): RecordRow => ({ position, cells, row, places }))
    if (number !== viewNumber.current) return { came, count: undefined }
    const { count, covers } = window
    const last = told.current
    if (last?.count !== count || last.covers !== covers) {
      told.current = { view, count, covers }
      listener.onView(view, count, covers)
    }
    // An answer may be older than what the table was told meanwhile: it must not shorten it again.
    return { came, count: isDefaultQuery(view) ? Math.max(count, known.current) : count }
  })
  const watchEnd = useEffectEvent((last: number) => {
    if (last >= records - nearEnd) listener.onNearEnd()
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
    return selection?.runId === runId ? selection : undefined
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

  // First of all, since how far the table can be scrolled across hangs on them.
  useEffect(() => rows?.body.setPlaces(columnPlaces), [rows, columnPlaces])

  /** The table has yet to be scrolled to where it was left. */
  const isNew = useRef(true)
  const changeView = useEffectEvent(({ body, blocks }: RecordRows) => {
    viewNumber.current += 1
    shownView.current = view
    told.current = undefined
    // How many rows another view has is known with its first answer.
    body.setRowCount(isDefaultQuery(view) ? records : rowCount)
    blocks.clear()
    const place = isNew.current ? keptView.read().scroll : undefined
    isNew.current = false
    if (place?.runId !== runId || !isSameQuery(place.view, view)) body.goToTop()
    else {
      // From the top of the list, with this row at the lower end the one that was first is first again.
      body.showRow(place.rowIndex + body.pageRows)
      body.goAcross(place.left)
    }
  })
  useEffect(() => {
    if (rows !== undefined) changeView(rows)
  }, [rows, runId, view])

  const tellBuilding = useEffectEvent((isBuilding: boolean) => listener.onBuilding(isBuilding))
  const isAwaited = rows !== undefined && !isDefaultQuery(view) && answered !== view
  useEffect(() => {
    if (!isAwaited) return undefined
    const timer = setTimeout(() => tellBuilding(true), patience)
    return () => {
      clearTimeout(timer)
      tellBuilding(false)
    }
  }, [isAwaited, view])

  const keepRows = useEffectEvent(() => {
    if (rows === undefined) return
    const { firstRow: rowIndex, scrollLeft: left } = rows.body
    keptView.update({ scroll: { runId, view, rowIndex, left }, selection: { runId, ...rows.selection.rows } })
  })
  // While the elements are still there: outside the page they are scrolled nowhere.
  useLayoutEffect(() => () => keepRows(), [])

  // A page may not fill the window: then nobody scrolls, and the next one is due all the same.
  const watchAgain = useEffectEvent(({ body }: RecordRows) => watchEnd(body.lastRow))
  useEffect(() => {
    if (rows !== undefined) watchAgain(rows)
  }, [rows, records])

  useGrowth(rows, summary, isDefaultQuery(view), columnKey)

  return {
    rows,
    rowCount,
    failure,
    missedRange: missedRange?.view === view ? missedRange : undefined,
    selectRange: (rowIndex) => {
      // Asked for once another view is awaited, it would be the newer question, and that view never come.
      const requireSameView = (): void => {
        if (shownView.current !== view) throw rangeCancelled()
      }
      const viewRows = {
        positionsOf: async (offset: number, limit: number) => {
          requireSameView()
          const window = await call('lists.rows', { runId, view, offset, limit, paths: [] })
          return window.positions
        },
        rowOf: (position: number) => {
          requireSameView()
          return rowOf(runId, view, position)
        },
      }
      rows?.selection.selectRange(rowIndex, viewRows).catch((error: unknown) => {
        if (!isQuiet(error)) setMissedRange({ rowIndex, view, error, canRetry: true })
        else if (error instanceof ClavisError && error.code === 'list-cancelled')
          setMissedRange({ rowIndex, view: shownView.current, error: rangeCancelled(), canRetry: false })
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

/** What the rows have done for them, and who hears of them. */
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

/** Opens a table in these elements. @returns a function that ends it */
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

/** Tells the table of records that came since, without moving the rows that are there. */
function useGrowth(rows: RecordRows | undefined, summary: RunSummary, isPlain: boolean, columnKey: string): void {
  const { runId, records } = summary
  // While pages come, a sorted view may lag behind; once they rest it is exact, and is asked for once more.
  const rests = !isLoading(summary)
  const before = useRef({ runId, records, columnKey, rests, refreshedAt: 0 })
  useEffect(() => {
    if (rows === undefined) return undefined
    const { body, blocks } = rows
    const last = before.current
    before.current = { ...last, runId, records, columnKey, rests }
    const isSame = last.records === records && last.columnKey === columnKey && last.rests === rests
    if (last.runId !== runId || isSame) return undefined
    // A block that lacks a column, or ended in the middle, is read again; the others stay as they are.
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
  }, [rows, runId, records, isPlain, columnKey, rests])
}
