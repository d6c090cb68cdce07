import type { Cell } from '../../../../shared/model/lists/list.ts'
import type { PackedCells } from '../../../../shared/model/lists/packed-rows.ts'
import { maxColumns, type ArrangedColumn } from '../../model/column-layout.ts'

/** A row of the table: where the record stands in its run, and where its cells are among those that came with it. */
export interface RecordRow {
  readonly position: number
  readonly cells: PackedCells
  /** Its place among the rows that came with it, from 0. */
  readonly row: number
  /** At which place of a row each column's cell is, by its path. */
  readonly places: ReadonlyMap<string, number>
}

/** A row's cell; null where the record has no such member, undefined where the column was not asked for. */
export function cellOf({ cells, row, places }: RecordRow, path: string): Cell | null | undefined {
  const place = places.get(path)
  return place === undefined ? undefined : cells.at(row * places.size + place)
}

/** The columns that the table draws. */
export function drawnColumns(arranged: readonly ArrangedColumn[]): readonly ArrangedColumn[] {
  return arranged.filter(({ isHidden }) => !isHidden).slice(0, maxColumns)
}
