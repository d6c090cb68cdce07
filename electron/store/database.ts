import { randomInt } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { ClavisError } from '#shared/errors.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { WorkQueue } from '../concurrency.ts'
import { Listeners } from '../events.ts'
import { removeLeftFiles } from '../files/atomic-file.ts'
import { createDatabaseFile } from './create-database-file.ts'
import {
  applySchema,
  clearActivityOfCopies,
  isCopy,
  migrate,
  requireKnownVersion,
  requireNoJsonFiles,
  requireOwnSchema,
} from './schema.ts'
import { isBusy, storeFailure } from './store-failure.ts'

/** Temporary files of Clavis, with SQLite's journals of them. */
const ours = /^(?:\..+\.tmp|clavis\.db\..+\.tmp)(?:-journal)?$/su

/** How long copies from before migrations are kept, milliseconds. */
const copiesKeptMs = 30 * dayMs

/** Removes what killed processes left in the data folder more than an hour ago, and old copies from before migrations. */
export async function removeLeftTemporaries(folder: string): Promise<void> {
  await removeLeftFiles(folder, (name) => ours.test(name))
  await removeLeftFiles(folder, isCopy, copiesKeptMs)
}

/** Name of the file in the data folder. It never changes. */
export const databaseName = 'clavis.db'

/** How long a change or a read waits for another process's change, milliseconds. */
const waitLimitMs = 20_000

/** How long a process may make one change after the other before it lets others have a turn, milliseconds. */
const turnMs = 250

/** Longest time between two tries of a process that waits, milliseconds. */
const maxRetryMs = 25

/** How often the file is checked for changes of other processes while someone listens, milliseconds. */
const pollMs = 300

/** A change that holds the lock against every other process and every other change of this one. */
export interface Transaction {
  readonly sql: DatabaseSync
  /** Runs a function once the change is stored; never if it is not. */
  readonly onCommit: (run: () => void) => void
}

interface Options {
  /** The data folder; undefined keeps everything in memory, until {@link Database.end}. */
  readonly folder: string | undefined
  /** Replaces the wait for another process's change, in tests. */
  readonly waitMs?: number
}

/**
 * Holds all of Clavis's state that is no secret and no record: one SQLite file in the data folder (decision 071). Any number of
 * processes use it: each change runs alone, inside `BEGIN IMMEDIATE`, and starts from the current content. The lock belongs to the
 * operating system: it is held while a process is paused, and gone when it dies.
 *
 * A damaged file, or one of a newer Clavis, is an error of every call and stays as it is.
 */
export class Database {
  readonly folder: string | undefined
  readonly path: string
  readonly #waitMs: number
  readonly #queue = new WorkQueue()
  readonly #listeners = new Listeners()
  #timer: NodeJS.Timeout | undefined
  /** Two connections to a file, so that a read never sees what is not stored yet. One in memory while there is no file. */
  #reader: DatabaseSync | undefined
  #writer: DatabaseSync | undefined
  /** The file that the connections are open on; undefined for memory. */
  #file: string | undefined
  #version: number | undefined
  /** Asks the reader for its `data_version`: prepared once, because every page of a list asks. */
  #versionQuery: StatementSync | undefined
  /** What was read since `#version` changed, by key. */
  readonly #kept = new Map<string, unknown>()
  /** When the first and the last of a series of changes began and ended. */
  readonly #turn = { since: 0, until: 0 }
  /** The file and its version when listeners were called last. */
  #reported: string | undefined

  constructor({ folder, waitMs = waitLimitMs }: Options) {
    this.folder = folder
    this.path = folder === undefined ? ':memory:' : join(folder, databaseName)
    this.#waitMs = waitMs
  }

  /**
   * Reads what is stored. Creates no file.
   * @param work runs again if another process is just storing a change
   * @throws `store-damaged`, `store-too-new`, `store-busy`, `disk-failed`; what `work` throws
   */
  async read<T>(work: (sql: DatabaseSync) => T): Promise<T> {
    return this.#whenFree(() => work(this.#openReader()))
  }

