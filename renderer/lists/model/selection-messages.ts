import { count } from '../../ui/text/count.ts'

interface Selected {
  readonly positions: readonly number[]
  readonly cells: { readonly rows: number; readonly columns: readonly unknown[] } | undefined
}

/** Says how much is selected: `20 rows`, `3 rows by 2 columns`. */
export function selectionSize({ positions, cells }: Selected): string {
  return cells === undefined
    ? count(positions.length, 'row')
    : `${count(cells.rows, 'row')} by ${count(cells.columns.length, 'column')}`
}
