import type { ColDef } from 'ag-grid-community'
import type { Cell } from '../../shared/model/list.ts'
import { cellText, cellTooltip } from './cell-format.ts'
import { ColumnHeader } from './column-header.ts'
import type { ArrangedColumn } from './column-layout.ts'

/** A row of the table: where the record stands in its run, and its cells by column path. */
export interface RecordRow {
  readonly position: number
  readonly cells: ReadonlyMap<string, Cell | null>
}

/** Most columns that are drawn at once: the first ones that are not hidden. */
export const mostColumns = 500

/** The columns that the table draws. */
export function drawnColumns(arranged: readonly ArrangedColumn[]): readonly ArrangedColumn[] {
  return arranged.filter(({ isHidden }) => !isHidden).slice(0, mostColumns)
}

/** The table's columns. Everything the person can arrange is said of each, so that taking it back has its effect. */
export function columnDefinitions(drawn: readonly ArrangedColumn[]): ColDef<RecordRow, Cell | null>[] {
  return drawn.map(({ path, type, title, width, pinned, format }) => ({
    colId: path,
    headerName: title,
    headerComponentParams: { innerHeaderComponent: ColumnHeader },
    width,
    pinned: pinned ?? null,
    sortable: true,
    valueGetter: ({ data }) => data?.cells.get(path),
    valueFormatter: ({ value }) => cellText(value, format),
    cellClass: ({ value }) => (value === undefined || value === null ? 'clavis-absent' : `clavis-${value.kind}`),
    headerClass: type === 'number' ? 'clavis-number-header' : '',
    ...(path === title ? {} : { headerTooltip: path }),
    tooltipValueGetter: ({ value }) => cellTooltip(value, format),
  }))
}
