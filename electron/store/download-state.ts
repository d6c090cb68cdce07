import { Buffer } from 'node:buffer'
import { z } from 'zod'
import { ClavisError } from '#shared/errors.ts'
import { HeldFile } from './held-file.ts'
import { workingFileFailure } from './store-failure.ts'

/** How far a download is; everything before this position is on disk. */
export interface DownloadPosition {
  /** Cursor of the next page; undefined before the first page, or if the download is complete. */
  readonly cursor: string | undefined
  readonly pages: number
  readonly records: number
  /** Size of the file up to here. */
  readonly bytes: number
}

/** What is known about a download. */
export interface StoredDownload extends DownloadPosition {
  readonly profileId: string
  readonly list: string
  readonly basis: string
  /** Whether all its records are in the file, which may already have its final name. */
  readonly isComplete: boolean
  /** A few bytes for each cursor seen so far. */
  readonly seen: Uint8Array
}

const version = 1

const schema = `
  CREATE TABLE IF NOT EXISTS download (
    profileId TEXT NOT NULL, list TEXT NOT NULL, basis TEXT NOT NULL, cursor TEXT, pages INTEGER NOT NULL,
    records INTEGER NOT NULL, bytes INTEGER NOT NULL, isComplete INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS seen (marks BLOB NOT NULL) STRICT;
  DELETE FROM download; DELETE FROM seen;
  PRAGMA user_version = ${version};
`

const count = z.int().min(0)
const rowSchema = z.object({
  profileId: z.string(),
  list: z.string(),
  basis: z.string(),
  cursor: z.string().nullable(),
  pages: count,
  records: count,
  bytes: count,
  isComplete: z.int(),
})

/** The file that holds a download's position, and its lock: one process at a time has it. */
export class DownloadState {
  readonly #path: string
  readonly #file: HeldFile
  /** Bytes of the marks that are stored. */
  #seenSize = 0

  private constructor(path: string, file: HeldFile) {
    this.#path = path
    this.#file = file
  }

  /** Takes a download's file. Returns undefined if another process has it. @throws as {@link HeldFile.take} */
  static async take(path: string, waitMs: number): Promise<DownloadState | undefined> {
    const file = await HeldFile.take(path, waitMs)
    return file && new DownloadState(path, file)
  }

  /** Returns what is stored; undefined if no download was started. @throws `store-damaged`, `store-too-new` */
  read(): StoredDownload | undefined {
    const { database } = this.#file
    try {
      const stored = z.object({ user_version: count }).parse(database.prepare('PRAGMA user_version').get()).user_version
      if (stored > version)
        throw new ClavisError('store-too-new', `${this.#path} was written by a later version of Clavis.`, {
          hint: 'Update Clavis, or choose another file.',
          details: { path: this.#path },
        })
      if (stored === 0) return undefined
      const row = database.prepare('SELECT * FROM download').get()
      if (row === undefined) return undefined
      const { cursor, isComplete, ...kept } = rowSchema.parse(row)
      const marks = database.prepare('SELECT marks FROM seen ORDER BY rowid').all()
      const seen = Buffer.concat(marks.map((each) => z.instanceof(Uint8Array).parse(each['marks'])))
      this.#seenSize = seen.length
      return { ...kept, cursor: cursor ?? undefined, isComplete: isComplete !== 0, seen }
    } catch (error) {
      if (error instanceof z.ZodError)
        throw new ClavisError('store-damaged', `${this.#path} can’t be read.`, {
          hint: 'Start a new file without --resume.',
          details: { path: this.#path },
          cause: error,
        })
      throw workingFileFailure(error, this.#path)
    }
  }

  /** Forgets what is stored, and starts a download. @throws `disk-full`, `disk-failed`, like all methods below */
  begin({ profileId, list, basis }: Pick<StoredDownload, 'profileId' | 'list' | 'basis'>): void {
    this.#seenSize = 0
    this.#change((database) => {
      database.exec(schema)
      const insert = database.prepare('INSERT INTO download VALUES (?, ?, ?, NULL, 0, 0, 0, 0)')
      insert.run(profileId, list, basis)
    })
  }

  /**
   * Stores a position.
   * @param seen marks of all cursors so far; only those that are new are written
   */
  keep({ cursor, pages, records, bytes }: DownloadPosition, seen: Uint8Array): void {
    this.#change((database) => {
      const update = database.prepare('UPDATE download SET cursor = ?, pages = ?, records = ?, bytes = ?')
      update.run(cursor ?? null, pages, records, bytes)
      if (seen.length > this.#seenSize)
        database.prepare('INSERT INTO seen VALUES (?)').run(seen.subarray(this.#seenSize))
    })
    this.#seenSize = Math.max(this.#seenSize, seen.length)
  }

  /** Stores that all records are in the file. */
  complete(records: number, bytes: number): void {
    this.#change((database) => {
      const update = database.prepare('UPDATE download SET cursor = NULL, records = ?, bytes = ?, isComplete = 1')
      update.run(records, bytes)
    })
  }

  /** Removes the file and gives it up. */
  remove(): Promise<void> {
    return this.#file.remove()
  }

  /** Gives up the file, which stays. */
  release(): void {
    this.#file.release()
  }

  #change(change: (database: HeldFile['database']) => void): void {
    const { database } = this.#file
    try {
      database.exec('BEGIN')
      change(database)
      database.exec('COMMIT')
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw workingFileFailure(error, this.#path)
    }
  }
}
