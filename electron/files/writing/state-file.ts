import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFailure, systemErrorCode } from '../disk-failure.ts'
import { changeAlone } from '../locks/shared-change.ts'

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
export class StateFile {
  readonly path: string
  readonly #folder: string
  readonly #name: string
  #queue: Promise<unknown> = Promise.resolve()

  /** @param name without extension */
  constructor(folder: string, name: string) {
    this.#folder = folder
    this.#name = name
    this.path = join(folder, `${name}.json`)
  }

  /** Runs work after everything that was started before, failed or not. */
  inSequence<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => undefined)
    return result
  }

  /** Runs work that reads and writes the file. @throws what {@link changeAlone} throws */
  change<T>(work: () => Promise<T>): Promise<T> {
    return this.inSequence(() => changeAlone(this.path, work))
  }

  /** Waits for all operations. */
  async end(): Promise<void> {
    await this.#queue
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
