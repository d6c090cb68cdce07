import { Buffer } from 'node:buffer'
import type { DatabaseSync } from 'node:sqlite'
import type { ListView } from '../../shared/model/list.ts'
import { CellReader } from './cell-reader.ts'
import { splitPath } from './column-path.ts'
import { columnTrait } from './column-trait.ts'
import type { ColumnTree } from './column-tree.ts'
import { decodeEscapes, utf8Text } from './json-string.ts'
import { orderKey } from './order-key.ts'
import { recordWriting } from './page-reader.ts'

/** Which records a window of a view shows. `all`: the records as they came, so an offset is a position. */
export type ViewWindow =
  | { readonly kind: 'all'; readonly count: number }
  | { readonly kind: 'chosen'; readonly count: number; readonly positions: readonly number[] }

/** The view that is kept as a table of positions, in its order. */
interface BuiltView {
  readonly key: string
  readonly isSorted: boolean
  /** How many records it was built from. */
  covers: number
  count: number
  /** When it was built and how long that took, ms. */
  readonly builtAt: number
  readonly took: number
}

/** While records keep coming, a sorted view is built anew only after this many times what building it takes. */
const patience = 10

/**
 * Views of the records: a search, a sort, or both. A view is written down once as a list of positions, so that each
 * window of it is cheap; a search is continued as records come, a sort is made anew.
 */
export class RecordViews {
  readonly #database: DatabaseSync
  readonly #tree: ColumnTree
  #built: BuiltView | undefined
  #needle = ''
  #readers: CellReader[] = []

  constructor(database: DatabaseSync, tree: ColumnTree) {
    this.#database = database
    this.#tree = tree
    database.function('holds', { deterministic: true }, (text, writing) =>
      this.#holds(String(text), Number(writing)) ? 1 : 0,
    )
    database.function('order_key', { deterministic: true }, (json) =>
      typeof json === 'string' ? orderKey(json) : null,
    )
    database.function('member', { deterministic: true }, (text, index) => this.#member(String(text), Number(index)))
  }

  /** Forgets what was built: records were taken out. */
  forget(): void {
    this.#built = undefined
  }

  positions(view: ListView, records: number, offset: number, limit: number): ViewWindow {
    if (view.search === '' && view.sort.length === 0) return { kind: 'all', count: records }
    const built = this.#build(view, records)
    const rows = this.#database
      .prepare('SELECT position FROM view WHERE rank > ? ORDER BY rank LIMIT ?')
      .all(offset, limit)
    return { kind: 'chosen', count: built.count, positions: rows.map(({ position }) => Number(position)) }
  }

  #build(view: ListView, records: number): BuiltView {
    const key = JSON.stringify(view)
    const known = this.#built
    if (known?.key === key) {
      if (known.covers === records) return known
      if (!known.isSorted) return this.#continue(known, view, records)
      if (performance.now() - known.builtAt < known.took * patience) return known
    }
    const began = performance.now()
    this.#database.exec('DROP TABLE IF EXISTS view')
    this.#database.exec('CREATE TABLE view (rank INTEGER PRIMARY KEY, position INTEGER NOT NULL) STRICT')
    this.#needle = view.search.toLowerCase()
    const order = this.#orderBy(view)
    const count = this.#insert(view, 0, order)
    const builtAt = performance.now()
    const isSorted = view.sort.length > 0
    this.#built = { key, isSorted, covers: records, count, builtAt, took: builtAt - began }
    return this.#built
  }

  #continue(known: BuiltView, view: ListView, records: number): BuiltView {
    this.#needle = view.search.toLowerCase()
    known.count += this.#insert(view, known.covers, 'position')
    known.covers = records
    return known
  }

  #insert(view: ListView, from: number, order: string): number {
    // ASCII text without escapes is compared by SQLite itself; the rest needs letter case of every script.
    const condition =
      view.search === ''
        ? ''
        : ` AND CASE WHEN writing = ${recordWriting.plain} THEN text LIKE :pattern ESCAPE '\\' ELSE holds(text, writing) END`
    const { changes } = this.#database
      .prepare(
        `INSERT INTO view (position) SELECT position FROM records WHERE position >= :from${condition} ORDER BY ${order}`,
      )
      .run({ from, ...(view.search === '' ? {} : { pattern: `%${view.search.replaceAll(/[\\%_]/gu, '\\$&')}%` }) })
    return Number(changes)
  }

  #holds(text: string, writing: number): boolean {
    return (writing === recordWriting.escaped ? decodeEscapes(text) : text).toLowerCase().includes(this.#needle)
  }

  /** The exact JSON text of a member, for columns that SQLite cannot name or order by itself. */
  #member(text: string, index: number): string | null {
    const record = Buffer.from(text)
    const [span] = this.#readers[index]?.spans(record) ?? []
    return span === undefined ? null : utf8Text(record, span.start, span.end)
  }

  /** The SQL order of a view. Records without a value come last either way; the order they came in decides at the end. */
  #orderBy(view: ListView): string {
    this.#readers = view.sort.map(({ path }) => new CellReader([path]))
    return [
      ...view.sort.flatMap(({ path, direction }, index) => {
        const key = this.#keyOf(path, index)
        return [`(${key}) IS NULL`, `(${key}) ${direction === 'ascending' ? 'ASC' : 'DESC'}`]
      }),
      'position',
    ].join(', ')
  }

  #keyOf(path: string, index: number): string {
    const column = this.#tree.describe(path)
    const names = splitPath(path)
    // SQLite's own path language has no way to write every name; names of letters and digits it reads as they are.
    const isPlain = !this.#tree.escapedNames && names.every((name) => /^[A-Za-z_][A-Za-z0-9_ -]*$/u.test(name))
    if (column === undefined || !isPlain) return `order_key(member(text, ${index}))`
    const sqlPath = `'$.${names.map((name) => `"${name}"`).join('.')}'`
    const traits = column.traits
    switch (column.type) {
      case 'number':
        return (traits & columnTrait.extreme) === 0 ? `text ->> ${sqlPath}` : `order_key(text -> ${sqlPath})`
      case 'boolean':
        return `text ->> ${sqlPath}`
      case 'datetime':
        return (traits & columnTrait.unevenDatetime) === 0 ? `text ->> ${sqlPath}` : `order_key(text -> ${sqlPath})`
      case 'text':
        return (traits & columnTrait.unusualText) === 0
          ? `text ->> ${sqlPath} COLLATE NOCASE`
          : `order_key(text -> ${sqlPath})`
      case 'list':
      case 'object':
      case 'mixed':
      case 'null':
        return `order_key(text -> ${sqlPath})`
    }
  }
}
