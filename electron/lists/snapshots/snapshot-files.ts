import { mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { snapshotNameSchema, snapshotSchema, type Snapshot } from '../../../shared/model/lists/snapshot.ts'
import { isTemporaryName, writeFileAtomically } from '../../files/writing/atomic-file.ts'
import { diskFailure } from '../../files/disk-failure.ts'
import { removeLeftFiles } from '../../files/data-folder/left-files.ts'
import { removeLeftTemporaries } from '../../files/writing/temporary-file.ts'
import { changeAlone } from '../../files/locks/shared-change.ts'
import { HeldFile, holderOf, removeUnheld } from '../../store/held-file.ts'
import { readStoredProgress } from '../../records/record-store.ts'
import { nextPage } from '../loading/next-page.ts'

/** What is stored about a snapshot besides its records. */
const keptSchema = z.strictObject({
  clavis: z.literal(1),
  ...snapshotSchema.omit({ size: true, open: true }).shape,
  /** Settings that the load depends on; with others it can't be resumed. */
  basis: z.string(),
})
export type KeptSnapshot = Omit<z.output<typeof keptSchema>, 'clavis'>

/** How long to wait for records that another process uses, milliseconds: a command may be about to end. */
const recordsWait = 1000

/** How long to wait for another process that names a snapshot, milliseconds. */
const namesWait = 10_000

/**
 * Stores snapshots in their folder: for each a file of records and a JSON file that describes it, both private to their
 * owner. One Clavis at a time uses the records.
 */
export class SnapshotFiles {
  readonly #folder: string
  readonly #lockWaitMs: number
  /** Queues writes, so that the last change wins. */
  #writing: Promise<unknown> = Promise.resolve()
  #swept: Promise<void> | undefined
  /** Queues name changes. */
  #lastNamed: Promise<unknown> = Promise.resolve()

  /** @param lockWaitMs how long to wait for records that another process uses, milliseconds */
  constructor(folder: string, lockWaitMs = recordsWait) {
    this.#folder = folder
    this.#lockWaitMs = lockWaitMs
  }

  /** Lists all snapshots, newest first; leaves out those that can't be read. */
  async list(): Promise<(KeptSnapshot & Pick<Snapshot, 'size'>)[]> {
    this.#swept ??= this.#sweep()
    await this.#swept
    const names = await readdir(this.#folder).catch(() => [])
    const read = await Promise.all(
      names.filter((name) => name.endsWith('.json')).map((name) => this.#read(name.slice(0, -'.json'.length))),
    )
    return read
      .filter((snapshot) => snapshot !== undefined)
      .toSorted((one, other) => (one.keptAt < other.keptAt ? 1 : -1))
  }

  /** Removes what a killed Clavis left while it saved, changed, used or removed a snapshot. */
  async #sweep(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) if (name.endsWith('.held')) await removeUnheld(join(this.#folder, name))
    await removeLeftTemporaries(this.#folder)
    await removeLeftFiles(this.#folder, (name, all) => {
      const isWithoutRecords = name.endsWith('.json') && !all.has(name.replace(/json$/u, 'records'))
      // Earlier versions had folders as locks.
      return isTemporaryName(name) || isWithoutRecords || name.endsWith('.lock')
    })
  }

  /** @throws `snapshot-not-found` */
  async get(id: string): Promise<KeptSnapshot> {
    const snapshot = await this.#read(id)
    if (snapshot === undefined) throw notFound(id)
    const { size: _size, ...kept } = snapshot
    return kept
  }

  /** Returns the snapshot with this id or exact name. @throws `snapshot-not-found` */
  async find(idOrName: string): Promise<KeptSnapshot> {
    const found = (await this.list()).find(({ id, name }) => id === idOrName || name === idOrName)
    if (found === undefined) throw notFound(idOrName)
    return this.get(found.id)
  }

  async #read(id: string): Promise<(KeptSnapshot & Pick<Snapshot, 'size'>) | undefined> {
    try {
      const { clavis: _version, ...kept } = keptSchema.parse(JSON.parse(await readFile(this.#jsonOf(id), 'utf8')))
      return { ...kept, size: (await stat(this.recordsOf(id))).size }
    } catch {
      return undefined
    }
  }

  /** Returns the path of a snapshot's records. */
  recordsOf(id: string): string {
    return join(this.#folder, `${id}.records`)
  }

  /** Returns the path of a snapshot's description. */
  #jsonOf(id: string): string {
    return join(this.#folder, `${id}.json`)
  }

  /**
   * Moves a dataset's file to the snapshots; a process that has it open can continue writing. If that fails, everything is
   * as before. Returns the function that unlocks the records.
   * @throws `input-invalid` if the name is taken; `disk-full`, `disk-failed`
   */
  adopt(file: string, snapshot: KeptSnapshot): Promise<() => Promise<void>> {
    return this.#naming(snapshot.name, snapshot.id, () => this.#adopt(file, snapshot))
  }

  async #adopt(file: string, snapshot: KeptSnapshot): Promise<() => Promise<void>> {
    const { id, name } = snapshot
    const release = await this.lock(id, name, 'saved')
    try {
      // Moves the records last: without them the description is ignored.
      await this.update(snapshot)
      await rename(file, this.recordsOf(id)).catch((error: unknown) => {
        throw diskFailure(error, this.recordsOf(id), 'saved')
      })
      return release
    } catch (error) {
      await rm(this.#jsonOf(id), { force: true }).catch(() => undefined)
      await release()
      throw error
    }
  }

  /** Writes a snapshot's description. */
  update(snapshot: KeptSnapshot): Promise<void> {
    return this.#inTurn(() => this.#write(snapshot))
  }

  /**
   * Changes parts of a snapshot's description. Others keep their value in the file, where another process may have
   * renamed it.
   * @throws `snapshot-not-found`
   */
  change(id: string, change: Partial<Omit<KeptSnapshot, 'id'>>): Promise<KeptSnapshot> {
    return this.#inTurn(() =>
      changeAlone(this.#jsonOf(id), async () => {
        const changed = { ...(await this.get(id)), ...change }
        await this.#write(changed)
        return changed
      }),
    )
  }

  async #write(snapshot: KeptSnapshot): Promise<void> {
    const content = keptSchema.parse({ clavis: 1, ...snapshot })
    await writeFileAtomically(this.#jsonOf(snapshot.id), `${JSON.stringify(content, undefined, 2)}\n`)
  }

  #inTurn<T>(write: () => Promise<T>): Promise<T> {
    const written = this.#writing.then(write)
    this.#writing = written.catch(() => undefined)
    return written
  }

  /**
   * Returns how far a snapshot is loaded, if its records are newer than its description: another Clavis is loading it,
   * or was killed. Undefined if they are not.
   */
  async newerStanding(id: string): Promise<Pick<Snapshot, 'pages' | 'records' | 'complete'> | undefined> {
    const changedAt = async (path: string): Promise<number> => (await stat(path)).mtimeMs
    const times = [changedAt(this.recordsOf(id)), changedAt(this.#jsonOf(id))] as const
    const [records, noted] = await Promise.all(times).catch(() => [0, 0] as const)
    const progress = records > noted ? await readStoredProgress(this.recordsOf(id)) : undefined
    if (progress === undefined) return undefined
    const { pages, records: stored, envelope } = progress
    // Whether the cursor was seen before doesn't matter: either way the list is not complete.
    return { pages, records: stored, complete: nextPage(envelope, () => false).kind === 'complete' }
  }

  /** @throws `input-invalid` if the name is invalid or taken */
  rename(id: string, name: string): Promise<KeptSnapshot> {
    return this.#naming(name, id, async () => this.change(id, { name: name.trim(), ...(await this.newerStanding(id)) }))
  }

  /** Removes a snapshot. @param to where its records are moved to instead, for processes that have them open */
  remove(id: string, to?: string): Promise<void> {
    return this.#inTurn(async () => {
      try {
        if (to === undefined) await rm(this.recordsOf(id), { force: true })
        else await rename(this.recordsOf(id), to)
        await rm(this.#jsonOf(id), { force: true })
      } catch (error) {
        throw diskFailure(error, this.recordsOf(id), 'saved')
      }
    })
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

  /**
   * Runs `give` while no process names a snapshot, so that two can't take the same name.
   * @throws `input-invalid` if the name is invalid or taken; `disk-full`, `disk-failed`
   */
  #naming<T>(name: string, id: string, give: () => Promise<T>): Promise<T> {
    const named = this.#lastNamed.then(async () => {
      const release = await this.#lockNames()
      try {
        await this.#requireFreeName(name, id)
        return await give()
      } finally {
        await release()
      }
    })
    this.#lastNamed = named.catch(() => undefined)
    return named
  }

  async #lockNames(): Promise<() => Promise<void>> {
    const held = await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      .then(() => HeldFile.take(join(this.#folder, 'names.held'), namesWait))
      .catch((error: unknown) => {
        throw diskFailure(error, this.#folder, 'saved')
      })
    if (held === undefined)
      throw new ClavisError('input-invalid', 'Another Clavis window or command is naming a snapshot right now.', {
        hint: 'Try again in a moment.',
      })
    return () => held.remove()
  }

  async #requireFreeName(name: string, id: string): Promise<void> {
    if (!snapshotNameSchema.safeParse(name).success)
      throw new ClavisError('input-invalid', 'Enter a snapshot name of 1 to 100 characters.')
    const taken = (await this.list()).some((other) => other.id !== id && sameName(other.name, name))
    if (taken)
      throw new ClavisError('input-invalid', `A snapshot named “${name.trim()}” already exists.`, {
        hint: 'Choose another name, or rename or remove that snapshot.',
      })
  }
}

function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

function notFound(idOrName: string): ClavisError {
  return new ClavisError('snapshot-not-found', `Snapshot “${idOrName}” not found.`, {
    hint: 'It may have been removed. Check the list of snapshots.',
  })
}
