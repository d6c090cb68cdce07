import type { ChartGroup, TableGroups } from '#shared/lists/list-analysis.ts'

/** A row of a grouped table: a group's, or a record's with its row in the query. */
export type GroupedPlace =
  | { readonly kind: 'group'; readonly group: number; readonly key: string; readonly isOpen: boolean }
  | { readonly kind: 'record'; readonly row: number }

/** Rows of a query, one after the other. */
export interface RowSpan {
  readonly first: number
  readonly count: number
}

interface ShownGroup {
  readonly group: number
  readonly key: string
  readonly isOpen: boolean
  /** Its row in the table. */
  readonly row: number
  /** Its records in the query. */
  readonly records: RowSpan
  /** How many of them follow it as rows. */
  readonly shown: number
}

/** Says where a grouped table shows the rows of its query: below the groups that are open. */
export class GroupedRows {
  readonly table: TableGroups
  /** In the order of the table. */
  readonly #shown: ShownGroup[] = []
  readonly rowCount: number
  /** Records of all groups. */
  readonly #records: number
  /** Of all groups, also those that are not shown. */
  readonly keys: readonly string[]

  /** @param open the keys of the open groups */
  constructor(table: TableGroups, open: ReadonlySet<string>) {
    this.table = table
    const depth = table.levels.length
    let [row, first] = [0, 0]
    const keys: string[] = []
    let outer = { key: '', isOpen: true }
    for (const [group, { level, records, group: value }] of table.groups.entries()) {
      const isLeaf = level === depth
      const key = level === 1 ? keyOf(value) : `${outer.key} ${keyOf(value)}`
      keys.push(key)
      const isOpen = open.has(key)
      if (level === 1) outer = { key, isOpen: isLeaf || isOpen }
      if (level === 1 || outer.isOpen) {
        const shown = isLeaf && isOpen ? records : 0
        this.#shown.push({ group, key, isOpen, row, records: { first, count: records }, shown })
        row += 1 + shown
      }
      if (isLeaf) first += records
    }
    this.rowCount = row
    this.#records = first
    this.keys = keys
  }

  /** Whether these are the groups of rows that were answered so. With relative dates the same records have others later. */
  isOf({ count, covers }: { readonly count: number; readonly covers: number }): boolean {
    return count === this.#records && covers === this.table.covers
  }

  /** Returns what a row shows; undefined if there is no such row. */
  at(row: number): GroupedPlace | undefined {
    const found = this.#lastAt((shown) => shown.row <= row)
    if (found === undefined || row >= this.rowCount) return undefined
    const { group, key, isOpen, records } = found
    if (found.row === row) return { kind: 'group', group, key, isOpen }
    return { kind: 'record', row: records.first + row - found.row - 1 }
  }

  /** Returns the rows of the query that these rows of the table stand for; those of a closed group stand for its records. */
  span(firstRow: number, lastRow: number): RowSpan {
    const from = this.#edge(firstRow, false)
    return { first: from, count: Math.max(0, this.#edge(lastRow, true) - from) }
  }

  /** Returns the rows of the query that are among these rows of the table, as spans. */
  visible(firstRow: number, lastRow: number): RowSpan[] {
    return this.#shown.flatMap(({ row, shown, records }) => {
      const from = Math.max(firstRow, row + 1)
      const to = Math.min(lastRow, row + shown)
      return from > to ? [] : [{ first: records.first + from - row - 1, count: to - from + 1 }]
    })
  }

  /** Returns the row at which the table shows a row of its query, and the keys of the closed groups around that. */
  rowOf(queryRow: number): { readonly row: number; readonly closed: readonly string[] } {
    const found = this.#lastAt(({ records }) => records.first <= queryRow)
    if (found === undefined) return { row: 0, closed: [] }
    if (found.shown > 0) return { row: found.row + 1 + queryRow - found.records.first, closed: [] }
    return { row: found.row, closed: found.isOpen ? [] : [found.key] }
  }

  /** The first row of the query from a row of the table on, or the first one after it. */
  #edge(row: number, isAfter: boolean): number {
    const found = this.#lastAt((shown) => shown.row <= row)
    if (found === undefined) return 0
    const { first, count } = found.records
    if (row > found.row) return first + row - found.row - (isAfter ? 0 : 1)
    return isAfter && !found.isOpen ? first + count : first
  }

  /** The last group that meets a condition, which all before it do. */
  #lastAt(meets: (shown: ShownGroup) => boolean): ShownGroup | undefined {
    let [low, high] = [0, this.#shown.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const shown = this.#shown[middle]
      if (shown !== undefined && meets(shown)) low = middle + 1
      else high = middle
    }
    return this.#shown[low - 1]
  }
}

/** What a group is recognized by after its table was loaded again. */
function keyOf(group: ChartGroup): string {
  switch (group.kind) {
    case 'value':
      return JSON.stringify([group.value.kind, group.value.text])
    case 'time':
      return group.from
    case 'others':
    case 'empty':
      return group.kind
  }
}
