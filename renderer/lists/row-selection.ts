/** Most rows that one range can take in: more are better saved by a search. */
export const longestRange = 100_000

/** Rows of a range that are asked for at once. */
const askedAtOnce = 1000

/** Answers the positions of the records in a range of the view's rows. */
export type PositionsOf = (firstRow: number, count: number) => Promise<readonly number[]>

/** What is selected, and where ranges start from. */
export interface SelectedRows {
  /** Places in the run. */
  readonly positions: readonly number[]
  /** The row of the view that was chosen last. */
  readonly anchor: number
}

/** The records that the person selected, by their positions in the run, so that they stay selected whatever the view. */
export class RowSelection {
  readonly #onChange: (positions: readonly number[]) => void
  #selected: ReadonlySet<number>
  /** The row that ranges start from. */
  #anchor: number
  /** What is being asked for is out of date once another choice was made. */
  #choice = 0

  /** @param before what was selected when the rows were left; nobody is told of it */
  constructor(onChange: (positions: readonly number[]) => void, before: SelectedRows | undefined) {
    this.#onChange = onChange
    this.#selected = new Set(before?.positions)
    this.#anchor = before?.anchor ?? 0
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

  #choose(next: ReadonlySet<number>): void {
    this.#choice += 1
    this.#selected = next
    this.#onChange([...next])
  }
}
