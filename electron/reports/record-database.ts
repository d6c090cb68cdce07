import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Column, ListName, ListView, Row, RowWindow } from '../../shared/model/list.ts'
import { CellReader } from './cell-reader.ts'
import { ColumnTree } from './column-tree.ts'
import type { Envelope } from './envelope.ts'
import { PageReader, type RecordSpans } from './page-reader.ts'
import { RecordViews, type ViewFreshness } from './record-views.ts'

/** What came of a page that was stored. */
export interface StoredPage {
  /** How many records the run has now. */
  readonly records: number
  readonly recordMember: string
  readonly envelope: Envelope
}

/** Rows of one inserting statement: calls out of SQLite cost more than the rows. */
const insertedAtOnce = 25

/**
 * The records of one run, each as the exact text that came, in an SQLite file. It lives in a worker thread: every
 * method takes its time.
 */
export class RecordDatabase {
  readonly #database: DatabaseSync
  readonly #tree = new ColumnTree()
  readonly #reader: PageReader
  readonly #views: RecordViews
  readonly #insertOne: StatementSync
  readonly #insertMany: StatementSync
  readonly #selectOne: StatementSync
  readonly #selectFrom: StatementSync
  #count = 0
  /** Position of the first record of the page that was stored last. */
  #lastPageFirst = 0

  /**
   * @param file made already, readable by its owner alone
   * @param chosen the member that the person chose for this list's records, where they did
   */
  constructor(file: string, list: ListName, chosen: string | undefined) {
    this.#database = new DatabaseSync(file)
    // A temporary file: nothing needs to survive a crash, and nobody else opens it. A failed write, though, is rolled
    // back, for which a journal is needed.
    this.#database.exec(`
      PRAGMA page_size = 16384;
      PRAGMA journal_mode = MEMORY;
      PRAGMA synchronous = OFF;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA temp_store = FILE;
      PRAGMA cache_size = -32768;
      CREATE TABLE records (position INTEGER PRIMARY KEY, text TEXT NOT NULL, writing INTEGER NOT NULL) STRICT;
    `)
    this.#reader = new PageReader(list, chosen, this.#tree)
    const row = '(?, CAST(? AS TEXT), ?)'
    this.#insertOne = this.#database.prepare(`INSERT INTO records VALUES ${row}`)
    this.#insertMany = this.#database.prepare(
      `INSERT INTO records VALUES ${new Array(insertedAtOnce).fill(row).join(', ')}`,
    )
    this.#selectOne = this.#database.prepare('SELECT CAST(text AS BLOB) AS text FROM records WHERE position = ?')
    this.#selectFrom = this.#database.prepare(
      'SELECT position, CAST(text AS BLOB) AS text FROM records WHERE position >= ? ORDER BY position LIMIT ?',
    )
    this.#views = new RecordViews(this.#database, this.#tree)
  }

  /** The columns discovered so far. */
  columns(): Column[] {
    return this.#tree.columns()
  }

  /**
   * Takes a page apart and stores its records, all or none.
   * @param replacesLast whether it is the page that was stored last, asked for again: its records take the place of
   *   those that came with it before
   * @throws `response-…`, `list-…`; what was stored before is then as it was
   */
  addPage(body: Uint8Array, replacesLast: boolean): StoredPage {
    const { recordMember, envelope, ...spans } = this.#reader.read(body)
    const first = replacesLast ? this.#lastPageFirst : this.#count
    const replaced = replacesLast ? this.#selectFrom.all(first, this.#count - first) : []
    try {
      this.#database.exec('BEGIN')
      if (replacesLast) this.#database.prepare('DELETE FROM records WHERE position >= ?').run(first)
      this.#insertRecords(body, spans, first)
      this.#database.exec('COMMIT')
    } catch (error) {
      this.#tree.discard()
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
    this.#tree.commit(1)
    for (const { text } of replaced) this.#reader.recount(bytesOf(text))
    if (replacesLast) {
      this.#tree.commit(-1)
      this.#views.forget()
    }
    this.#lastPageFirst = first
    this.#count = first + spans.starts.length
    return { records: this.#count, recordMember, envelope }
  }

  #insertRecords(body: Uint8Array, { starts, lengths, writings }: RecordSpans, first: number): void {
    const row = (index: number): [number, Uint8Array, number] => {
      const start = starts[index] ?? 0
      return [first + index, body.subarray(start, start + (lengths[index] ?? 0)), writings[index] ?? 0]
    }
    let index = 0
    for (; index + insertedAtOnce <= starts.length; index += insertedAtOnce) {
      const values: SQLInputValue[] = []
      for (let each = index; each < index + insertedAtOnce; each += 1) values.push(...row(each))
      this.#insertMany.run(...values)
    }
    for (; index < starts.length; index += 1) this.#insertOne.run(...row(index))
  }

  /** Rows of a view, with a cell for each path. */
  rows(
    view: ListView,
    offset: number,
    limit: number,
    paths: readonly string[],
    freshness: ViewFreshness = 'exact',
  ): RowWindow {
    const cells = new CellReader(paths)
    const window = this.#views.window(view, this.#count, offset, limit, freshness)
    const rows: Row[] =
      window.kind === 'all'
        ? this.#selectFrom
            .all(offset, limit)
            .map(({ position, text }) => ({ position: Number(position), cells: cells.cells(bytesOf(text)) }))
        : window.positions.flatMap((position) => {
            const bytes = this.bytes(position)
            return bytes === undefined ? [] : [{ position, cells: cells.cells(bytes) }]
          })
    return { rows, count: window.count }
  }

  /** A record's exact bytes; undefined where there is no such row. */
  bytes(position: number): Uint8Array | undefined {
    const row = this.#selectOne.get(position)
    return row === undefined ? undefined : bytesOf(row['text'])
  }

  /** Every record that a view has now, in its order, a batch at a time; what comes later is not waited for. */
  *batches(view: ListView, size: number): Generator<Uint8Array[]> {
    const positions = this.#views.positions(view, this.#count)
    for (let offset = 0; offset < positions.length; offset += size)
      yield Array.from(positions.subarray(offset, offset + size)).flatMap((position) => this.bytes(position) ?? [])
  }

  close(): void {
    this.#database.close()
  }
}

function bytesOf(value: SQLInputValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw new TypeError('A record is not kept as bytes.')
}