  /**
   * Reads what is stored, or returns what the same key read before, if nothing was stored since, by this process or another.
   * @param key names what `work` reads; its result is shared and must not be changed
   * @throws what {@link read} throws
   */
  readKept<T>(key: string, work: (sql: DatabaseSync) => T): Promise<T> {
    return this.read((sql) => {
      // Memory has one connection, whose version its own changes leave as it is.
      if (this.#file === undefined) return work(sql)
      if (!this.#kept.has(key)) this.#kept.set(key, work(sql))
      return this.#kept.get(key) as T
    })
  }

  /**
   * Changes what is stored, or nothing if `work` fails. Other changes wait meanwhile, also those of other processes.
   * @param work may wait, for the keychain above all, but not for a person. It passes its transaction on to every change that belongs to it
   * @param within the change that this one belongs to
   * @throws `store-damaged`, `store-too-new`, `store-busy`, `disk-full`, `disk-failed`; what `work` throws
   */
  async change<T>(work: (transaction: Transaction) => T | Promise<T>, within?: Transaction): Promise<T> {
    return within === undefined ? this.#queue.inSequence(() => this.#change(work)) : work(within)
  }

  /** Removes all activity, also from copies of the file. @throws what {@link change} throws; then it may be only in copies */
  async clearActivity(): Promise<void> {
    await this.change(({ sql }) => sql.exec('DELETE FROM activity'))
    if (this.folder !== undefined) await this.#whenFree(() => clearActivityOfCopies(this.path))
  }

  /** Calls a listener soon after any process, this one included, stored a change. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void {
    const unsubscribe = this.#listeners.add(listener)
    this.#poll()
    this.#timer ??= setInterval(() => this.#poll(), pollMs).unref()
    return unsubscribe
  }

  /** Waits for pending changes and closes the file. A later call opens it again. */
  async end(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#listeners.clear()
    await this.#queue.end()
    this.#close()
  }

  async #change<T>(work: (transaction: Transaction) => T | Promise<T>): Promise<T> {
    const { folder } = this
    if (folder !== undefined && this.#identity() === undefined) await this.#create(folder)
    await this.#giveWay()
    if (folder !== undefined && this.#writer === undefined) await removeLeftTemporaries(folder)
    const sql = await this.#whenFree(() => {
      const writer = this.#openWriter()
      writer.exec('BEGIN IMMEDIATE')
      return writer
    })
    const stored: (() => void)[] = []
    const before = changesIn(sql)
    let result: T
    try {
      // A newer Clavis may have migrated the file since it was opened.
      requireKnownVersion(sql, this.path)
      result = await work({ sql, onCommit: (run) => stored.push(run) })
      // One that only held the lock need not wait for those who read: it has nothing to store that could fail.
      await this.#whenFree(() => sql.exec(changesIn(sql) === before ? 'ROLLBACK' : 'COMMIT'))
    } catch (error) {
      if (sql.isOpen && sql.isTransaction) sql.exec('ROLLBACK')
      throw storeFailure(error, this.path, 'saved')
    } finally {
      this.#turn.until = performance.now()
    }
    for (const run of stored) run()
    return result
  }

  /** Pauses within a long series of changes: other processes would only find the lock free by chance. */
  async #giveWay(): Promise<void> {
    const pauseMs = maxRetryMs + 5
    if (performance.now() - this.#turn.until < pauseMs) {
      if (performance.now() - this.#turn.since < turnMs) return
      await wait(pauseMs)
    }
    this.#turn.since = performance.now()
  }

  /** Runs work again and again until no other process is in its way. @throws `store-busy` */
  async #whenFree<T>(work: () => T): Promise<T> {
    const until = performance.now() + this.#waitMs
    for (;;)
      try {
        return work()
      } catch (error) {
        if (!isBusy(error)) throw storeFailure(error, this.path, 'read')
        if (performance.now() > until) throw busy()
        // Random, so that several processes take turns.
        await wait(randomInt(2, maxRetryMs))
      }
  }

