import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { diskFailure, systemErrorCode } from '../../files/disk-failure.ts'
import { removeLeftFiles } from '../../files/data-folder/left-files.ts'
import { isProcessAlive } from '../../files/locks/process-alive.ts'

/** Bytes that are buffered before they are written. */
const bufferSize = 256 * 1024

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
 * private to its owner. Writes are synchronous, because its thread has nothing else to do.
 */
export class ExportFile {
  readonly #path: string
  readonly #temporary: string
  readonly #handle: number
  readonly #buffer = Buffer.allocUnsafe(bufferSize)
  #gathered = 0
  #isOpen = true

  /** @throws `disk-full`, `disk-failed`, like all methods; an existing file of that name is then unchanged */
  constructor(path: string) {
    this.#path = path
    this.#temporary = join(dirname(path), `.${process.pid}-${randomBytes(6).toString('hex')}.clavis.tmp`)
    this.#handle = this.#onDisk(() => openSync(this.#temporary, 'wx', 0o600))
  }

  write(content: string | Uint8Array): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    if (bytes.length > bufferSize - this.#gathered) this.#flush()
    if (bytes.length > bufferSize) this.#writeAll(bytes)
    else {
      this.#buffer.set(bytes, this.#gathered)
      this.#gathered += bytes.length
    }
  }

  /** Gives the whole file its name. */
  finish(): void {
    this.#flush()
    this.#onDisk(() => {
      fsyncSync(this.#handle)
      this.#close()
      renameSync(this.#temporary, this.#path)
    })
  }

  /** Removes what was written. */
  discard(): void {
    this.#close()
    try {
      rmSync(this.#temporary, { force: true })
    } catch {
      // Nothing can be done about it, and what led here is the error that counts.
    }
  }

  #flush(): void {
    this.#writeAll(this.#buffer.subarray(0, this.#gathered))
    this.#gathered = 0
  }

  #writeAll(bytes: Uint8Array): void {
    this.#onDisk(() => {
      for (let written = 0; written < bytes.length;) written += writeSync(this.#handle, bytes, written)
    })
  }

  #close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    closeSync(this.#handle)
  }

  #onDisk<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw systemErrorCode(error) === undefined ? error : diskFailure(error, this.#path, 'saved')
    }
  }
}
