import type { ListQuery } from '#shared/lists/list.ts'
import { call } from '../../platform/clavis.ts'
import { GroupedRows, type GroupedPlace, type RowSpan } from './body/grouped-rows.ts'
import type { GridRequest, GridState } from './grid-request.ts'
import { groupRow, widerForGroups, type GroupSums } from './group-row.ts'
import type { RecordRow } from './record-columns.ts'

interface Options {
  /** Returns what the table shows now. */
  readonly request: () => GridRequest
  /** The groups are other ones, and the rows of the query have moved. */
  readonly onGroups: () => void
  /** Other groups are open. */
  readonly onOpen: () => void
  /** Columns are wider than before, to fit groups. */
  readonly onWidths: (widths: GridState['widths']) => void
}

/** Groups whose widths are measured. */
const maxMeasured = 200

/** The groups of a table's query, and which of them are open. */
export class TableGrouping {
  readonly #options: Options
  #rows: GroupedRows | undefined
  /** Rows of groups by their numbers, as they are drawn. */
  readonly #drawn = new Map<number, RecordRow>()
  #look: Pick<GridRequest, 'drawn' | 'sums' | 'isPart'> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Undefined without groups, and until they are known. */
  get rows(): GroupedRows | undefined {
    return this.#rows
  }

  /** Their sums; undefined until they are known. */
  get sums(): GroupSums | undefined {
    const { sums } = this.#options.request()
    const table = this.#rows?.table
    const isSame = sums?.table.covers === table?.covers && sums?.table.groups.length === table?.groups.length
    return isSame ? sums : undefined
  }

  /** Forgets them, because the query is another one. */
  clear(): void {
    this.#rows = undefined
    this.#drawn.clear()
  }

  /** Loads the groups of a query. @param isWanted whether it is still the table's */
  async load(query: ListQuery, isWanted: () => boolean): Promise<void> {
    const { datasetId } = this.#options.request().summary
    const table = await call('lists.groups', { datasetId, analysisId: crypto.randomUUID(), query, sums: [] })
    if (!isWanted()) return
    this.#rows = new GroupedRows(table, this.#open)
    this.#drawn.clear()
    this.#widen()
    this.#options.onGroups()
  }

  get #open(): ReadonlySet<string> {
    return new Set(this.#options.request().keptView.read().openGroups)
  }

  /** Writes the rows of groups again if what they show has changed. @returns whether they must be drawn */
  follow(): boolean {
    const { drawn, sums, isPart } = this.#options.request()
    const look = this.#look
    if (look?.drawn === drawn && look.sums === sums && look.isPart === isPart) return false
    this.#look = { drawn, sums, isPart }
    this.#drawn.clear()
    if (look?.sums !== sums || look?.isPart !== isPart) this.#widen()
    return this.#rows !== undefined
  }

  /** Returns the row of a group. */
  rowOf(place: Extract<GroupedPlace, { kind: 'group' }>): RecordRow | undefined {
    const known = this.#drawn.get(place.group)
    if (known !== undefined || this.#rows === undefined) return known
    const { query, drawn, isPart } = this.#options.request()
    const row = groupRow(this.#rows.table, place, this.sums, { groups: query.groups ?? [], drawn, isPart })
    if (row !== undefined) this.#drawn.set(place.group, row)
    return row
  }

  #widen(): void {
    const { drawn, keptView } = this.#options.request()
    const rows = (this.#rows?.keys ?? [])
      .slice(0, maxMeasured)
      .map((key, group) => this.rowOf({ kind: 'group', group, key, isOpen: false }))
    this.#drawn.clear()
    const widths = widerForGroups(
      rows.filter((row) => row !== undefined),
      drawn,
      keptView.read().widths,
    )
    if (widths === undefined) return
    keptView.update({ widths })
    this.#options.onWidths(widths)
  }

  toggle(key: string): void {
    const open = new Set(this.#open)
    if (!open.delete(key)) open.add(key)
    this.#setOpen(open)
  }

  openAll(isOpen: boolean): void {
    this.#setOpen(new Set(isOpen ? this.#rows?.keys : []))
  }

  #setOpen(open: ReadonlySet<string>): void {
    this.#options.request().keptView.update({ openGroups: [...open] })
    if (this.#rows === undefined) return
    this.#rows = new GroupedRows(this.#rows.table, open)
    this.#drawn.clear()
    this.#options.onOpen()
  }

  /** Returns the row of the table that shows a row of the query, after it opened the groups around that. */
  reveal(queryRow: number): number {
    for (;;) {
      const { row = queryRow, closed = [] } = this.#rows?.rowOf(queryRow) ?? {}
      if (closed.length === 0) return row
      this.#setOpen(new Set([...this.#open, ...closed]))
    }
  }

  /** Returns the number that a row's record has in the query, from 0; undefined if it is the row of a group. */
  numberOf(row: number): number | undefined {
    if (this.#rows === undefined) return row
    const place = this.#rows.at(row)
    return place?.kind === 'record' ? place.row : undefined
  }

  /** Returns the rows of the query that these rows of the table stand for. */
  span(firstRow: number, lastRow: number): RowSpan {
    return this.#rows?.span(firstRow, lastRow) ?? { first: firstRow, count: lastRow - firstRow + 1 }
  }
}
