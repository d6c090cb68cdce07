import type { Cell, Row } from '#shared/lists/list.ts'
import { maxColumns, type ArrangedColumn } from '../model/column-layout.ts'

/** What the row of a group says besides its cells. */
export interface GroupHead {
  /** Its number in the table of groups. */
  readonly index: number
  readonly key: string
  /** From 1. */
  readonly level: number
  readonly isOpen: boolean
  /** The column of its value. */
  readonly path: string
  /** Columns with amounts in several currencies, and in how many. */
  readonly currencies: ReadonlyMap<string, number>
}

export interface RecordRow extends Row {
  /** The index of each column's cell, by path. */
  readonly places: ReadonlyMap<string, number>
  /** Set if it is no record, but the row of a group. */
  readonly group?: GroupHead
}

/** Returns a row's cell; null if the record has no such field, undefined if the column wasn't requested. */
export function cellOf(row: RecordRow, path: string): Cell | null | undefined {
  const place = row.places.get(path)
  return place === undefined ? undefined : cellAt(row, place)
}

/** Returns the cell of the column at this index; null if the record has no such field. */
export function cellAt({ texts, kinds, cut }: Row, index: number): Cell | null {
  const kind = kinds[index] ?? 'absent'
  if (kind === 'absent') return null
  const cell = { kind, text: texts[index] ?? '' }
  return cut.includes(index) ? { ...cell, cut: true } : cell
}

export function drawnColumns(arranged: readonly ArrangedColumn[]): readonly ArrangedColumn[] {
  return arranged.filter(({ isHidden }) => !isHidden).slice(0, maxColumns)
}
