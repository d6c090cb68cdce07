import type { Cell, RowWindow } from './list.ts'

/**
 * A window of rows on its way to the page. Objects are cloned and validated several times on the way, which for each
 * cell takes many times as long as for its text; so all cells are sent as one text.
 */
export interface PackedRows {
  /** Each row's position in the dataset's loading order, from 0. */
  readonly positions: readonly number[]
  /** A letter for each cell, row by row: its kind. */
  readonly kinds: string
  /**
   * A character for each cell, in the same order: the length of its text in UTF-16 units, as an offset from the blank.
   */
  readonly lengths: string
  /** All cells' texts, joined. */
  readonly text: string
  /** As in {@link RowWindow}. */
  readonly count: number
  readonly covers: number
}

/** The character for an empty text. Those before it would be escaped. */
const emptyLength = 0x20

/** The record has no such field. */
const absent = '-'

const letters: Readonly<Record<Cell['kind'], string>> = {
  text: 't',
  number: 'n',
  boolean: 'b',
  null: '0',
  list: 'l',
  object: 'o',
}

/** Capitals mean that the text is cut. */
const cells: ReadonlyMap<string, Pick<Cell, 'kind' | 'cut'>> = new Map(
  (['text', 'number', 'boolean', 'null', 'list', 'object'] as const).flatMap((kind) => [
    [letters[kind].toUpperCase(), { kind, cut: true }],
    [letters[kind], { kind }],
  ]),
)

export function packRows({ rows, count, covers }: RowWindow): PackedRows {
  let kinds = ''
  let lengths = ''
  let text = ''
  for (const row of rows)
    for (const cell of row.cells) {
      kinds += cell === null ? absent : cell.cut === true ? letters[cell.kind].toUpperCase() : letters[cell.kind]
      lengths += String.fromCharCode(emptyLength + (cell?.text.length ?? 0))
      text += cell?.text ?? ''
    }
  return { positions: rows.map(({ position }) => position), kinds, lengths, text, count, covers }
}

/** Reads the cells of packed rows, row by row. */
export class PackedCells {
  readonly #kinds: string
  readonly #text: string
  /** End position of each cell's text. */
  readonly #ends: Uint32Array

  constructor({ kinds, lengths, text }: Pick<PackedRows, 'kinds' | 'lengths' | 'text'>) {
    this.#kinds = kinds
    this.#text = text
    this.#ends = new Uint32Array(kinds.length)
    let end = 0
    for (let index = 0; index < kinds.length; index += 1) {
      end += lengths.charCodeAt(index) - emptyLength
      this.#ends[index] = end
    }
  }

  /** Returns the cell with this index; null if the record has no such field. */
  at(index: number): Cell | null {
    const found = cells.get(this.#kinds[index] ?? absent)
    if (found === undefined) return null
    return { ...found, text: this.#text.slice(index === 0 ? 0 : this.#ends[index - 1], this.#ends[index]) }
  }
}
