import type { DatabaseSync } from 'node:sqlite'
import { ClavisError } from '#shared/errors.ts'
import type { Database, Transaction } from './database.ts'
import { damaged } from './store-failure.ts'

interface Options<T> {
  readonly database: Database
  /** Its name in the table `documents`. */
  readonly name: string
  /** @param content undefined if nothing is stored yet. Any error that is no `ClavisError` means that it is damaged */
  readonly parse: (content: unknown) => T
}

/** Reads and changes one value that is stored as JSON under a name. */
export class StoredDocument<T> {
  readonly #options: Options<T>

  constructor(options: Options<T>) {
    this.#options = options
  }

  /**
   * @param within also what this change has not stored yet
   * @throws `store-damaged`, and what {@link Database.read} throws
   */
  async read(within?: Transaction): Promise<T> {
    if (within !== undefined) return this.#read(within.sql)
    return this.#options.database.readKept(`document ${this.#options.name}`, (sql) => this.#read(sql))
  }

  /** Changes the current value; stores nothing if it stays the same object. @throws what {@link Database.change} throws */
  change(change: (current: T) => T, within?: Transaction): Promise<T> {
    const { database, name } = this.#options
    return database.change(({ sql }) => {
      const before = this.#read(sql)
      const after = change(before)
      if (after !== before) writeDocument(sql, name, after)
      return after
    }, within)
  }

  #read(sql: DatabaseSync): T {
    const { database, name, parse } = this.#options
    const content = sql.prepare('SELECT content FROM documents WHERE name = ?').get(name)?.['content']
    return parseContent(database.path, () => parse(content === undefined ? undefined : JSON.parse(String(content))))
  }
}

export function writeDocument(sql: DatabaseSync, name: string, content: unknown): void {
  sql.prepare('INSERT OR REPLACE INTO documents (name, content) VALUES (?, ?)').run(name, JSON.stringify(content))
}

/**
 * Parses what is stored.
 * @param path the database's, for the message
 * @throws `store-damaged` for any error of `parse` that is no `ClavisError`
 */
export function parseContent<T>(path: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw error instanceof ClavisError ? error : damaged(path, error)
  }
}
