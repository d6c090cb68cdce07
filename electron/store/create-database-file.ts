import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { systemErrorCode } from '../files/disk-failure.ts'
import { applySchema } from './schema.ts'

/**
 * Creates the database whole or not at all: it is written under another name, and gets its own in one step. So a file of that name
 * is never half created, and of two processes one succeeds.
 * @throws the system's or SQLite's error
 */
export async function createDatabaseFile(folder: string, path: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    // SQLite gives its journal the same mode.
    await (await open(temporary, 'wx', 0o600)).close()
    write(temporary)
    await giveName(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

function write(path: string): void {
  const sql = new DatabaseSync(path)
  try {
    sql.exec('PRAGMA synchronous = FULL; BEGIN IMMEDIATE')
    applySchema(sql)
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
