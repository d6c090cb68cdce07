import type { TableGroups } from '#shared/lists/list-analysis.ts'
import type { DatasetSummary, ListQuery } from '#shared/lists/list.ts'
import type { OpenColumnMenu, TableColumnCommands } from '../columns/column-menu.tsx'
import type { ArrangedColumns } from '../columns/use-list-columns.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'
import type { SortOrder } from '../model/sort-order.ts'
import type { ViewMemory } from '../model/view-memory.tsx'
import type { TableBody } from './body/table-body.ts'
import type { ColumnPlaces, PlacedColumn } from './column-places.ts'
import type { GroupSums } from './group-row.ts'
import type { GroupHead, RecordRow } from './record-columns.ts'

/** What the owner of a table can do with it. */
export interface RecordTable {
  readonly columns: TableColumnCommands
  readonly focusRow: (rowIndex: number) => void
  /**
   * Restores the focus of the last or the first cell, or of a header if there are no rows.
   * @param path the column of the first cell
   */
  readonly focusCell: (path?: string) => void
  /** Focuses a column's header, or the first one if there is no such column. */
  readonly focusHeader: (path: string | undefined) => void
  readonly clearSelection: () => void
  /** Copies the selected records or cells. */
  readonly copySelection: () => void
  /** Selects or deselects a record. @param position in the dataset */
  readonly toggleRow: (position: number) => void
}

/** How a record was opened: `keyboard` moves the focus into it; `return` restores it when the person comes back. */
export type OpenedBy = 'keyboard' | 'pointer' | 'return'

export interface OpenCellMenu {
  readonly column: ArrangedColumn
  readonly record: RecordRow
  readonly rowIndex: number
  readonly left: number
  readonly top: number
}

export interface OpenGroupMenu {
  readonly table: TableGroups
  readonly group: GroupHead
  readonly sums: GroupSums | undefined
  readonly left: number
  readonly top: number
  /** Opens or closes it. */
  readonly toggle: () => void
  /** Opens or closes all groups. */
  readonly openAll: (isOpen: boolean) => void
}

export interface TableActions {
  readonly onSort: (change: (order: SortOrder) => SortOrder) => void
  readonly onOpen: (rowIndex: number, position: number, by: OpenedBy) => void
  readonly onCellMenu: (open: OpenCellMenu) => void
  readonly onColumnMenu: (open: Omit<OpenColumnMenu, 'giveBackFocus'>) => void
  /** Copies a cell. */
  readonly onCopy: (record: RecordRow, column: ArrangedColumn) => void
  readonly onCopySelection: (selection: TableSelection) => void
  readonly onGroupMenu: (open: OpenGroupMenu) => void
}

/** A range of cells: rows of the query, and columns in the table's order. */
export interface SelectedCells {
  readonly firstRow: number
  readonly rows: number
  readonly columns: readonly ArrangedColumn[]
}

/** What is selected in a table: records, by their positions in the dataset, or a range of cells. */
export interface TableSelection {
  readonly positions: readonly number[]
  /** Whether the person selected the records, not just opened one. */
  readonly isChosen: boolean
  readonly cells: SelectedCells | undefined
}

/** The record that is open beside the table, with its row in the query. */
export interface OpenedRow {
  readonly rowIndex: number
  readonly position: number
  readonly by: OpenedBy
}

export interface TableReport {
  /** The shown query, with the number of matches and of searched records. */
  readonly onQuery: (query: ListQuery, count: number, covers: number) => void
  /** Whether a new query takes noticeable time. */
  readonly onBuilding: (isBuilding: boolean) => void
  readonly onSelect: (selection: TableSelection) => void
}

/** What a table shows. The dataset stays the same. */
export interface GridRequest {
  readonly columns: ArrangedColumns
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
  /** The sums of the groups; undefined until they are known, and without groups. */
  readonly sums: GroupSums | undefined
  /** Whether more records may belong to the groups. */
  readonly isPart: boolean
  readonly report: TableReport
  readonly opened: OpenedRow | undefined
  readonly actions: TableActions
}

/** What changes what the component renders. */
export interface GridState {
  /** Undefined until the table is ready. */
  readonly body: TableBody | undefined
  readonly rowCount: number
  /** Why wanted rows are missing; undefined if none are. */
  readonly failure: unknown
  /** The range that couldn't be selected, until another choice. The earlier selection stays. */
  readonly missedRange: { readonly error: unknown; readonly retry: (() => void) | undefined } | undefined
  readonly inSight: readonly PlacedColumn[]
  readonly viewWidth: number
  readonly widths: ReadonlyMap<string, number>
  /** The width of a column while its edge is dragged. */
  readonly held: { readonly path: string; readonly width: number } | undefined
}
