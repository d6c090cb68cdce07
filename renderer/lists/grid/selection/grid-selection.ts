import type { ArrangedColumn } from '../../model/column-layout.ts'
import type { SelectedRows } from '../../model/view-memory.tsx'
import type { RowSpan } from '../body/grouped-rows.ts'
import type { TableBody } from '../body/table-body.ts'
import { boundsOf, type CellPlace, type CellRange, type RangeBounds } from '../cell-range.ts'
import type { SelectedCells, TableSelection } from '../grid-request.ts'
import { RowSelection, type QueryRows, type ShownRows } from './row-selection.ts'

interface SelectionOwner {
  /** Undefined until the table was drawn. */
  readonly body: () => Pick<TableBody, 'places' | 'rowCount' | 'draw'> | undefined
  /** Reads the rows of the shown query; undefined before there is one. */
  readonly queryRows: () => ShownRows | undefined
  /** Returns the rows of the query that these rows of the table stand for. */
  readonly span: (firstRow: number, lastRow: number) => RowSpan
  /** The position of the record that is open beside the table; undefined if none is. */
  readonly opened: () => number | undefined
  readonly onSelect: (selection: TableSelection) => void
  /**
   * A range of rows couldn't be read.
   * @param retry undefined if the rows are of another query by now
   */
  readonly onMissed: (error: unknown, retry: (() => void) | undefined) => void
}

/** What is selected in a table: records, or a range of cells. One of them ends the other. */
export class GridSelection {
  readonly #owner: SelectionOwner
  readonly #rows: RowSelection
  #range: CellRange | undefined

  /** @param before the selection when the rows were left; not reported */
  constructor(owner: SelectionOwner, before: SelectedRows | undefined) {
    this.#owner = owner
    this.#rows = new RowSelection((positions) => {
      if (positions.length > 0) this.#range = undefined
      this.#report()
    }, before)
  }

  get rows(): SelectedRows {
    return this.#rows.rows
  }

  /** How many records are selected. */
  get size(): number {
    return this.#rows.size
  }

  /** Whether the person selected records, not just opened one. */
  get hasChosenRows(): boolean {
    return this.#rows.isChosen
  }

  get hasRange(): boolean {
    return this.#range !== undefined
  }

  has(position: number): boolean {
    return this.#rows.has(position)
  }

  /** The range of cells; undefined if there is none. */
  get bounds(): RangeBounds | undefined {
    const places = this.#owner.body()?.places
    return this.#range === undefined || places === undefined ? undefined : boundsOf(this.#range, places)
  }

  /** What is copied in place of the focused cell; undefined if only that is selected. */
  get copied(): TableSelection | undefined {
    const selection = this.#selection()
    const { cells, isChosen } = selection
    return isChosen || (cells !== undefined && cells.rows * cells.columns.length > 1) ? selection : undefined
  }

  /** Selects the record that the person looks at. */
  selectOnly(position: number): void {
    this.#rows.selectOnly(position)
  }

  selectRow(position: number): void {
    this.#rows.selectRow(position)
  }

  toggle(position: number): void {
    this.#rows.toggle(position)
  }

  clear(): void {
    this.#range = undefined
    this.#rows.clear()
  }

  /** Selects the rows from the last chosen one to this one. */
  selectRowsTo(rowIndex: number): void {
    const { first, count } = this.#owner.span(rowIndex, rowIndex)
    if (count > 0) this.#read((queryRows) => this.#rows.selectRange(first + count - 1, queryRows))
  }

  selectAll(): void {
    const rowCount = this.#owner.body()?.rowCount ?? 0
    const { first, count } = this.#owner.span(0, rowCount - 1)
    if (rowCount > 0) this.#read((queryRows) => this.#rows.selectAll(first + count, queryRows))
  }

  #read(select: (queryRows: QueryRows) => Promise<void>): void {
    const queryRows = this.#owner.queryRows()
    if (queryRows === undefined) return
    select(queryRows).catch((error: unknown) =>
      this.#owner.onMissed(error, queryRows.isShown() ? () => this.#read(select) : undefined),
    )
  }

  /** Extends the range that ends at a cell, or else starts one there. */
  extend(from: CellPlace, to: CellPlace): void {
    const range = this.#range
    const continues = range !== undefined && range.to.row === from.row && range.to.path === from.path
    this.#range = { from: continues ? range.from : from, to }
    // Reports, too.
    this.#rows.clear()
  }

  /** Ends the range of cells, if there is one: the open record is selected again. */
  endRange(): void {
    if (this.#range === undefined) return
    this.#range = undefined
    const opened = this.#owner.opened()
    if (opened === undefined) this.#report()
    else this.#rows.selectOnly(opened)
  }

  /** Reports the range again after its columns have moved; ends it if one at its edge is hidden. */
  followColumns(): void {
    if (this.#range === undefined) return
    if (this.bounds === undefined) this.#range = undefined
    this.#report()
  }

  /** Reports the range again after groups were opened or changed; ends it if it exceeds the table. */
  followRows(): void {
    const { bounds } = this
    if (bounds === undefined) return
    if (bounds.lastRow >= (this.#owner.body()?.rowCount ?? 0)) this.#range = undefined
    this.#report()
  }

  #report(): void {
    this.#owner.body()?.draw()
    this.#owner.onSelect(this.#selection())
  }

  #selection(): TableSelection {
    return { positions: this.#rows.rows.positions, isChosen: this.#rows.isChosen, cells: this.#cells() }
  }

  #cells(): SelectedCells | undefined {
    const { bounds } = this
    const places = this.#owner.body()?.places
    if (bounds === undefined || places === undefined) return undefined
    const { firstRow, lastRow, firstColumn, lastColumn } = bounds
    const columns = places.all.slice(firstColumn, lastColumn + 1).map(({ column }): ArrangedColumn => column)
    const { first, count } = this.#owner.span(firstRow, lastRow)
    return count === 0 ? undefined : { firstRow: first, rows: count, columns }
  }
}
