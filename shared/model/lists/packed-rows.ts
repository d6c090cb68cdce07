import type { Cell, RowWindow } from './list.ts'

/**
 * A window of rows on its way to the page. Every object on that way is taken apart, checked and put together again several
 * times, which for each cell takes many times as long as its text does; so all cells go as one text.
 */
export interface PackedRows {
  /** Each row's place among the run's records in the order they came, from 0. */
  readonly positions: readonly number[]
  /** A letter for each cell, row after row: what it is. */
  readonly kinds: string
  /** A character for each cell, in the same order: how long its text is, in UTF-16 units, counted from the blank on. */
  readonly lengths: string
  /** All cells' texts, one after the other. */
  readonly text: string
  /** As in {@link RowWindow}. */
  readonly count: number
  readonly covers: number
}

/** The character for an empty text. Those before it are escaped on the way. */
const emptyLength = 0x20

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

/** The cells of packed rows, row after row. */
export class PackedCells {
  readonly #kinds: string
  readonly #text: string
  /** Where each cell's text ends. */
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

  /** The cell at a place among all; null where the record has no such member. */
  at(index: number): Cell | null {
    const found = cells.get(this.#kinds[index] ?? absent)
    if (found === undefined) return null
    return { ...found, text: this.#text.slice(index === 0 ? 0 : this.#ends[index - 1], this.#ends[index]) }
  }
}
