import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { ClavisError } from '#shared/errors.ts'
import { type Snapshot, snapshotNameSchema, snapshotSchema } from '#shared/lists/snapshot.ts'
import { isTemporaryName, removeLeftFiles, removeLeftTemporaries } from '../files/atomic-file.ts'
import { diskFailure } from '../files/disk-failure.ts'
import { readStoredProgress } from '../records/record-store.ts'
import type { Database } from '../store/database.ts'
import { HeldFile, holderOf, removeUnheld } from '../store/held-file.ts'
import { parseContent } from '../store/stored-document.ts'
import { loadBasisSchema } from './loading/list-pages.ts'
import { nextPage } from './loading/next-page.ts'

/** What is stored about a snapshot besides its records. */
export const keptSnapshotSchema = z.strictObject({
  ...snapshotSchema.omit({ size: true, open: true }).shape,
  /** Settings that the load depends on; with others it can't be resumed. */
  basis: loadBasisSchema,
})
export type KeptSnapshot = z.output<typeof keptSnapshotSchema>

/** How long to wait for records that another process uses, milliseconds: a command may be about to end. */
const recordsWait = 1000

interface Options {
  readonly database: Database
  readonly folder: string
  /** How long to wait for records that another process uses, milliseconds. */
  readonly lockWaitMs?: number
}

/**
 * Stores snapshots: for each a file of records, private to its owner, and a row that describes it. One Clavis at a time uses the
 * records. A description without records, or records without a description, is none: a process was killed.
 */
export class SnapshotFiles {
  readonly #database: Database
  readonly #folder: string
  readonly #lockWaitMs: number
  #swept: Promise<void> | undefined

  constructor({ database, folder, lockWaitMs = recordsWait }: Options) {
    this.#database = database
    this.#folder = folder
    this.#lockWaitMs = lockWaitMs
  }

  /** Lists all snapshots, newest first. @throws `store-…`, `disk-failed` */
  async list(): Promise<(KeptSnapshot & Pick<Snapshot, 'size'>)[]> {
    this.#swept ??= this.#sweep()
    await this.#swept
    const rows = await this.#database.read((sql) => this.#rows(sql))
    const found = await Promise.all(rows.map((kept) => this.#withSize(kept)))
    return found
      .filter((snapshot) => snapshot !== undefined)
      .toSorted((one, other) => (one.keptAt < other.keptAt ? 1 : -1))
  }

  /** Removes what a killed Clavis left while it saved, used or removed a snapshot. */
  async #sweep(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) if (name.endsWith('.held')) await removeUnheld(join(this.#folder, name))
    await removeLeftTemporaries(this.#folder)
    // Earlier versions had folders as locks.
    await removeLeftFiles(this.#folder, (name) => isTemporaryName(name) || name.endsWith('.lock'))
  }

  /** @throws `snapshot-not-found` */
  async get(id: string): Promise<KeptSnapshot> {
    const snapshot = await this.#read(id)
    if (snapshot === undefined) throw notFound(id)
    const { size: _size, ...kept } = snapshot
    return kept
  }

  async #read(id: string): Promise<(KeptSnapshot & Pick<Snapshot, 'size'>) | undefined> {
    const kept = await this.#database.read((sql) => this.#row(sql, id))
    return kept && this.#withSize(kept)
  }

  /** Adds the size of the records; undefined if there are none. */
  async #withSize(kept: KeptSnapshot): Promise<(KeptSnapshot & Pick<Snapshot, 'size'>) | undefined> {
    try {
      return { ...kept, size: (await stat(this.recordsOf(kept.id))).size }
    } catch {
      return undefined
    }
  }

  #rows(sql: DatabaseSync): KeptSnapshot[] {
    const rows = sql.prepare('SELECT content FROM snapshots').all()
    return rows.map((row) => this.#parsed(row['content']))
  }

  #row(sql: DatabaseSync, id: string): KeptSnapshot | undefined {
    const row = sql.prepare('SELECT content FROM snapshots WHERE id = ?').get(id)
    return row && this.#parsed(row['content'])
  }

  #parsed(content: unknown): KeptSnapshot {
    return parseContent(this.#database.path, () => keptSnapshotSchema.parse(JSON.parse(String(content))))
  }

