import { ClavisError } from '#shared/errors.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { call } from '../../../platform/clavis.ts'
import { rowOf } from '../../model/list-query.ts'
import type { SelectedRows } from '../../model/view-memory.tsx'

/** Maximum number of rows in a range: more are better exported. */
export const maxRange = 100_000

/** Rows of a range requested at once. */
const requestSize = 1000

export interface QueryRows {
  readonly positionsOf: (firstRow: number, count: number) => Promise<readonly number[]>
  /** The row of a record; undefined if the query leaves it out. */
  readonly rowOf: (position: number) => Promise<number | undefined>
}

/** The rows of a query that was shown. */
export interface ShownRows extends QueryRows {
  /** Whether it is still the table's. */
  readonly isShown: () => boolean
}

/** The selected records, by their positions in the dataset, so that they stay selected in any query. */
export class RowSelection {
  readonly #onChange: (positions: readonly number[]) => void
  #selected: ReadonlySet<number>
  #isChosen: boolean
  /** The record at which ranges start. */
  #anchor: number | undefined
  /** Increases with each choice, so that late answers are ignored. */
  #choice = 0

  /** @param before the selection when the rows were left; not reported */
  constructor(onChange: (positions: readonly number[]) => void, before: SelectedRows | undefined) {
    this.#onChange = onChange
    this.#selected = new Set(before?.positions)
    this.#anchor = before?.anchor
    this.#isChosen = this.#selected.size > 1
  }

  get rows(): SelectedRows {
    return { positions: [...this.#selected], anchor: this.#anchor }
  }

  get size(): number {
    return this.#selected.size
  }

  /** Whether the person selected them, not just opened one. */
  get isChosen(): boolean {
    return this.#isChosen && this.#selected.size > 0
  }

  has(position: number): boolean {
    return this.#selected.has(position)
  }

  /** Selects the record that the person looks at. */
  selectOnly(position: number): void {
    this.#anchor = position
    this.#choose(new Set([position]), false)
  }

  selectRow(position: number): void {
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
   * Selects the rows from the last chosen record to this one; from the first row if none was chosen, only this row if
   * the query leaves that record out. Limited to {@link maxRange}. Rejects if they can't be read, and then keeps the
   * selection.
   */
  selectRange(rowIndex: number, queryRows: QueryRows): Promise<void> {
    return this.#selectRange(rowIndex, this.#anchor, queryRows)
  }

  /** Selects all rows of a query, in the same way: the first {@link maxRange} if there are more. */
  selectAll(rowCount: number, queryRows: QueryRows): Promise<void> {
    return this.#selectRange(rowCount - 1, undefined, queryRows)
  }

  async #selectRange(rowIndex: number, anchor: number | undefined, queryRows: QueryRows): Promise<void> {
    this.#choice += 1
    const choice = this.#choice
    try {
      await this.#chooseRange(rowIndex, anchor, queryRows, choice)
    } catch (error) {
      if (choice === this.#choice) throw error
    }
  }

  async #chooseRange(
    rowIndex: number,
    anchor: number | undefined,
    { positionsOf, rowOf }: QueryRows,
    choice: number,
  ): Promise<void> {
    const anchorRow = anchor === undefined ? 0 : await rowOf(anchor)
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
    else this.#anchor = anchor
    this.#choose(next)
  }

  clear(): void {
    this.#choose(new Set())
  }

  #choose(next: ReadonlySet<number>, isChosen = true): void {
    this.#choice += 1
    this.#isChosen = isChosen
    this.#selected = next
    this.#onChange([...next])
  }
}

/**
 * Reads the rows of a query.
 * @param isShown whether it is still the table's; once another one is pending, a request for this one would replace it
 */
export function rowsOfQuery(datasetId: string, query: ListQuery, isShown: () => boolean): ShownRows {
  const requireShown = (): void => {
    if (!isShown()) throw rangeCancelled()
  }
  return {
    isShown,
    positionsOf: async (offset, limit) => {
      requireShown()
      const window = await call('lists.rows', { datasetId, query, offset, limit, paths: [] })
      return window.rows.map(({ position }) => position)
    },
    rowOf: (position) => {
      requireShown()
      return rowOf(datasetId, query, position)
    },
  }
}

export function rangeCancelled(): ClavisError {
  return new ClavisError('cancelled', 'The search, filters or sort changed before all rows were loaded.', {
    hint: 'Your previous selection is unchanged. Select the rows again.',
  })
}
