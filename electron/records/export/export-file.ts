import { randomBytes } from 'node:crypto'
import { openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { removeLeftFiles } from '../../files/data-folder/left-files.ts'
import { isProcessAlive } from '../../files/locks/process-alive.ts'
import { FileOutput } from './file-output.ts'

/** Removes from a folder what saves left whose process was killed: each can be as large as what it saved. */
export function removeLeftExports(folder: string): Promise<void> {
  return removeLeftFiles(folder, (name) => {
    // Earlier versions did not note the process.
    const [isLeft, pid] = /^\.(?:(\d+)-)?[0-9a-f]{12}\.clavis\.tmp$/u.exec(name) ?? []
    return isLeft !== undefined && (pid === undefined || !isProcessAlive(Number(pid)))
  })
}

/**
 * A file that gets its name only once it is complete and on disk; until then it is next to it under another name,
 * private to its owner. If that fails, an existing file of that name is unchanged.
 */
export class ExportFile extends FileOutput {
  readonly #path: string
  readonly #temporary: string

  constructor(path: string) {
    const temporary = join(dirname(path), `.${process.pid}-${randomBytes(6).toString('hex')}.clavis.tmp`)
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
