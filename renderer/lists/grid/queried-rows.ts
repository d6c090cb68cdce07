import { ClavisError, type ErrorCode } from '#shared/errors.ts'
import { isDefaultQuery } from '#shared/lists/default-query.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { call } from '../../platform/clavis.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'
import { isLoading } from '../model/list-messages.ts'
import { RowBlocks } from './body/row-blocks.ts'
import { widerColumns } from './fitting-width.ts'
import type { GridRequest } from './grid-request.ts'
import type { RecordRow } from './record-columns.ts'
import { requestedColumns, requestedPaths } from './requested-columns.ts'
import { TableGrouping } from './table-grouping.ts'

/** How near the view may come to the end of the loaded rows before more are loaded, in rows. */
const nearEnd = 150

/** Minimum time between two refreshes of a query while pages load, in milliseconds. */
const refreshInterval = 1000

/** How long a query may take before it is announced, in milliseconds. */
const patience = 150

/** Errors that say nothing about the rows: a newer request replaced this one, or the dataset was closed. */
const quietFailures: readonly ErrorCode[] = ['cancelled', 'dataset-closed']

interface Options {
  /** Returns what the table shows now. */
  readonly request: () => GridRequest
  /** Rows have arrived and are in {@link QueriedRows.rowAt}. */
  readonly onRows: () => void
  readonly onRowCount: (count: number) => void
  /** Rows of the table show others than before. */
  readonly onMove: () => void
  /** Columns are wider than before, to fit new rows. */
  readonly onWidths: (widths: ReadonlyMap<string, number>) => void
  /** Why wanted rows are missing; undefined once none are. */
  readonly onFailure: (failure: unknown) => void
}

/** Loads the rows of a table's query that are in view, and again as the list grows; it never holds more than a few blocks. */
export class QueriedRows {
  readonly #options: Options
  readonly #blocks: RowBlocks<RecordRow>
  #query: ListQuery | undefined
  #queryNumber = 0
  /** Whether the current query was reported, with these numbers. */
  #reported: { readonly count: number; readonly covers: number } | undefined
  /** The visible columns when the requested ones were chosen. */
  #near: readonly string[] = []
  #paths: readonly string[]
  #followed: { records: number; columnKey: string; isResting: boolean; canLoad: boolean } | undefined
  #refreshedAt = 0
  #refresh: ReturnType<typeof setTimeout> | undefined
  #announcement: ReturnType<typeof setTimeout> | undefined
  readonly #groups: TableGrouping

  constructor(options: Options) {
    this.#options = options
    this.#paths = pathsOf(options.request().drawn, [])
    this.#groups = new TableGrouping({
      ...options,
      onGroups: () => {
        this.#blocks.clear()
        options.onRowCount(this.#groups.rows?.rowCount ?? 0)
        options.onMove()
      },
      onOpen: () => {
        options.onRowCount(this.#groups.rows?.rowCount ?? 0)
        options.onRows()
        options.onMove()
      },
    })
    this.#blocks = new RowBlocks(
      (offset, limit) => this.#load(offset, limit),
      {
        onRows: options.onRows,
        onFailure: (failure) => {
          if (!isQuiet(failure)) options.onFailure(failure)
        },
      },
      (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    )
  }

  /** The query of current requests; undefined until the first. */
  get query(): ListQuery | undefined {
    return this.#query
  }

  /** The groups of the current query. */
  get groups(): TableGrouping {
    return this.#groups
  }

