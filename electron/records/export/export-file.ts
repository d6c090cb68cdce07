import { openSync, renameSync, rmSync } from 'node:fs'
import { temporaryBeside } from '../../files/atomic-file.ts'
import { FileOutput } from './file-output.ts'

/**
 * A file that gets its name only once it is complete and on disk; until then it is next to it under another name,
 * private to its owner. If that fails, an existing file of that name is unchanged.
 */
export class ExportFile extends FileOutput {
  readonly #path: string
  readonly #temporary: string

  constructor(path: string) {
    const temporary = temporaryBeside(path)
    super(path, () => openSync(temporary, 'wx', 0o600))
    this.#path = path
    this.#temporary = temporary
  }

  /** Gives the whole file its name. */
  override finish(): number {
    const size = super.finish()
    this.onDisk(() => renameSync(this.#temporary, this.#path))
    return size
  }

  /** Removes what was written. */
  discard(): void {
    this.close()
    try {
      rmSync(this.#temporary, { force: true })
    } catch {
      // Nothing can be done about it, and what led here is the error that counts.
    }
  }
}
