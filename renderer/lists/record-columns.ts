import type { ColDef } from 'ag-grid-community'
import type { Cell, Column, ColumnType } from '../../shared/model/list.ts'

/** A row of the table: where the record stands in its run, and its cells by column path. */
export interface RecordRow {
  readonly position: number
  readonly cells: ReadonlyMap<string, Cell | null>
}

/** Most columns that are shown at once. */
export const mostColumns = 500

const widths: Readonly<Record<ColumnType, number>> = {
  text: 190,
  number: 175,
  boolean: 96,
  datetime: 200,
  list: 220,
  object: 220,
  null: 110,
  mixed: 160,
}

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** The table's columns from those that were found in the data. */
export function columnDefinitions(columns: readonly Column[]): ColDef<RecordRow, Cell | null>[] {
  return columns.slice(0, mostColumns).map(({ path, type }) => ({
    colId: path,
    headerName: path === '' ? '(value)' : path,
    initialWidth: widths[type],
    sortable: true,
    valueGetter: ({ data }) => data?.cells.get(path),
    valueFormatter: ({ value }) => cellText(value),
    cellClass: ({ value }) => (value === undefined || value === null ? 'clavis-absent' : `clavis-${value.kind}`),
    headerClass: type === 'number' ? 'clavis-number-header' : '',
    tooltipValueGetter: ({ value }) => cellTooltip(value ?? undefined, type),
  }))
}

/** What a cell shows: numbers as the service sent them, nothing where the record has no such member. */
export function cellText(cell: Cell | null | undefined): string {
  if (cell === undefined || cell === null) return ''
  return cell.cut === true ? `${cell.text}…` : cell.text
}

/** A date and time in the person's own time; a long value as far as it is there. */
export function cellTooltip(cell: Cell | undefined, type: ColumnType): string | undefined {
  if (cell === undefined) return undefined
  if (type === 'datetime' && cell.kind === 'text' && cell.text.length > 10) {
    const time = Date.parse(cell.text)
    return Number.isNaN(time) ? undefined : `${local.format(time)} here`
  }
  return cell.text.length > 24 ? cellText(cell) : undefined
}
