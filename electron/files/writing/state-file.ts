import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFailure, systemErrorCode } from '../disk-failure.ts'
import { changeAlone } from '../locks/shared-change.ts'
import { WorkQueue } from '../../scheduling/work-queue.ts'

/** Reads a text file; undefined if there is none. @throws `disk-failed` */
export async function readTextIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw diskFailure(error, path, 'read')
  }
}

/** A JSON file of the data folder: one operation at a time in this process, and one changing process at a time. */
export class StateFile extends WorkQueue {
  readonly path: string
  readonly #folder: string
  readonly #name: string

  /** @param name without extension */
  constructor(folder: string, name: string) {
    super()
    this.#folder = folder
    this.#name = name
    this.path = join(folder, `${name}.json`)
  }

  /** Runs work that reads and writes the file. @throws what {@link changeAlone} throws */
  change<T>(work: () => Promise<T>): Promise<T> {
    return this.inSequence(() => changeAlone(this.path, work))
  }

  /** The name that a damaged file gets. */
  asideName(now: number): string {
    return `${this.#name}.damaged-${new Date(now).toISOString().replaceAll(':', '-')}.json`
  }

  /** Renames the file, which is damaged. @throws the system's error */
  async setAside(name: string): Promise<void> {
    await rename(this.path, join(this.#folder, name))
  }
}
