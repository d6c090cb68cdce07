import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFailure } from '../../files/disk-failure.ts'
import { isProcessAlive } from '../../files/locks/process-alive.ts'

/**
 * Creates the temporary files of datasets. They are private to their owner and removed with the dataset. Files of a
 * process that was killed are removed later: a file's name holds its process ID.
 */
export class DatasetFiles {
  readonly #folder: string
  #swept: Promise<void> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Returns the path for a dataset's file; creates and cleans the folder first. @throws `disk-full`, `disk-failed` */
  async placeOf(datasetId: string): Promise<string> {
    const file = join(this.#folder, `${process.pid}-${datasetId}.records`)
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      this.#swept ??= this.#sweep()
      await this.#swept
      return file
    } catch (error) {
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

  async #sweep(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const owner = Number(/^(?<pid>\d+)-.*\.records$/u.exec(name)?.groups?.['pid'])
      // This process has no files yet, so one with its ID is left from an earlier process with the same ID.
      const isLeft = owner === process.pid || (owner > 0 && !isProcessAlive(owner))
      // A file that can't be removed does no harm.
      if (isLeft) await rm(join(this.#folder, name), { force: true }).catch(() => undefined)
    }
  }
}
