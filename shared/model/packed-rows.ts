import type { Cell, RowWindow } from './list.ts'

/**
 * A window of rows on its way to the page. Every object on that way is taken apart, checked and put together again several
 * times, which for each cell takes many times as long as a bare text does; so cells go as one list of texts.
 */
export interface PackedRows {
  /** Each row's place among the run's records in the order they came, from 0. */
  readonly positions: readonly number[]
  /** A letter for each cell, row after row: what it is. */
  readonly kinds: string
  /** A text for each cell, in the same order. */
  readonly texts: readonly string[]
  /** As in {@link RowWindow}. */
  readonly count: number
  readonly covers: number
}

/** Where the record has no such member. */
const absent = '-'

const letters: Readonly<Record<Cell['kind'], string>> = {
  text: 't',
  number: 'n',
  boolean: 'b',
  null: '0',
  list: 'l',
  object: 'o',
}

/** Capitals say that the text is cut. */
const cells: ReadonlyMap<string, Pick<Cell, 'kind' | 'cut'>> = new Map(
  (['text', 'number', 'boolean', 'null', 'list', 'object'] as const).flatMap((kind) => [
    [letters[kind].toUpperCase(), { kind, cut: true }],
    [letters[kind], { kind }],
  ]),
)

export function packRows({ rows, count, covers }: RowWindow): PackedRows {
  let kinds = ''
  const texts: string[] = []
  for (const row of rows)
    for (const cell of row.cells) {
      kinds += cell === null ? absent : cell.cut === true ? letters[cell.kind].toUpperCase() : letters[cell.kind]
      texts.push(cell?.text ?? '')
    }
  return { positions: rows.map(({ position }) => position), kinds, texts, count, covers }
}

/** A cell of packed rows; null where the record has no such member. @param index of all cells, row after row */
export function packedCell({ kinds, texts }: Pick<PackedRows, 'kinds' | 'texts'>, index: number): Cell | null {
  const found = cells.get(kinds[index] ?? absent)
  return found === undefined ? null : { ...found, text: texts[index] ?? '' }
}
