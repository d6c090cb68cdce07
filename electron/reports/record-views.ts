import { Buffer } from 'node:buffer'
import type { DatabaseSync } from 'node:sqlite'
import type { ListView } from '../../shared/model/list.ts'
import { CellReader } from './cell-reader.ts'
import { splitPath } from './column-path.ts'
import { columnTrait } from './column-trait.ts'
import type { ColumnTree } from './column-tree.ts'
import { decodeEscapes, utf8Text } from './json-string.ts'
import { asciiTextKey, orderKey } from './order-key.ts'
import { recordWriting } from './page-reader.ts'

/** Which records a window of a view shows. `all`: the records as they came, so an offset is a position. */
export type ViewWindow =
  | { readonly kind: 'all'; readonly count: number }
  | { readonly kind: 'chosen'; readonly count: number; readonly positions: readonly number[] }

/**
 * How fresh a view must be. `exact`: it covers every record that is there. `lagging`: while records keep coming, a
 * sorted view may leave out the newest for a while, so that most of the time goes into loading.
 */
export type ViewFreshness = 'exact' | 'lagging'

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
      typeof json === 'string' ? orderKey(json, 'dates') : null,
    )
    database.function('text_key', { deterministic: true }, (json) =>
      typeof json === 'string' ? orderKey(json, 'text') : null,
    )
    database.function('member', { deterministic: true }, (text, index) => this.#member(String(text), Number(index)))
  }

  /** Forgets what was built: records were taken out. */
  forget(): void {
    this.#built = undefined
  }

  /** A window of a view over the first `records` records. */
  window(view: ListView, records: number, offset: number, limit: number, freshness: ViewFreshness): ViewWindow {
    if (isPlain(view)) return { kind: 'all', count: records }
    const built = this.#build(view, records, freshness)
    const rows = this.#database
      .prepare('SELECT position FROM view WHERE rank > ? ORDER BY rank LIMIT ?')
      .all(offset, limit)
    return { kind: 'chosen', count: built.count, positions: rows.map(({ position }) => Number(position)) }
  }

  /** The positions of a view's records in its order as they are now, whatever is built or stored afterwards. */
  positions(view: ListView, records: number): Float64Array {
    if (isPlain(view)) return Float64Array.from({ length: records }, (_, position) => position)
    const { count } = this.#build(view, records, 'exact')
    const positions = new Float64Array(count)
    let at = 0
    for (const { position } of this.#database.prepare('SELECT position FROM view ORDER BY rank').iterate()) {
      positions[at] = Number(position)
      at += 1
    }
    return positions
  }

  #build(view: ListView, records: number, freshness: ViewFreshness): BuiltView {
    const key = JSON.stringify(view)
    const known = this.#built
    if (known?.key === key) {
      if (known.covers === records) return known
      if (!known.isSorted) return this.#continue(known, view, records)
      if (freshness === 'lagging' && performance.now() - known.builtAt < known.took * patience) return known
    }
    const began = performance.now()
    // Where building fails half way, no view is built.
    this.#built = undefined
    this.#database.exec('DROP TABLE IF EXISTS view')
    this.#database.exec('CREATE TABLE view (rank INTEGER PRIMARY KEY, position INTEGER NOT NULL) STRICT')
    this.#needle = view.search.toLowerCase()
    const count = this.#insertInOrder(view)
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

  #insertInOrder(view: ListView): number {
    this.#readers = view.sort.map(({ path }) => new CellReader([path]))
    try {
      return this.#insert(view, 0, this.#orderBy(view, 'by SQLite'))
    } catch (error) {
      // SQLite's JSON functions refuse what is nested more than 1,000 deep; the reader here takes any depth.
      if (!isSqlError(error)) throw error
      return this.#insert(view, 0, this.#orderBy(view, 'by reading'))
    }
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
      .run({ from, ...(view.search === '' ? {} : { pattern: `%${this.#needle.replaceAll(/[\\%_]/gu, '\\$&')}%` }) })
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
  #orderBy(view: ListView, how: 'by SQLite' | 'by reading'): string {
    return [
      ...view.sort.map(({ path, direction }, index) => {
        const key = (how === 'by SQLite' ? this.#plainKey(path) : undefined) ?? this.#readKey(path, index)
        return `${key} ${direction === 'ascending' ? 'ASC' : 'DESC'} NULLS LAST`
      }),
      'position',
    ].join(', ')
  }

  /** Orders by what the reader here finds, whatever the member's name and the record's shape. */
  #readKey(path: string, index: number): string {
    return `${this.#keyFunction(path)}(member(text, ${index}))`
  }

  #keyFunction(path: string): string {
    return this.#tree.describe(path)?.type === 'text' ? 'text_key' : 'order_key'
  }

  /** Orders by what SQLite itself finds; undefined where it has no way to name the member. */
  #plainKey(path: string): string | undefined {
    const column = this.#tree.describe(path)
    const names = splitPath(path)
    const isNameable = !this.#tree.escapedNames && names.every((name) => /^[A-Za-z_][A-Za-z0-9_ -]*$/u.test(name))
    if (column === undefined || !isNameable) return undefined
    const sqlPath = `'$.${names.map((name) => `"${name}"`).join('.')}'`
    const has = (trait: number): boolean => (column.traits & trait) !== 0
    const value = `text ->> ${sqlPath}`
    const byKey = `${this.#keyFunction(path)}(text -> ${sqlPath})`
    switch (column.type) {
      case 'number':
        return has(columnTrait.extremeNumber) ? byKey : value
      case 'boolean':
        return value
      case 'datetime':
        return has(columnTrait.unevenDatetime) ? byKey : value
      case 'text':
        // Only records with other characters than ASCII need the call out of SQLite, which costs as much as all the rest.
        return has(columnTrait.unusualText)
          ? `CASE writing WHEN ${recordWriting.plain} THEN ${asciiTextKey(value)} ELSE ${byKey} END`
          : `${value} COLLATE NOCASE`
      case 'list':
      case 'object':
        return `nullif(text -> ${sqlPath}, 'null')`
      case 'mixed':
      case 'null':
        return byKey
    }
  }
}

function isPlain({ search, sort }: ListView): boolean {
  return search === '' && sort.length === 0
}

/** Whether SQLite refused a statement's values (result code 1, https://sqlite.org/rescode.html), not the disk a write. */
function isSqlError(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 1
}
