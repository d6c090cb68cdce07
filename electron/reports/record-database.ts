import { Buffer } from 'node:buffer'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Column, ListName, ListView, Row, RowWindow } from '../../shared/model/list.ts'
import { CellReader } from './cell-reader.ts'
import { ColumnTree } from './column-tree.ts'
import type { Envelope } from './envelope.ts'
import { PageReader } from './page-reader.ts'
import { RecordViews } from './record-views.ts'

/** What came of a page that was stored. */
export interface StoredPage {
  readonly records: number
  readonly recordMember: string
  readonly envelope: Envelope
}

/** Rows of the last page's size that are kept as a bound, so that one bad page can be taken back. */
interface LastPage {
  readonly first: number
}

/**
 * The records of one run, each as the exact text that came, in an SQLite file. It lives in a worker thread: every
 * method takes its time.
 */
export class RecordDatabase {
  readonly #database: DatabaseSync
  readonly #tree = new ColumnTree()
  readonly #reader: PageReader
  readonly #views: RecordViews
  readonly #insert: StatementSync
  readonly #selectOne: StatementSync
  readonly #selectFrom: StatementSync
  #count = 0
  #lastPage: LastPage = { first: 0 }

  /**
   * @param file made already, readable by its owner alone
   * @param chosen the member that the person chose for this list's records, where they did
   */
  constructor(file: string, list: ListName, chosen: string | undefined) {
    this.#database = new DatabaseSync(file)
    // A temporary file: nothing needs to survive a crash, and nobody else opens it.
    this.#database.exec(`
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA temp_store = FILE;
      PRAGMA cache_size = -32768;
      CREATE TABLE records (position INTEGER PRIMARY KEY, text TEXT NOT NULL, writing INTEGER NOT NULL) STRICT;
    `)
    this.#reader = new PageReader(list, chosen, this.#tree)
    this.#insert = this.#database.prepare('INSERT INTO records VALUES (?, CAST(? AS TEXT), ?)')
    this.#selectOne = this.#database.prepare('SELECT CAST(text AS BLOB) AS text FROM records WHERE position = ?')
    this.#selectFrom = this.#database.prepare(
      'SELECT position, CAST(text AS BLOB) AS text FROM records WHERE position >= ? ORDER BY position LIMIT ?',
    )
    this.#views = new RecordViews(this.#database, this.#tree)
  }

  get count(): number {
    return this.#count
  }

  /** The columns discovered so far. */
  columns(): Column[] {
    return this.#tree.columns()
  }

  /** Takes a page apart and stores its records, all or none. @throws `response-…`, `list-…` */
  addPage(body: Uint8Array): StoredPage {
    const { starts, lengths, writings, recordMember, envelope } = this.#reader.read(body)
    this.#database.exec('BEGIN')
    try {
      for (const [index, start] of starts.entries())
        this.#insert.run(this.#count + index, body.subarray(start, start + (lengths[index] ?? 0)), writings[index] ?? 0)
      this.#database.exec('COMMIT')
    } catch (error) {
      this.#tree.discard()
      this.#database.exec('ROLLBACK')
      throw error
    }
    this.#tree.commit(1)
    this.#lastPage = { first: this.#count }
    this.#count += starts.length
    return { records: starts.length, recordMember, envelope }
  }

  /** Takes the page that was stored last back out, before it is asked for again. */
  removeLastPage(): void {
    const { first } = this.#lastPage
    for (const { text } of this.#selectFrom.iterate(first, this.#count - first)) this.#reader.recount(bytesOf(text))
    this.#tree.commit(-1)
    this.#database.prepare('DELETE FROM records WHERE position >= ?').run(first)
    this.#count = first
    this.#views.forget()
  }

  /** Rows of a view, with a cell for each path. */
  rows(view: ListView, offset: number, limit: number, paths: readonly string[]): RowWindow {
    const cells = new CellReader(paths)
    const positions = this.#views.positions(view, this.#count, offset, limit)
    const rows: Row[] =
      positions.kind === 'all'
        ? this.#selectFrom
            .all(offset, limit)
            .map(({ position, text }) => ({ position: Number(position), cells: cells.cells(bytesOf(text)) }))
        : positions.positions.map((position) => ({ position, cells: cells.cells(this.bytes(position) ?? empty) }))
    return { rows, count: positions.count }
  }

  /** A record's exact bytes; undefined where there is no such row. */
  bytes(position: number): Uint8Array | undefined {
    const row = this.#selectOne.get(position)
    return row === undefined ? undefined : bytesOf(row['text'])
  }

  /** Every record of a view in its order, a batch at a time. */
  *batches(view: ListView, size: number): Generator<Uint8Array[]> {
    const { count } = this.#views.positions(view, this.#count, 0, 0)
    for (let offset = 0; offset < count; offset += size) {
      const positions = this.#views.positions(view, this.#count, offset, Math.min(size, count - offset))
      yield positions.kind === 'all'
        ? this.#selectFrom.all(offset, Math.min(size, count - offset)).map(({ text }) => bytesOf(text))
        : positions.positions.map((position) => this.bytes(position) ?? empty)
    }
  }

  close(): void {
    this.#database.close()
  }
}

const empty = Buffer.from('null')

function bytesOf(value: SQLInputValue | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : empty
}