  /** Returns the path of a snapshot's records. */
  recordsOf(id: string): string {
    return join(this.#folder, `${id}.records`)
  }

  /**
   * Moves a dataset's file to the snapshots; a process that has it open can continue writing. If that fails, everything is
   * as before. Returns the function that unlocks the records.
   * @throws `input-invalid` if the name is taken; `disk-full`, `disk-failed`
   */
  async adopt(file: string, snapshot: KeptSnapshot): Promise<() => Promise<void>> {
    const { id, name } = snapshot
    await mkdir(this.#folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw diskFailure(error, this.#folder, 'saved')
    })
    const release = await this.lock(id, name, 'saved')
    try {
      await this.#database.change(({ sql }) => {
        this.#requireFreeName(sql, name, id)
        writeSnapshot(sql, snapshot, Date.now())
      })
      // Moves the records last: without them the description is ignored.
      await rename(file, this.recordsOf(id)).catch((error: unknown) => {
        throw diskFailure(error, this.recordsOf(id), 'saved')
      })
      return release
    } catch (error) {
      await this.#removeRow(id).catch(() => undefined)
      await release()
      throw error
    }
  }

  /** Stores a snapshot's description. */
  async update(snapshot: KeptSnapshot): Promise<void> {
    await this.#database.change(({ sql }) => writeSnapshot(sql, snapshot, Date.now()))
  }

  /**
   * Changes parts of a snapshot's description. Others keep their value, which another process may have changed.
   * @throws `snapshot-not-found`
   */
  change(id: string, change: Partial<Omit<KeptSnapshot, 'id'>>): Promise<KeptSnapshot> {
    return this.#database.change(({ sql }) => {
      if (change.name !== undefined) this.#requireFreeName(sql, change.name, id)
      const before = this.#row(sql, id)
      if (before === undefined) throw notFound(id)
      const changed = { ...before, ...change }
      writeSnapshot(sql, changed, Date.now())
      return changed
    })
  }

  /**
   * Returns how far a snapshot is loaded, if its records are newer than its description: another Clavis is loading it,
   * or was killed. Undefined if they are not.
   */
  async newerStanding(id: string): Promise<Pick<Snapshot, 'pages' | 'records' | 'complete'> | undefined> {
    const row = await this.#database.read((sql) => sql.prepare('SELECT noted_at FROM snapshots WHERE id = ?').get(id))
    const records = await stat(this.recordsOf(id)).catch(() => undefined)
    if (row === undefined || records === undefined) return undefined
    const progress =
      records.mtimeMs > Number(row['noted_at']) ? await readStoredProgress(this.recordsOf(id)) : undefined
    if (progress === undefined) return undefined
    const { pages, records: stored, envelope } = progress
    // Whether the cursor was seen before doesn't matter: either way the list is not complete.
    return { pages, records: stored, complete: nextPage(envelope, () => false).kind === 'complete' }
  }

  /** @throws `input-invalid` if the name is invalid or taken */
  async rename(id: string, name: string): Promise<KeptSnapshot> {
    return this.change(id, { name: name.trim(), ...(await this.newerStanding(id)) })
  }

  /** Removes a snapshot. @param to where its records are moved to instead, for processes that have them open */
  async remove(id: string, to?: string): Promise<void> {
    try {
      if (to === undefined) await rm(this.recordsOf(id), { force: true })
      else await rename(this.recordsOf(id), to)
    } catch (error) {
      throw diskFailure(error, this.recordsOf(id), 'saved')
    }
    await this.#removeRow(id)
  }

  async #removeRow(id: string): Promise<void> {
    await this.#database.change(({ sql }) => sql.prepare('DELETE FROM snapshots WHERE id = ?').run(id))
  }

  /**
   * Locks a snapshot's records. Returns its description at that time, and the function that unlocks them.
   * @throws `snapshot-not-found`, also if it was removed while waiting for the lock; errors of {@link lock}
   */
  async take(id: string): Promise<{ readonly snapshot: KeptSnapshot; readonly release: () => Promise<void> }> {
    const release = await this.lock(id, (await this.get(id)).name)
    try {
      return { snapshot: await this.get(id), release }
    } catch (error) {
      await release()
      throw error
    }
  }

  /**
   * Locks a snapshot's records. Returns the function that unlocks them.
   * @param action what the records are needed for, used in the message if the disk fails
   * @throws `input-invalid` if another Clavis uses them; `disk-full`, `disk-failed`
   */
  async lock(id: string, name: string, action: 'saved' | 'read' = 'read'): Promise<() => Promise<void>> {
    const lock = join(this.#folder, `${id}.held`)
    const held = await HeldFile.take(lock, this.#lockWaitMs).catch((error: unknown) => {
      throw diskFailure(error, this.recordsOf(id), action)
    })
    if (held !== undefined) return () => held.remove()
    const pid = holderOf(lock)?.pid
    const user = pid === undefined ? '' : ` (process ${pid})`
    throw new ClavisError('input-invalid', `“${name}” is in use by another Clavis window or command${user}.`, {
      hint: 'Close the list or the command that uses it, and try again.',
    })
  }

  /** @throws `input-invalid` if the name is invalid or taken */
  #requireFreeName(sql: DatabaseSync, name: string, id: string): void {
    if (!snapshotNameSchema.safeParse(name).success)
      throw new ClavisError('input-invalid', 'Enter a snapshot name of 1 to 100 characters.')
    if (this.#rows(sql).some((other) => other.id !== id && isSameSnapshotName(other.name, name)))
      throw new ClavisError('input-invalid', `A snapshot named “${name.trim()}” already exists.`, {
        hint: 'Choose another name, or rename or remove that snapshot.',
      })
  }
}

/** Stores a snapshot's description. @param notedAt when its progress was noted, milliseconds since the epoch */
export function writeSnapshot(sql: DatabaseSync, snapshot: KeptSnapshot, notedAt: number): void {
  sql
    .prepare('INSERT OR REPLACE INTO snapshots (id, noted_at, content) VALUES (?, ?, ?)')
    .run(snapshot.id, notedAt, JSON.stringify(keptSnapshotSchema.parse(snapshot)))
}

/** Returns whether two names are one to a person: whatever their case, and however their letters are composed. */
export function isSameSnapshotName(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => name.trim().normalize('NFC').toLowerCase().normalize('NFC'))
  return first === second
}

/** The error if there is no such snapshot. */
export function notFound(idOrName: string): ClavisError {
  return new ClavisError('snapshot-not-found', `Snapshot “${idOrName}” not found.`, {
    hint: 'It may have been removed. Check the list of snapshots.',
  })
}
