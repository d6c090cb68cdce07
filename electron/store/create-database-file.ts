import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { systemErrorCode } from '../files/disk-failure.ts'
import { applySchema } from './schema.ts'

/** State that an earlier version stored in other files. */
export interface EarlierFiles {
  readonly areThere: (folder: string) => boolean
  /**
   * Reads them. Returns the function that stores their content in empty tables.
   * @throws `store-damaged`, `store-too-new`, `disk-failed`
   */
  readonly read: (folder: string) => Promise<(sql: DatabaseSync) => void>
  /** Moves them away once the database has their content; does nothing if that is done. @throws the system's error */
  readonly setAside: (folder: string, sql: DatabaseSync) => Promise<void>
}

/**
 * Creates the database with what earlier versions stored in JSON files, whole or not at all: it is written under another name, and
 * gets its own in one step. So a file of that name is never half created, and of two processes one succeeds.
 * @throws `store-damaged`, `store-too-new` for a JSON file that can't be taken over; the system's or SQLite's error
 */
export async function createDatabaseFile(folder: string, path: string, earlier?: EarlierFiles): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    // SQLite gives its journal the same mode.
    await (await open(temporary, 'wx', 0o600)).close()
    const storeEarlier = earlier?.areThere(folder) === true ? await earlier.read(folder) : undefined
    write(temporary, storeEarlier)
    await giveName(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

function write(path: string, storeEarlier: ((sql: DatabaseSync) => void) | undefined): void {
  const sql = new DatabaseSync(path)
  try {
    sql.exec('PRAGMA synchronous = FULL; BEGIN IMMEDIATE')
    applySchema(sql)
    storeEarlier?.(sql)
    sql.exec('COMMIT')
  } finally {
    sql.close()
  }
}

/** Gives the file its name, unless another process did so first. */
async function giveName(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path)
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return
    // A file system without hard links: a rename, which another process could win only in this moment.
    if (!existsSync(path)) await rename(temporary, path)
  }
}
