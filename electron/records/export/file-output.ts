import { Buffer } from 'node:buffer'
import { closeSync, fstatSync, fsyncSync, writeSync } from 'node:fs'
import type { ExportResult } from '#shared/lists/export.ts'
import { diskFailure, systemErrorCode } from '../../files/disk-failure.ts'
import type { ValueSpan } from '../json/json-reader.ts'

/** Bytes that are buffered before they are written. */
const bufferSize = 256 * 1024

/** A file that is written. Writes are synchronous, because its thread has nothing else to do. */
export class FileOutput implements ByteSink {
  readonly #path: string
  readonly #handle: number
  readonly #buffer = Buffer.allocUnsafe(bufferSize)
  #gathered = 0
  #isOpen = true

  /**
   * @param path the file that errors name
   * @throws `disk-full`, `disk-failed`, like all methods
   */
  constructor(path: string, open: () => number) {
    this.#path = path
    this.#handle = this.onDisk(open)
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

  /** Waits until everything is on disk, and closes the file. Returns its size, bytes. */
  finish(): number {
    this.#flush()
    return this.onDisk(() => {
      fsyncSync(this.#handle)
      const { size } = fstatSync(this.#handle)
      this.close()
      return size
    })
  }

  /** Closes the file without what is buffered. Does nothing if it is closed. */
  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    closeSync(this.#handle)
  }

  protected onDisk<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw systemErrorCode(error) === undefined ? error : diskFailure(error, this.#path, 'saved')
    }
  }

  #flush(): void {
    this.#writeAll(this.#buffer.subarray(0, this.#gathered))
    this.#gathered = 0
  }

  #writeAll(bytes: Uint8Array): void {
    this.onDisk(() => {
      for (let written = 0; written < bytes.length;) written += writeSync(this.#handle, bytes, written)
    })
  }
}

/** Writes records, one after the other, in some format. What precedes the first is written when it is created. */
export interface RecordWriter {
  /** The columns whose positions it needs. */
  readonly paths: readonly string[]
  /**
   * @param spans positions of the values of `paths` in `bytes`
   * @param position of the record in the list
   */
  readonly record: (bytes: Uint8Array, spans: readonly (ValueSpan | undefined)[], position: number) => void
  /** Writes what follows the last record. */
  readonly end: () => void
  /** What the result says about the whole file. */
  readonly notes?: () => Partial<Pick<ExportResult, 'fittedColumns' | 'textColumns' | 'sheets'>>
}

/** Receives what a writer writes. */
export interface ByteSink {
  readonly write: (content: string | Uint8Array) => void
}
