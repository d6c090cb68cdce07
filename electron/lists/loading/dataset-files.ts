import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ClavisError } from '#shared/errors.ts'
import { diskFailure, systemErrorCode } from '../../files/disk-failure.ts'
import { actingUser } from '../../files/file-owner.ts'
import { isProcessAlive } from '../../files/process-alive.ts'
import { HeldFile, removeUnheld } from '../../store/held-file.ts'

/** How long another process may take to find out that this one lives, milliseconds. */
const lockWait = 5000

/**
 * Creates the temporary files of datasets. They are private to their owner and removed with the dataset. Each process
 * holds a lock of the operating system, whose name begins the names of its files: what a killed process left has none.
 */
export class DatasetFiles {
  readonly #folder: string
  readonly #owner = `${process.pid}.${randomBytes(4).toString('hex')}`
  #ready: Promise<HeldFile | undefined> | undefined
  #hasEnded = false

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Returns the path for a dataset's file; creates and cleans the folder first. @throws `disk-full`, `disk-failed` */
  async placeOf(datasetId: string): Promise<string> {
    const file = join(this.#folder, `${this.#owner}-${datasetId}.records`)
    await mkdir(this.#folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw noFolder(error, this.#folder)
    })
    try {
      // What is created after the end is removed at once.
      if (!this.#hasEnded) await this.#hold()
      return file
    } catch (error) {
      this.#ready = undefined
      throw diskFailure(error, file, 'saved')
    }
  }

  /** Creates an empty file for a dataset. @throws `disk-full`, `disk-failed` */
  async create(datasetId: string): Promise<string> {
    const file = await this.placeOf(datasetId)
    try {
      await (await open(file, 'wx', 0o600)).close()
      return file
    } catch (error) {
      throw diskFailure(error, file, 'saved')
    }
  }

  async remove(file: string): Promise<void> {
    await rm(file, { force: true })
  }

  /** Gives up the lock: files that are left belong to nobody. */
  async end(): Promise<void> {
    this.#hasEnded = true
    const held = await this.#ready?.catch(() => undefined)
    this.#ready = undefined
    await held?.remove()
  }

  /** Takes the lock, again if someone emptied the folder. */
  async #hold(): Promise<void> {
    const held = await this.#ready
    if (held !== undefined && !existsSync(this.#lockOf(this.#owner))) {
      held.release()
      this.#ready = undefined
    }
    this.#ready ??= this.#prepare()
    await this.#ready
  }

  async #prepare(): Promise<HeldFile | undefined> {
    const held = await HeldFile.take(this.#lockOf(this.#owner), lockWait)
    await this.#sweep()
    return held
  }

  #lockOf(owner: string): string {
    return join(this.#folder, `${owner}.held`)
  }

  async #sweep(): Promise<void> {
    const names = await readdir(this.#folder)
    const owners = new Set(names.flatMap((name) => ownerOf(name) ?? []).filter((owner) => owner !== this.#owner))
    for (const owner of owners) {
      if (!(await this.#isGone(owner))) continue
      for (const name of names)
        // A file that can't be removed does no harm.
        if (ownerOf(name) === owner) await rm(join(this.#folder, name), { force: true }).catch(() => undefined)
    }
  }

  async #isGone(owner: string): Promise<boolean> {
    if (owner.includes('.')) return removeUnheld(this.#lockOf(owner))
    // Earlier versions had no lock. This process has no such files, so one with its ID is of an earlier process.
    const pid = Number(owner)
    return pid === process.pid || (pid > 0 && !isProcessAlive(pid))
  }
}

/** Returns the error of a folder that can't be created. Its parents would be, too, so one that is missing is on a read-only disk. */
function noFolder(error: unknown, folder: string): ClavisError {
  if (systemErrorCode(error) !== 'ENOENT') return diskFailure(error, folder, 'saved')
  return new ClavisError('disk-failed', `The folder ${folder} could not be created: it is on a read-only disk.`, {
    hint: 'Records are stored there while a list loads. With --secrets-from, set TMPDIR to a folder that you can write to.',
    details: { path: folder },
    cause: error,
  })
}

/**
 * Removes the folders of killed processes that had their datasets in a folder of their own, by their locks.
 * @param isTheirs recognizes such a folder, which has the datasets in `runs`
 */
export async function removeLeftDatasets(folder: string, isTheirs: (name: string) => boolean): Promise<void> {
  for (const name of (await readdir(folder)).filter(isTheirs)) {
    const path = join(folder, name)
    // In a shared folder, anyone can create one.
    const { uid } = await lstat(path)
    if (uid !== (actingUser() ?? uid)) continue
    const locks = (await readdir(join(path, 'runs')).catch(() => [])).filter((each) => each.endsWith('.held'))
    for (const lock of locks)
      if (await removeUnheld(join(path, 'runs', lock))) await rm(path, { recursive: true, force: true })
  }
}

/** Returns whose file it is by its name: `PID.RANDOM`, in earlier versions `PID`; undefined if it is none. */
function ownerOf(name: string): string | undefined {
  return /^(?<owner>\d+(?:\.[0-9a-f]{8})?)(?:-.*\.records|\.held(?:-journal)?)$/u.exec(name)?.groups?.['owner']
}
