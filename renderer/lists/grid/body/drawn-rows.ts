import type { RangeBounds } from '../cell-range.ts'
import type { ColumnPlaces, PlacedColumn } from '../column-places.ts'
import type { RecordRow } from '../record-columns.ts'
import { DrawnRow } from './drawn-row.ts'

export interface TableScene {
  /** Rows of the query, inclusive; `last` is before `first` if there are none. */
  readonly first: number
  readonly last: number
  /** A row that is always drawn, because it has the focus. */
  readonly kept: number | undefined
  readonly columns: readonly PlacedColumn[]
  readonly places: ColumnPlaces
  /** Where a row is, in pixels from the top of the element with the rows. */
  readonly yOf: (row: number) => number
  readonly rowAt: (row: number) => RecordRow | undefined
  /** The number of a row's record in the query, from 0; undefined if it is the row of a group. */
  readonly numberOf: (row: number) => number | undefined
  /** How many levels of groups are around the records. */
  readonly depth: number
  readonly isSelected: (position: number) => boolean
  /** The selected range of cells; undefined if there is none. */
  readonly range: RangeBounds | undefined
}

/** Pause in scrolling after which rows are sorted in the DOM for screen readers, in milliseconds. */
const rest = 400

/** The rows on the screen: as many elements as fit, reused for one row after another. */
export class DrawnRows {
  readonly #holder: HTMLElement
  #drawn = new Map<number, DrawnRow>()
  readonly #ofElements = new WeakMap<Element, DrawnRow>()
  #ordering: ReturnType<typeof setTimeout> | undefined

  constructor(holder: HTMLElement) {
    this.#holder = holder
  }

  at(row: number): DrawnRow | undefined {
    return this.#drawn.get(row)
  }

  around(element: Element): DrawnRow | undefined {
    const row = element.closest('[role="row"]')
    return row === null ? undefined : this.#ofElements.get(row)
  }

  all(): Iterable<DrawnRow> {
    return this.#drawn.values()
  }

  draw(scene: TableScene): void {
    const { first, last, kept, columns, places, yOf, rowAt, numberOf, depth, isSelected, range } = scene
    const before = this.#drawn
    const next = new Map<number, DrawnRow>()
    const spare: DrawnRow[] = []
    for (const [index, row] of before)
      if ((index >= first && index <= last) || index === kept) next.set(index, row)
      else spare.push(row)
    const take = (): DrawnRow => {
      const row = spare.pop()
      if (row !== undefined) return row
      const made = new DrawnRow()
      this.#ofElements.set(made.element, made)
      this.#holder.append(made.element)
      return made
    }
    for (let index = first; index <= last; index += 1) if (!next.has(index)) next.set(index, take())
    for (const [index, row] of next) {
      row.setColumns(columns, places)
      const isOther = row.index !== index
      row.moveTo(index, yOf(index), numberOf(index))
      row.selectCells(range !== undefined && index >= range.firstRow && index <= range.lastRow ? range : undefined)
      const record = rowAt(index)
      // The focused row may be far from the held ones, and keeps showing its record.
      if (record === undefined && !isOther && index === kept && (index < first || index > last)) continue
      row.show(record, record !== undefined && isSelected(record.position), depth)
    }
    for (const row of spare) row.element.remove()
    this.#drawn = next
    clearTimeout(this.#ordering)
    this.#ordering = setTimeout(() => this.#putInOrder(), rest)
  }

  end(): void {
    clearTimeout(this.#ordering)
  }

  /** Sorts the elements by row; the focused one stays, and the others move around it. */
  #putInOrder(): void {
    const inOrder = [...this.#drawn].sort(([one], [other]) => one - other).map(([, row]) => row.element)
    if (inOrder.every((element, order) => this.#holder.children[order] === element)) return
    const focused = inOrder.find((element) => element.contains(document.activeElement))
    if (focused === undefined) this.#holder.append(...inOrder)
    else {
      const at = inOrder.indexOf(focused)
      focused.before(...inOrder.slice(0, at))
      focused.after(...inOrder.slice(at + 1))
    }
  }
}