  /** Returns a row; undefined if it isn't loaded. */
  rowAt(row: number): RecordRow | undefined {
    if (this.#query?.groups === undefined) return this.#blocks.rowAt(row)
    const place = this.#groups.rows?.at(row)
    return place?.kind === 'record' ? this.#blocks.rowAt(place.row) : place && this.#groups.rowOf(place)
  }

  /** Sets the wanted rows, inclusive. */
  want(first: number, last: number): void {
    const { rows } = this.#groups
    const spans = rows?.visible(first, last) ?? [{ first, count: last - first + 1 }]
    // If none is in view, any answer says whether the groups are still those of the query.
    this.#blocks.wantAll(spans.length > 0 || rows === undefined ? spans : [{ ...rows.span(first, first), count: 1 }])
  }

  /** Requests again what failed. */
  retry(): void {
    this.#blocks.refresh()
  }

  /** Sets the columns in view: rows are requested with them from the next {@link chooseColumns} on. */
  setColumnsInView(paths: readonly string[]): void {
    if (!paths.every((path) => this.#paths.includes(path))) this.#near = paths
  }

  /** Chooses the columns that are requested from now on. @returns whether the rows of groups must be drawn again */
  chooseColumns(): boolean {
    this.#paths = pathsOf(this.#options.request().drawn, this.#near)
    return this.#groups.follow()
  }

  /** Loads the rows of another query. */
  changeQuery(): void {
    const { query, report } = this.#options.request()
    this.#query = query
    this.#queryNumber += 1
    this.#reported = undefined
    this.#groups.clear()
    this.#blocks.clear()
    this.#announce(false)
    if (!isDefaultQuery(query)) this.#announcement = setTimeout(() => report.onBuilding(true), patience)
  }

  /** Ends what is pending; the next query is the first one again. */
  end(): void {
    this.#query = undefined
    this.#followed = undefined
    clearTimeout(this.#refresh)
    this.#announce(false)
  }

  #announce(isBuilding: false): void {
    clearTimeout(this.#announcement)
    this.#options.request().report.onBuilding(isBuilding)
  }

  /** Adds newly loaded records without moving rows. @param lastInView the last row in view */
  follow(lastInView: number): void {
    const { summary, query, onNearEnd } = this.#options.request()
    const { records } = summary
    const canLoad = onNearEnd !== undefined
    // Nothing scrolls if a page doesn't fill the window, or if the end was reached while a page was pending; the next page
    // is due all the same.
    if (this.#followed?.records !== records || this.#followed.canLoad !== canLoad) this.watchEnd(lastInView)
    // While pages load, a sorted query may lag behind; afterwards it is requested once more.
    const isResting = !isLoading(summary)
    // The columns that a row's cells must include; order and look don't matter.
    const columnKey = this.#paths.toSorted().join('\n')
    const last = this.#followed
    this.#followed = { records, columnKey, isResting, canLoad }
    const hasNews = last?.records !== records || last.isResting !== isResting
    if (last === undefined || (!hasNews && last.columnKey === columnKey)) return
    clearTimeout(this.#refresh)
    const isDefault = isDefaultQuery(query)
    // An incomplete block is reloaded; the others stay.
    if (last.columnKey !== columnKey) this.#blocks.refresh()
    else if (isDefault) this.#blocks.grow()
    if (isDefault) this.#options.onRowCount(records)
    else if (hasNews)
      this.#refresh = setTimeout(
        () => {
          this.#refreshedAt = performance.now()
          this.#blocks.refresh()
        },
        Math.max(0, this.#refreshedAt + refreshInterval - performance.now()),
      )
  }

  /** Requests the next page once the view is near the last loaded row. @param lastInView the last row in view */
  watchEnd(lastInView: number): void {
    const { summary, onNearEnd } = this.#options.request()
    if (lastInView >= summary.records - nearEnd) onNearEnd?.()
  }

  async #load(offset: number, limit: number): Promise<readonly RecordRow[]> {
    const { summary, query, drawn, keptView, report } = this.#options.request()
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
      this.#options.onWidths(widths)
    }
    const { count, covers } = window
    if (query.groups !== undefined && this.#groups.rows?.isOf(window) !== true)
      await this.#groups.load(query, () => number === this.#queryNumber)
    if (number !== this.#queryNumber) return rows
    if (this.#reported?.count !== count || this.#reported.covers !== covers) {
      this.#reported = { count, covers }
      report.onQuery(query, count, covers)
    }
    // An answer may be older than what the table knows, and must not shorten it.
    const { records } = this.#options.request().summary
    this.#options.onRowCount(isDefaultQuery(query) ? Math.max(count, records) : (this.#groups.rows?.rowCount ?? count))
    return rows
  }
}

function pathsOf(drawn: readonly ArrangedColumn[], near: readonly string[]): string[] {
  const columns = requestedColumns(
    drawn.map(({ path }) => path),
    near,
  )
  return requestedPaths(drawn, columns)
}

/** Returns whether an error says nothing about the rows. */
export function isQuiet(error: unknown): boolean {
  return error instanceof ClavisError && quietFailures.includes(error.code)
}
