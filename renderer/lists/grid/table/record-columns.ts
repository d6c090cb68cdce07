import type { Cell } from '../../../../shared/model/lists/list.ts'
import type { PackedCells } from '../../../../shared/model/lists/packed-rows.ts'
import { maxColumns, type ArrangedColumn } from '../../model/column-layout.ts'

/** A row of the table: the record's position in the dataset, and where its cells are among the loaded ones. */
export interface RecordRow {
  readonly position: number
  readonly cells: PackedCells
  /** Its index among the rows loaded with it. */
  readonly row: number
  /** The index of each column's cell in a row, by path. */
  readonly places: ReadonlyMap<string, number>
}

/** Returns a row's cell; null if the record has no such field, undefined if the column wasn't requested. */
export function cellOf({ cells, row, places }: RecordRow, path: string): Cell | null | undefined {
  const place = places.get(path)
  return place === undefined ? undefined : cells.at(row * places.size + place)
}

export function drawnColumns(arranged: readonly ArrangedColumn[]): readonly ArrangedColumn[] {
  return arranged.filter(({ isHidden }) => !isHidden).slice(0, maxColumns)
}
