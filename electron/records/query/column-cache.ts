import type { ColumnType } from '#shared/lists/list.ts'
import type { Slices } from '../../concurrency.ts'
import { CellReader } from '../columns/cell-reader.ts'
import { DictionaryColumn } from '../columns/dictionary-column.ts'
import type { SchemaTree } from '../columns/schema-tree.ts'
import { PageBuffer } from '../storage/page-block.ts'
import type { RecordFile } from '../storage/record-file.ts'
import { rankValues, type ValueRanks } from './column-sort.ts'

/** Maximum memory of cached columns that are not in use, bytes. */
const maxCachedBytes = 48 * 1024 * 1024

interface KeptColumn {
  readonly values: DictionaryColumn
  /** Pages that it was read from. */
  pages: number
  /** Ranks for this many distinct values of a column of this type. */
  ranked: { readonly count: number; readonly type: ColumnType | undefined; readonly ranks: ValueRanks } | undefined
}

/** Reads columns of a dataset as dictionaries when they are needed, and caches as many as fit. */
export class ColumnCache {
  readonly #file: RecordFile
  readonly #tree: SchemaTree
  readonly #collator: Intl.Collator
  /** Least recently used first. */
  #kept = new Map<string, KeptColumn>()

  constructor(file: RecordFile, tree: SchemaTree, collator: Intl.Collator) {
    this.#file = file
    this.#tree = tree
    this.#collator = collator
  }

  /** Clears the cache, because records were removed. */
  forget(): void {
    this.#kept = new Map()
  }

  /** Returns the values of some columns in at least the first `pages` pages. */
  async read(paths: readonly string[], pages: number, slices: Slices): Promise<ReadonlyMap<string, DictionaryColumn>> {
    const kept = this.#kept
    const wanted = [...new Set(paths)].map((path): [string, KeptColumn] => {
      const column = kept.get(path) ?? {
        values: new DictionaryColumn((position) => this.#file.record(position)),
        pages: 0,
        ranked: undefined,
      }
      kept.delete(path)
      kept.set(path, column)
      return [path, column]
    })
    this.#makeRoom(wanted.length)
    // Another caller may be reading the same column: each page is added once, in order.
    const buffer = new PageBuffer()
    const ids = wanted.map(([path]) => this.#tree.describe(path)?.id)
    for (;;) {
      const page = Math.min(...wanted.map(([, column]) => column.pages))
      if (page >= pages) break
      const behind = wanted
        .map(([path, column], index) => ({ path, column, id: ids[index] }))
        .filter(({ column }) => column.pages === page)
      this.#readPage(page, pages, behind, buffer)
      if (slices.isOver) await slices.pause()
    }
    return new Map(wanted.map(([path, { values }]) => [path, values]))
  }

  /** @param pages how many are going to be read */
  #readPage(
    page: number,
    pages: number,
    columns: readonly { readonly path: string; readonly column: KeptColumn; readonly id: number | undefined }[],
    buffer: PageBuffer,
  ): void {
    const records = this.#file.page(page, buffer)
    const { first, count, body } = records
    const all = this.#file.firstOf(pages)
    const found = this.#file.values(
      page,
      columns.map(({ id }) => id ?? -1),
    )
    for (const [index, { path, column, id }] of columns.entries()) {
      const { values } = column
      values.reserve(first + count, all)
      column.pages = page + 1
      const places = found[index]
      if (id === undefined) {
        // No column was discovered there, for example because there are too many, so the records are read.
        const reader = new CellReader([path])
        for (let record = 0; record < count; record += 1) {
          const start = records.starts[record] ?? 0
          const bytes = body.subarray(start, start + (records.lengths[record] ?? 0))
          const [span] = reader.spans(bytes)
          if (span !== undefined) values.add(first + record, bytes, span.start, span.end - span.start, 0)
        }
      } else if (places !== undefined)
        for (let at = 0; at < places.count; at += 1) {
          const record = places.records === undefined ? at : (places.records[at] ?? 0)
          const recordStart = records.starts[record] ?? 0
          values.add(first + record, body, places.starts[at] ?? 0, places.lengths[at] ?? 0, recordStart)
        }
    }
  }

  /** The ranks of a column’s values; the column must have been read. */
  async ranks(path: string, values: DictionaryColumn, slices: Slices): Promise<ValueRanks> {
    const column = this.#kept.get(path)
    const { count } = values
    const type = this.#tree.describe(path)?.type
    const known = column?.values === values ? column.ranked : undefined
    if (known?.count === count && known.type === type) return known.ranks
    const ranks = await rankValues(values, type, this.#collator, slices)
    if (column?.values === values && values.count === count) column.ranked = { count, type, ranks }
    return ranks
  }

  /** Removes the least recently used columns, but not the last `needed`. */
  #makeRoom(needed: number): void {
    let size = 0
    const newestFirst = [...this.#kept].reverse()
    for (const [index, [path, { values, ranked }]] of newestFirst.entries()) {
      size += values.size + (ranked?.ranks.ranks.byteLength ?? 0)
      if (index >= needed && size > maxCachedBytes) this.#kept.delete(path)
    }
  }
}
