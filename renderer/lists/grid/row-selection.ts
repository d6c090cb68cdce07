import type { SelectedRows } from '../model/view-memory.tsx'

/** Most rows that one range can take in: more are better saved by a search. */
export const maxRange = 100_000

/** Rows of a range that are asked for at once. */
const requestSize = 1000

/** The rows of the view that is shown. */
export interface QueryRows {
  /** The positions of the records in a range of rows. */
  readonly positionsOf: (firstRow: number, count: number) => Promise<readonly number[]>
  /** The row that a record is in; undefined where the view leaves it out. */
  readonly rowOf: (position: number) => Promise<number | undefined>
}

/** The records that the person selected, by their positions in the run, so that they stay selected whatever the view. */
export class RowSelection {
  readonly #onChange: (positions: readonly number[]) => void
  #selected: ReadonlySet<number>
  /** The record that ranges start from. */
  #anchor: number | undefined
  /** What is being asked for is out of date once another choice was made. */
  #choice = 0

  /** @param before what was selected when the rows were left; nobody is told of it */
  constructor(onChange: (positions: readonly number[]) => void, before: SelectedRows | undefined) {
    this.#onChange = onChange
    this.#selected = new Set(before?.positions)
    this.#anchor = before?.anchor
  }

  get rows(): SelectedRows {
    return { positions: [...this.#selected], anchor: this.#anchor }
  }

  get size(): number {
    return this.#selected.size
  }

  has(position: number): boolean {
    return this.#selected.has(position)
  }

  /** Selects one record alone. */
  selectOnly(position: number): void {
    this.#anchor = position
    this.#choose(new Set([position]))
  }

  toggle(position: number): void {
    this.#anchor = position
    const next = new Set(this.#selected)
    if (!next.delete(position)) next.add(position)
    this.#choose(next)
  }

  /**
   * Selects the rows from the record chosen last to this one; from the first row where none was chosen, and this row alone
   * where the view leaves that record out. Of more than {@link maxRange} the first are taken. Rejects where they cannot
   * be read: then what is selected stays, unless another choice was made meanwhile.
   */
  async selectRange(rowIndex: number, viewRows: QueryRows): Promise<void> {
    this.#choice += 1
    const choice = this.#choice
    try {
      await this.#chooseRange(rowIndex, viewRows, choice)
    } catch (error) {
      if (choice === this.#choice) throw error
    }
  }

  async #chooseRange(rowIndex: number, { positionsOf, rowOf }: QueryRows, choice: number): Promise<void> {
    const anchorRow = this.#anchor === undefined ? 0 : await rowOf(this.#anchor)
    if (choice !== this.#choice) return
    const from = anchorRow ?? rowIndex
    const count = Math.min(Math.abs(rowIndex - from) + 1, maxRange)
    const first = rowIndex >= from ? from : from - count + 1
    const next = new Set<number>()
    for (let row = first; row < first + count; row += requestSize) {
      const positions = await positionsOf(row, Math.min(requestSize, first + count - row))
      if (choice !== this.#choice) return
      for (const position of positions) next.add(position)
    }
    if (anchorRow === undefined) [this.#anchor] = next
    this.#choose(next)
  }

  clear(): void {
    this.#choose(new Set())
  }

  #choose(next: ReadonlySet<number>): void {
    this.#choice += 1
    this.#selected = next
    this.#onChange([...next])
  }
}