  #openReader(): DatabaseSync {
    const reader = this.#current(this.#reader) ?? this.#open()
    if (reader !== this.#reader) this.#versionQuery = reader.prepare('PRAGMA data_version')
    this.#reader = reader
    // It differs once another connection, such as this process's writer, has stored a change.
    const version = Number(this.#versionQuery?.get()?.['data_version'])
    if (version === this.#version) return reader
    this.#kept.clear()
    // Another process may have migrated the file.
    if (this.#file !== undefined) requireKnownVersion(reader, this.path)
    this.#version = version
    return reader
  }

  #openWriter(): DatabaseSync {
    // Another connection to memory would be another database.
    const writer = this.folder === undefined ? this.#openReader() : (this.#current(this.#writer) ?? this.#open())
    this.#writer = writer
    return writer
  }

  /** Returns an open connection if the file is still the one that it was opened on. */
  #current(connection: DatabaseSync | undefined): DatabaseSync | undefined {
    const identity = this.#identity()
    if (this.#file !== undefined && identity === undefined) throw vanished(this.path)
    if (identity !== this.#file) {
      this.#close()
      return undefined
    }
    return connection
  }

  #open(): DatabaseSync {
    const identity = this.#identity()
    if (identity === undefined && this.folder !== undefined) requireNoJsonFiles(this.folder)
    // Without a file there is nothing to read, and reading alone creates none.
    const sql = new DatabaseSync(identity === undefined ? ':memory:' : this.path, { timeout: 0 })
    try {
      if (identity === undefined) applySchema(sql)
      else {
        // Deleted content is overwritten: a cleared activity is gone. A change larger than the cache must not lock the file
        // before it is stored: what is read meanwhile, by this process too, would wait for its end.
        sql.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA cache_spill = OFF')
        // The file may come from elsewhere: nothing in its schema calls functions with effects outside.
        sql.exec('PRAGMA trusted_schema = OFF')
        requireOwnSchema(sql, this.path)
        migrate(sql, this.path)
      }
    } catch (error) {
      sql.close()
      throw error
    }
    this.#file = identity
    return sql
  }

  /** Creates the file. Another process may be faster. */
  async #create(folder: string): Promise<void> {
    if (this.#file !== undefined) throw vanished(this.path)
    this.#close()
    requireNoJsonFiles(folder)
    try {
      await createDatabaseFile(folder, this.path)
    } catch (error) {
      throw storeFailure(error, this.path, 'saved')
    }
  }

  #identity(): string | undefined {
    if (this.folder === undefined) return undefined
    try {
      const found = statSync(this.path, { bigint: true, throwIfNoEntry: false })
      return found === undefined ? undefined : `${found.dev}/${found.ino}`
    } catch (error) {
      throw storeFailure(error, this.path, 'read')
    }
  }

  #poll(): void {
    try {
      this.#openReader()
      const state = `${this.#version} ${this.#file ?? ''}`
      const isChanged = this.#reported !== undefined && this.#reported !== state
      this.#reported = state
      if (isChanged) this.#listeners.notify()
    } catch {
      // The next call fails with the same error, and is the one to report it.
    }
  }

  #close(): void {
    for (const connection of [this.#reader, this.#writer]) if (connection?.isOpen === true) connection.close()
    this.#reader = undefined
    this.#writer = undefined
    this.#file = undefined
    this.#version = undefined
    this.#kept.clear()
  }
}

/** Returns a text that differs once a connection has changed rows or tables. */
function changesIn(sql: DatabaseSync): string {
  const select = 'SELECT total_changes() AS changes, schema_version AS tables FROM pragma_schema_version'
  const { changes, tables } = sql.prepare(select).get() ?? {}
  return `${String(changes)} ${String(tables)}`
}

function busy(): ClavisError {
  return new ClavisError('store-busy', 'Another Clavis window or command is changing the data.', {
    hint: 'Wait until it is done, or close it if it is stuck, and try again.',
  })
}

function vanished(path: string): ClavisError {
  return new ClavisError('disk-failed', `${path} was removed while Clavis was running.`, {
    hint: 'Put it back, or restart Clavis to start without profiles. Keys in the keychain are not affected.',
    details: { path },
  })
}
