import { ClavisError, type ErrorCode } from '#shared/errors.ts'
import { isDefaultQuery } from '#shared/lists/default-query.ts'
import type { DatasetSummary, ListQuery } from '#shared/lists/list.ts'
import { call } from '../../platform/clavis.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'
import { isLoading } from '../model/list-messages.ts'
import { isSameQuery } from '../model/list-query.ts'
import type { ViewMemory } from '../model/view-memory.tsx'
import { RowBlocks } from './body/row-blocks.ts'
import { TableBody, type TableElements } from './body/table-body.ts'
import type { ColumnPlaces, PlacedColumn } from './column-places.ts'
import { widerColumns } from './fitting-width.ts'
import type { RecordRow } from './record-columns.ts'
import { requestedColumns, requestedPaths } from './requested-columns.ts'
import { rangeCancelled, RowSelection, rowsOfQuery } from './row-selection.ts'

/** How near the view may come to the end of the loaded rows before more are loaded, in rows. */
const nearEnd = 150

/** Minimum time between two refreshes of a query while pages load, in milliseconds. */
const refreshInterval = 1000

/** How long a query may take before it is announced, in milliseconds. */
const patience = 150

/** Errors that say nothing about the rows: a newer request replaced this one, or the dataset was closed. */
const quietFailures: readonly ErrorCode[] = ['cancelled', 'dataset-closed']

export interface TableReport {
  /** The shown query, with the number of matches and of searched records. */
  readonly onQuery: (query: ListQuery, count: number, covers: number) => void
  /** Whether a new query takes noticeable time. */
  readonly onBuilding: (isBuilding: boolean) => void
  readonly onSelect: (positions: readonly number[]) => void
}

/** The rows to show. The dataset stays the same. */
export interface RowsRequest {
  readonly summary: DatasetSummary
  readonly query: ListQuery
  readonly drawn: readonly ArrangedColumn[]
  /** The places of these columns. */
  readonly places: ColumnPlaces
  /** In pixels. */
  readonly rowHeight: number
  /** Keeps the scroll position, the selection and the columns' widths. */
  readonly keptView: ViewMemory
  /** The last loaded rows are nearly in view; undefined while no page can be requested. */
  readonly onNearEnd: (() => void) | undefined
  readonly report: TableReport
}

/** What changes what the component renders. */
export interface RowsState {
  /** Undefined until the table is ready. */
  readonly body: TableBody | undefined
  readonly rowCount: number
  /** Why wanted rows are missing; undefined if none are. */
  readonly failure: unknown
  /** The range that couldn't be selected, until another choice. The earlier selection stays. */
  readonly missedRange: { readonly rowIndex: number; readonly error: unknown; readonly canRetry: boolean } | undefined
  readonly inSight: readonly PlacedColumn[]
  readonly viewWidth: number
  readonly widths: ReadonlyMap<string, number>
}

/** Draws a list's rows and loads the visible ones; the page never holds more than a few blocks. */
export class LiveRows {
  readonly selection: RowSelection
  readonly #onChange: (changed: Partial<RowsState>) => void
  readonly #blocks: RowBlocks<RecordRow>
  #request: RowsRequest
  #body: TableBody | undefined
  /** The query of current requests; undefined until the first. */
  #query: ListQuery | undefined
  #queryNumber = 0
  /** Whether the current query was reported, with these numbers. */
  #reported: { readonly count: number; readonly covers: number } | undefined
  /** The visible columns when the requested ones were chosen. */
  #near: readonly string[] = []
  #paths: readonly string[]
  #drawn: { records: number; columnKey: string; isResting: boolean; canLoad: boolean } | undefined
  #refreshedAt = 0
  #refresh: ReturnType<typeof setTimeout> | undefined
  #announcement: ReturnType<typeof setTimeout> | undefined

