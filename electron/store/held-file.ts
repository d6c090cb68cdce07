import { randomUUID } from 'node:crypto'
import { lstat, open, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { ClavisError } from '#shared/errors.ts'
import { systemErrorCode } from '../files/disk-failure.ts'
import { requireOwnFile } from '../files/own-file.ts'
import { isBusy, workingFileFailure } from './store-failure.ts'

/** The process that holds a file. */
export interface Holder {
  readonly pid: number
  /** When it took the file, ISO 8601. */
  readonly since: string
}

/** Average pause between two tries to get the lock, milliseconds. */
const averagePause = 50

/**
 * A small SQLite file that one connection at a time holds, in this process or another. The lock belongs to the operating
 * system: held while its process is paused, gone when that dies. Never open the file otherwise in the meantime: on POSIX,
 * closing it would give up the lock.
 */
export class HeldFile {
  readonly #path: string
  readonly #database: DatabaseSync

  private constructor(path: string, database: DatabaseSync) {
    this.#path = path
    this.#database = database
  }

  /**
   * Takes a file; creates it, private to its owner, if it doesn't exist. Returns undefined if another connection holds it.
   * @param waitMs how long to wait for it
   * @throws `file-untrusted`, `disk-full`, `disk-failed`; `store-damaged` if it is no SQLite file
   */
  static async take(path: string, waitMs = 0): Promise<HeldFile | undefined> {
    const until = performance.now() + waitMs
    for (;;) {
      const database = await lockedDatabase(path)
      if (database !== undefined) return new HeldFile(path, database)
      if (performance.now() >= until) return undefined
      // Two that try at once must not keep doing so.
      await wait(averagePause * (0.5 + Math.random()))
    }
  }

  /** Gives up the file, which stays. */
  release(): void {
    this.#database.close()
  }

  /** Removes the file and gives it up. */
  async remove(): Promise<void> {
    // Windows does not remove an open file. Elsewhere nobody else may take it before it is gone.
    if (process.platform === 'win32') this.#database.close()
    try {
      await rm(this.#path, { force: true }).catch(() => undefined)
      await rm(journalOf(this.#path), { force: true }).catch(() => undefined)
    } finally {
      if (this.#database.isOpen) this.#database.close()
    }
  }
}

/** Returns who holds a file; undefined if that is unknown. Does not say whether anyone holds it. */
export function holderOf(path: string): Holder | undefined {
  const row = rowIn(path)
  return row && { pid: row.pid, since: row.since }
}

function journalOf(path: string): string {
  return `${path}-journal`
}

/** Opens a file and locks it; undefined if it is locked elsewhere, or was removed or replaced meanwhile. */
async function lockedDatabase(path: string): Promise<DatabaseSync | undefined> {
  await createUnlessThere(path)
  const database = opened(path)
  const token = randomUUID()
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE')
    database.exec('CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL, since TEXT NOT NULL, token TEXT NOT NULL)')
    database.exec('DELETE FROM holder')
    const insert = database.prepare('INSERT INTO holder (pid, since, token) VALUES (?, ?, ?)')
    insert.run(process.pid, new Date().toISOString(), token)
    database.exec('COMMIT')
    // The one that held the file before may have removed it between opening and locking.
    if (rowIn(path)?.token === token) return database
    database.close()
    return undefined
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw workingFileFailure(error, path)
  }
}

/** Creates an empty file, which is an empty database. Follows no link. */
async function createUnlessThere(path: string): Promise<void> {
  try {
    await (await open(path, 'wx', 0o600)).close()
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw workingFileFailure(error, path)
  }
  try {
    await requireOwnFile(path)
    await requireOwnFile(journalOf(path))
  } catch (error) {
    throw workingFileFailure(error, path)
  }
}

function opened(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    throw workingFileFailure(error, path)
  }
}

/** Reads the row of a file's holder without a lock. */
function rowIn(path: string): (Holder & { readonly token: string }) | undefined {
  const url = pathToFileURL(path)
  // Ignores locks, and the journal of the holder.
  url.searchParams.set('immutable', '1')
  try {
    const reader = new DatabaseSync(url, { readOnly: true })
    try {
      const { pid, since, token } = reader.prepare('SELECT pid, since, token FROM holder').get() ?? {}
      return typeof pid === 'number' && typeof since === 'string' && typeof token === 'string'
        ? { pid, since, token }
        : undefined
    } finally {
      reader.close()
    }
  } catch {
    return undefined
  }
}

/** Removes a file that {@link HeldFile.take} created, unless it is held. Does nothing if there is none. */
export async function removeUnheld(path: string): Promise<boolean> {
  const there = await lstat(path).catch(() => undefined)
  if (there === undefined) return true
  try {
    const held = await HeldFile.take(path)
    await held?.remove()
    return held !== undefined
  } catch (error) {
    // What is no database was never held.
    if (!(error instanceof ClavisError && error.code === 'store-damaged')) return false
    await rm(path, { force: true }).catch(() => undefined)
    return true
  }
}
