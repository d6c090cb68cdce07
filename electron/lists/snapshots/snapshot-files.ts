import { mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { snapshotNameSchema, snapshotSchema, type Snapshot } from '../../../shared/model/lists/snapshot.ts'
import { isTemporaryName, writeFileAtomically } from '../../files/atomic-file.ts'
import { diskFailure } from '../../files/disk-failure.ts'
import { lockFile } from '../../files/file-lock.ts'
import { removeLeftFiles } from '../../files/left-files.ts'
import { changeAlone } from '../../files/shared-change.ts'
import { readStoredProgress } from '../../records/record-store.ts'
import { nextPage } from '../loading/pagination.ts'

/** What is kept beside a snapshot's records. */
const keptSchema = z.strictObject({
  clavis: z.literal(1),
  ...snapshotSchema.omit({ size: true, open: true }).shape,
  /** What the reading depended on: with other settings of the profile it cannot go on. */
  basis: z.string(),
})
export type KeptSnapshot = Omit<z.output<typeof keptSchema>, 'clavis'>

/**
 * The snapshots in their folder: for each a file of records and one that says what it is, both their owner's alone. One
 * Clavis at a time uses the records.
 */
export class SnapshotFiles {
  readonly #folder: string
  /** What is written down takes its turn: the last one told is the one that stays. */
  #writing: Promise<unknown> = Promise.resolve()
  #swept: Promise<void> | undefined
  /** Names are given one after the other. */
  #lastNamed: Promise<unknown> = Promise.resolve()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** All of them, the newest first; what cannot be read is left out. */
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

  /** Removes what was left by a Clavis that was killed while it kept, changed or removed one. A lock in use is renewed. */
  #sweep(): Promise<void> {
    return removeLeftFiles(this.#folder, (name, all) => {
      const isWithoutRecords = name.endsWith('.json') && !all.has(name.replace(/json$/u, 'records'))
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

  /** The snapshot of this id or exact name. @throws `snapshot-not-found` */
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

  /** Where a snapshot's records are. */
  recordsOf(id: string): string {
    return join(this.#folder, `${id}.records`)
  }

  /** Where it is written what a snapshot is. */
  #jsonOf(id: string): string {
    return join(this.#folder, `${id}.json`)
  }

  /**
   * Takes a reading's file among the snapshots; whoever has it open goes on writing into it. Where that fails, everything
   * is as it was. Answers the release of the lock that keeps others from its records.
   * @throws `input-invalid` where another one has the name; `disk-full`, `disk-failed`
   */
  adopt(file: string, snapshot: KeptSnapshot): Promise<() => Promise<void>> {
    return this.#naming(snapshot.name, snapshot.id, () => this.#adopt(file, snapshot))
  }

  async #adopt(file: string, snapshot: KeptSnapshot): Promise<() => Promise<void>> {
    const { id, name } = snapshot
    const release = await this.lock(id, name, 'saved')
    try {
      // The records come last: until they are there, what was written down of them counts for nothing.
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

  /** Writes down what a snapshot is. */
  update(snapshot: KeptSnapshot): Promise<void> {
    return this.#inTurn(() => this.#write(snapshot))
  }

  /**
   * Writes down what of a snapshot is another now; the rest stays as it is there, where another Clavis may have renamed it.
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
   * How far a snapshot’s reading is where its records went on since that was written down: another Clavis is just reading
   * it, or was killed. Undefined where they did not.
   */
  async newerStanding(id: string): Promise<Pick<Snapshot, 'pages' | 'records' | 'complete'> | undefined> {
    const changedAt = async (path: string): Promise<number> => (await stat(path)).mtimeMs
    const times = [changedAt(this.recordsOf(id)), changedAt(this.#jsonOf(id))] as const
    const [records, noted] = await Promise.all(times).catch(() => [0, 0] as const)
    const progress = records > noted ? await readStoredProgress(this.recordsOf(id)) : undefined
    if (progress === undefined) return undefined
    const { pages, records: stored, envelope } = progress
    // Whether its cursor came before makes no difference: the list does not end there.
    return { pages, records: stored, complete: nextPage(envelope, () => false).kind === 'complete' }
  }

  /** @throws `input-invalid` where the name is none, or another one has it */
  rename(id: string, name: string): Promise<KeptSnapshot> {
    return this.#naming(name, id, async () => this.change(id, { name: name.trim(), ...(await this.newerStanding(id)) }))
  }

  /** Removes a snapshot. @param to where its records are moved instead of being removed, for who has them open */
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
   * Keeps others from a snapshot's records. Answers what it is then, with the release.
   * @throws `snapshot-not-found`, also where it was removed while it was waited for; what {@link lock} throws
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
   * Keeps others from a snapshot's records. Answers the release.
   * @param action what the records are wanted for, as a failure of the disk says it
   * @throws `input-invalid` where another Clavis has it; `disk-full`, `disk-failed`
   */
  async lock(id: string, name: string, action: 'saved' | 'read' = 'read'): Promise<() => Promise<void>> {
    const records = this.recordsOf(id)
    const release = await lockFile(records, join(this.#folder, `${id}.lock`), 'long').catch((error: unknown) => {
      throw diskFailure(error, records, action)
    })
    if (release === undefined)
      throw new ClavisError('input-invalid', `“${name}” is in use by another Clavis.`, {
        hint: 'Close the list, or end the command, that has it open, and try again.',
      })
    return release
  }

  /**
   * Gives a snapshot a name while nobody else gives one, in another Clavis either: two could find the same one free.
   * @throws `input-invalid` where the name is none, or another one has it; `disk-full`, `disk-failed`
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
    const names = join(this.#folder, 'names')
    const release = await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      .then(() => lockFile(names, `${names}.lock`, 'briefly'))
      .catch((error: unknown) => {
        throw diskFailure(error, this.#folder, 'saved')
      })
    if (release === undefined)
      throw new ClavisError('input-invalid', 'Another Clavis is just giving a snapshot its name.', {
        hint: 'Try again in a moment.',
      })
    return release
  }

  async #requireFreeName(name: string, id: string): Promise<void> {
    if (!snapshotNameSchema.safeParse(name).success)
      throw new ClavisError('input-invalid', 'A snapshot needs a name of 1 to 100 characters.')
    const taken = (await this.list()).some((other) => other.id !== id && sameName(other.name, name))
    if (taken)
      throw new ClavisError('input-invalid', `There is a snapshot called “${name.trim()}” already.`, {
        hint: 'Choose another name, or rename or remove that one.',
      })
  }
}

function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

function notFound(idOrName: string): ClavisError {
  return new ClavisError('snapshot-not-found', `There is no snapshot “${idOrName}”.`, {
    hint: 'It may have been removed. Look at the list of snapshots.',
  })
}
