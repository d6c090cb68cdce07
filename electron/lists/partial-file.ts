import { Buffer } from 'node:buffer'
import { rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { ClavisError } from '#shared/errors.ts'
import { diskFailure } from '../files/disk-failure.ts'
import { makeOwnFile, openOwnFile } from '../files/own-file.ts'

/** The incomplete file of an NDJSON export, `FILE.partial`, private to its owner. */
export class PartialFile {
  readonly path: string
  readonly #final: string

  /** @param final path of the complete file */
  constructor(final: string) {
    this.path = `${final}.partial`
    this.#final = final
  }

  /** Path of the file in which {@link setAside} keeps the records of an earlier export. */
  get oldPath(): string {
    return `${this.path}.old`
  }

  /** Returns the size in bytes; undefined if there is no file. */
  size(): Promise<number | undefined> {
    return sizeOf(this.path)
  }

  /** Creates an empty file in place of any other. @throws `disk-full`, `disk-failed` */
  async create(): Promise<void> {
    await this.#saving(() => makeOwnFile(this.path))
  }

  /** Renames the file to {@link oldPath}, unless more records are kept there already. */
  async setAside(): Promise<void> {
    const [kept = 0, left = 0] = await Promise.all([sizeOf(this.oldPath), this.size()])
    if (left > kept) await this.#saving(() => rename(this.path, this.oldPath))
  }

  /** Cuts off what was written after the last saved position. @throws `input-invalid` if another program changed the file */
  async cut(records: number, bytes: number): Promise<void> {
    await this.#with('write', async (file) => {
      if ((await file.stat()).size < bytes)
        throw new ClavisError('input-invalid', `${this.path} is shorter than when it was last written.`, {
          hint: 'It can’t be resumed. Start a new file without --resume.',
        })
      // An editor that adds a byte order mark or changes line ends moves the position.
      if ((await countLines(file, bytes)) !== records)
        throw new ClavisError(
          'input-invalid',
          `${this.path} was changed since it was last written: the position to resume from is not behind its first ${records} records.`,
          { hint: 'Undo that change, or start a new file without --resume.' },
        )
      await file.truncate(bytes)
    })
  }

  /** @throws `input-invalid` if another program changed the file */
  async verify(records: number, bytes: number): Promise<void> {
    await this.#with('read', async (file) => {
      const { size } = await file.stat()
      if (size !== bytes) throw this.#changed(`${size} bytes instead of ${bytes}`)
      const lines = await countLines(file, size)
      if (lines !== records) throw this.#changed(`${lines ?? 'half'} records instead of ${records}`)
    })
  }

  /** Gives the file its final name, unless it has it, and removes what {@link setAside} kept. */
  async finish(isRenamed: boolean): Promise<void> {
    await this.#saving(async () => {
      if (!isRenamed) await rename(this.path, this.#final)
      await rm(this.oldPath, { force: true })
    })
  }

  async #saving(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      throw diskFailure(error, this.#final, 'saved')
    }
  }

  async #with<T>(access: 'read' | 'write', work: (file: FileHandle) => Promise<T>): Promise<T> {
    try {
      const file = await openOwnFile(this.path, access)
      try {
        return await work(file)
      } finally {
        await file.close()
      }
    } catch (error) {
      throw diskFailure(error, this.path, 'read')
    }
  }

  #changed(difference: string): ClavisError {
    return new ClavisError('input-invalid', `Another program changed ${this.path}: it has ${difference}.`, {
      hint: `It was not renamed to ${this.#final}. Start a new file without --resume.`,
    })
  }
}

/** Returns the size of a file; undefined if there is none. */
export function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  )
}

const lineFeed = 0x0a

/** Bytes read at once. */
const chunkSize = 1024 * 1024

/** Counts the lines of a file of records up to a position; undefined if the last one has no end there. */
async function countLines(file: FileHandle, until: number): Promise<number | undefined> {
  const chunk = Buffer.allocUnsafe(chunkSize)
  let lines = 0
  let last = lineFeed
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunkSize, until - position), position)
    if (bytesRead === 0) return last === lineFeed ? lines : undefined
    const part = chunk.subarray(0, bytesRead)
    for (let at = part.indexOf(lineFeed); at !== -1; at = part.indexOf(lineFeed, at + 1)) lines += 1
    last = part.at(-1) ?? lineFeed
    position += bytesRead
  }
}