  constructor(request: RowsRequest, onChange: (changed: Partial<RowsState>) => void) {
    this.#request = request
    this.#paths = pathsOf(request.drawn, [])
    this.#onChange = onChange
    this.#blocks = new RowBlocks(
      (offset, limit) => this.#load(offset, limit),
      {
        onRows: () => this.#body?.draw(),
        onFailure: (failure) => {
          if (!isQuiet(failure)) onChange({ failure })
        },
      },
      (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    )
    const { selection } = request.keptView.read()
    this.selection = new RowSelection(
      (positions) => {
        this.#body?.draw()
        onChange({ missedRange: undefined })
        this.#request.report.onSelect(positions)
      },
      selection?.datasetId === request.summary.datasetId ? selection : undefined,
    )
  }

  /** Opens the table in these elements. @returns a function that closes it */
  mount(elements: TableElements): () => void {
    const body = new TableBody(elements, {
      rowAt: (row) => this.#blocks.rowAt(row),
      isSelected: (position) => this.selection.has(position),
      onWanted: (first, last) => this.#blocks.want(first, last),
      onLastInSight: (last) => this.#watchEnd(last),
      onRowCount: (rowCount) => this.#onChange({ rowCount }),
      onColumns: (inSight) => {
        const paths = inSight.map(({ column }) => column.path)
        if (!paths.every((path) => this.#paths.includes(path))) this.#near = paths
        this.#onChange({ inSight })
      },
      onWidth: (viewWidth) => this.#onChange({ viewWidth }),
    })
    this.#body = body
    this.#onChange({ body })
    return () => {
      this.#body = undefined
      this.#query = undefined
      this.#drawn = undefined
      clearTimeout(this.#refresh)
      this.#announce(false)
      body.end()
    }
  }

  /** Sets what is requested from now on, without drawing. */
  set(request: RowsRequest): void {
    this.#request = request
    this.#paths = pathsOf(request.drawn, this.#near)
  }

  /** Draws what has changed since the last call. */
  draw(body: TableBody): void {
    const { summary, query, places, rowHeight, onNearEnd } = this.#request
    // First, because the scroll range depends on them.
    if (body.places !== places) body.setPlaces(places)
    body.setRowHeight(rowHeight)
    if (this.#query !== query) this.#changeQuery(body)
    const { records } = summary
    const canLoad = onNearEnd !== undefined
    // Nothing scrolls if a page doesn't fill the window, or if the end was reached while a page was pending; the next page
    // is due all the same.
    if (this.#drawn?.records !== records || this.#drawn.canLoad !== canLoad) this.#watchEnd(body.lastRow)
    this.#grow(body, canLoad)
  }

  #changeQuery(body: TableBody): void {
    const { summary, query, keptView } = this.#request
    const isFirst = this.#query === undefined
    const isDefault = isDefaultQuery(query)
    this.#query = query
    this.#queryNumber += 1
    this.#reported = undefined
    this.#onChange({ missedRange: undefined })
    // The number of rows of another query is known with its first answer.
    body.setRowCount(isDefault || isFirst ? summary.records : body.rowCount)
    this.#blocks.clear()
    const place = isFirst ? keptView.read().scroll : undefined
    if (place?.datasetId !== summary.datasetId || !isSameQuery(place.query, query)) body.goToTop()
    else {
      // Seen from the top, with this row at the lower end, the same row is first again.
      body.showRow(place.rowIndex + body.pageRows)
      body.goAcross(place.left)
    }
    this.#announce(false)
    if (!isDefault) this.#announcement = setTimeout(() => this.#request.report.onBuilding(true), patience)
  }

  #announce(isBuilding: false): void {
    clearTimeout(this.#announcement)
    this.#request.report.onBuilding(isBuilding)
  }

  /** Adds newly loaded records without moving rows. */
  #grow(body: TableBody, canLoad: boolean): void {
    const { summary, query } = this.#request
    const { records } = summary
    // While pages load, a sorted query may lag behind; afterwards it is requested once more.
    const isResting = !isLoading(summary)
    // The columns that a row's cells must include; order and look don't matter.
    const columnKey = this.#paths.toSorted().join('\n')
    const last = this.#drawn
    this.#drawn = { records, columnKey, isResting, canLoad }
    const hasNews = last?.records !== records || last.isResting !== isResting
    if (last === undefined || (!hasNews && last.columnKey === columnKey)) return
    clearTimeout(this.#refresh)
    const isDefault = isDefaultQuery(query)
    // An incomplete block is reloaded; the others stay.
    if (last.columnKey !== columnKey) this.#blocks.refresh()
    else if (isDefault) this.#blocks.grow()
    if (isDefault) body.setRowCount(records)
    else if (hasNews)
      this.#refresh = setTimeout(
        () => {
          this.#refreshedAt = performance.now()
          this.#blocks.refresh()
        },
        Math.max(0, this.#refreshedAt + refreshInterval - performance.now()),
      )
  }

  #watchEnd(last: number): void {
    const { summary, onNearEnd } = this.#request
    if (last >= summary.records - nearEnd) onNearEnd?.()
  }

  async #load(offset: number, limit: number): Promise<readonly RecordRow[]> {
    const { summary, query, drawn, keptView } = this.#request
    const { datasetId } = summary
    const number = this.#queryNumber
    const paths = [...this.#paths]
    // One mark at a time, for profiling: the last request of rows.
    performance.clearMarks('lists.rows')
    performance.mark('lists.rows')
    const window = await call('lists.rows', { datasetId, query, offset, limit, paths }).finally(() => {
      if (number === this.#queryNumber) this.#announce(false)
    })
    const places = new Map(paths.map((path, place) => [path, place]))
    const rows = window.rows.map((row): RecordRow => ({ ...row, places }))
    const widths = widerColumns(drawn, rows, keptView.read().widths)
    if (widths !== undefined) {
      keptView.update({ widths })
      this.#onChange({ widths })
    }
    if (number !== this.#queryNumber) return rows
    const { count, covers } = window
    if (this.#reported?.count !== count || this.#reported.covers !== covers) {
      this.#reported = { count, covers }
      this.#request.report.onQuery(query, count, covers)
    }
    // An answer may be older than what the table knows, and must not shorten it.
    this.#body?.setRowCount(isDefaultQuery(query) ? Math.max(count, this.#request.summary.records) : count)
    return rows
  }

  /** Selects the rows from the last chosen one to this one. */
  selectRange(rowIndex: number): void {
    const query = this.#query
    if (query === undefined) return
    const { datasetId } = this.#request.summary
    const rows = rowsOfQuery(datasetId, query, () => this.#query === query)
    this.selection.selectRange(rowIndex, rows).catch((error: unknown) => {
      // In another query the row differs.
      const canRetry = this.#query === query
      if (!isQuiet(error) && canRetry) this.#onChange({ missedRange: { rowIndex, error, canRetry } })
      if (error instanceof ClavisError && error.code === 'cancelled')
        this.#onChange({ missedRange: { rowIndex, error: rangeCancelled(), canRetry: false } })
    })
  }

  /** Requests again what failed. */
  retry({ failure, missedRange }: Pick<RowsState, 'failure' | 'missedRange'>): void {
    if (failure !== undefined) this.#blocks.refresh()
    if (missedRange?.canRetry === true) this.selectRange(missedRange.rowIndex)
  }

  /** Keeps scroll position and selection, while the elements still exist: removed ones have no scroll position. */
  keep(): void {
    const { summary, query, keptView } = this.#request
    if (this.#body === undefined) return
    const { datasetId } = summary
    const { firstRow: rowIndex, scrollLeft: left } = this.#body
    keptView.update({ scroll: { datasetId, query, rowIndex, left }, selection: { datasetId, ...this.selection.rows } })
  }
}

function pathsOf(drawn: readonly ArrangedColumn[], near: readonly string[]): string[] {
  const columns = requestedColumns(
    drawn.map(({ path }) => path),
    near,
  )
  return requestedPaths(drawn, columns)
}

function isQuiet(error: unknown): boolean {
  return error instanceof ClavisError && quietFailures.includes(error.code)
}
