import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFailure } from '../../files/disk-failure.ts'
import { isProcessAlive } from '../../files/process-alive.ts'

/**
 * The temporary files of datasets: private to their owner, removed with the dataset, and swept if the process that created
 * them died before it could. A file's name carries the number of its process.
 */
export class DatasetFiles {
  readonly #folder: string
  #swept: Promise<void> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The place for a dataset's file, in a folder that is there and swept. @throws `disk-full`, `disk-failed` */
  async placeOf(runId: string): Promise<string> {
    const file = join(this.#folder, `${process.pid}-${runId}.records`)
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
  async create(runId: string): Promise<string> {
    const file = await this.placeOf(runId)
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
      // Of this process's number but there before its first run: left by one that had the number before.
      const isLeft = owner === process.pid || (owner > 0 && !isProcessAlive(owner))
      // One that cannot be removed stands in nobody's way.
      if (isLeft) await rm(join(this.#folder, name), { force: true }).catch(() => undefined)
    }
  }
}
