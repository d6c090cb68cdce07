import type { GridApi } from 'ag-grid-community'
import type { RecordRow } from './record-columns.ts'

/** Most rows that one range can take in: more are better saved by a search. */
export const longestRange = 100_000

/** Rows of a range that are asked for at once. */
const askedAtOnce = 1000

/** Answers the positions of the records in a range of the view's rows. */
export type PositionsOf = (firstRow: number, count: number) => Promise<readonly number[]>

/**
 * The records that the person selected, by their positions in the run, so that they stay selected whatever the view.
 * The table marks those of its rows that it holds; the choice itself reaches further than that.
 */
export class RowSelection {
  readonly #api: GridApi<RecordRow>
  readonly #onChange: (positions: readonly number[]) => void
  #selected = new Set<number>()
  /** The row that ranges start from. */
  #anchor = 0
  /** What is being asked for is out of date once another choice was made. */
  #choice = 0

  constructor(api: GridApi<RecordRow>, onChange: (positions: readonly number[]) => void) {
    this.#api = api
    this.#onChange = onChange
  }

  get size(): number {
    return this.#selected.size
  }

  /** Selects one record alone. */
  selectOnly(rowIndex: number, position: number): void {
    this.#anchor = rowIndex
    this.#choose(new Set([position]))
  }

  toggle(rowIndex: number, position: number): void {
    this.#anchor = rowIndex
    const next = new Set(this.#selected)
    if (!next.delete(position)) next.add(position)
    this.#choose(next)
  }

  /** Selects the rows from the last one chosen to this one. Of more than {@link longestRange} the first are taken. */
  async selectRange(rowIndex: number, positionsOf: PositionsOf): Promise<void> {
    this.#choice += 1
    const choice = this.#choice
    const isDown = rowIndex >= this.#anchor
    const count = Math.min(Math.abs(rowIndex - this.#anchor) + 1, longestRange)
    const first = isDown ? this.#anchor : this.#anchor - count + 1
    const next = new Set<number>()
    for (let row = first; row < first + count; row += askedAtOnce) {
      const positions = await positionsOf(row, Math.min(askedAtOnce, first + count - row))
      if (choice !== this.#choice) return
      for (const position of positions) next.add(position)
    }
    this.#choose(next)
  }

  clear(): void {
    this.#choose(new Set())
  }

  /** Marks rows that have come into the table. */
  mark(rows: readonly RecordRow[]): void {
    if (this.#selected.size === 0) return
    for (const { position } of rows)
      if (this.#selected.has(position)) this.#api.getRowNode(String(position))?.setSelected(true)
  }

  #choose(next: Set<number>): void {
    this.#choice += 1
    const before = this.#selected
    this.#selected = next
    // Of the two together only the rows that the table holds have a node.
    for (const position of before) if (!next.has(position)) this.#api.getRowNode(String(position))?.setSelected(false)
    for (const position of next) if (!before.has(position)) this.#api.getRowNode(String(position))?.setSelected(true)
    this.#onChange([...next])
  }
}
