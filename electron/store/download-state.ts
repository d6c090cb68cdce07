import { Buffer } from 'node:buffer'
import { z } from 'zod'
import { ClavisError } from '#shared/errors.ts'
import { parsedJson } from '#shared/values/json.ts'
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
  /** The field that holds the records; undefined before the first page. */
  readonly recordMember: string | undefined
  /** Fields of the first page with objects or errors that are no records; by default none. */
  readonly besides?: readonly string[]
  /** A digest of the last page’s records. */
  readonly lastPage: string
  /** Pages without a new record in a row right before this position. */
  readonly emptyPages: number
  /** The path of the records’ identifiers, empty if they have none, and their hashes; by default there were no records. */
  readonly identifiers?: { readonly path: string; readonly hashes: Uint32Array } | undefined
}

export interface StoredDownload extends DownloadPosition {
  readonly profileId: string
  readonly list: string
  readonly basis: string
  /** Whether all its records are in the file, which may already have its final name. */
  readonly isComplete: boolean
  /** A few bytes for each cursor seen so far. */
  readonly seen: Uint8Array
}

const version = 3

const schema = `
  DROP TABLE IF EXISTS download; DROP TABLE IF EXISTS seen; DROP TABLE IF EXISTS identifiers;
  CREATE TABLE download (
    profileId TEXT NOT NULL, list TEXT NOT NULL, basis TEXT NOT NULL, cursor TEXT,
    pages INTEGER NOT NULL DEFAULT 0, records INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0,
    recordMember TEXT, besides TEXT NOT NULL DEFAULT '[]', lastPage TEXT NOT NULL DEFAULT '', emptyPages INTEGER NOT NULL DEFAULT 0,
    identifierPath TEXT, isComplete INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE seen (marks BLOB NOT NULL) STRICT;
  CREATE TABLE identifiers (marks BLOB NOT NULL) STRICT;
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
  recordMember: z.string().nullable(),
  besides: z.string().transform(parsedJson).pipe(z.array(z.string())),
  lastPage: z.string(),
  emptyPages: count,
  identifierPath: z.string().nullable(),
  isComplete: z.int(),
})

/** Bytes of all hashes. */
const hashesSize = z.int().multipleOf(Uint32Array.BYTES_PER_ELEMENT)

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

  /**
   * Takes a download's file. Returns undefined if another process has it.
   * @param startsAnew sets aside what can't be read, as `FILE.old`
   * @throws as {@link HeldFile.take}
   */
  static async take(path: string, waitMs: number, startsAnew = false): Promise<DownloadState | undefined> {
    const file = startsAnew
      ? await HeldFile.takeReadable(path, waitMs, (held) => new DownloadState(path, held).#isReadable())
      : await HeldFile.take(path, waitMs)
    return file && new DownloadState(path, file)
  }

  #isReadable(): boolean {
    try {
      this.read()
      return true
    } catch (error) {
      if (error instanceof ClavisError && error.code === 'store-damaged') return false
      throw error
    }
  }

  /** Returns what is stored; undefined if no download was started. @throws `store-damaged`, also if another version wrote it */
  read(): StoredDownload | undefined {
    const { database } = this.#file
    try {
      const stored = z.object({ user_version: count }).parse(database.prepare('PRAGMA user_version').get()).user_version
      if (stored === 0) return undefined
      if (stored !== version)
        throw new ClavisError('store-damaged', `${this.#path} was written by another version of Clavis.`, {
          hint: 'Resume with that version, or start a new file without --resume.',
          details: { path: this.#path },
        })
      const row = database.prepare('SELECT * FROM download').get()
      if (row === undefined) return undefined
      const { cursor, recordMember, identifierPath: path, isComplete, ...kept } = rowSchema.parse(row)
      const marksOf = (table: 'seen' | 'identifiers'): Uint8Array<ArrayBuffer> => {
        const marks = database.prepare(`SELECT marks FROM ${table} ORDER BY rowid`).all()
        return new Uint8Array(Buffer.concat(marks.map((each) => z.instanceof(Uint8Array).parse(each['marks']))))
      }
      const seen = marksOf('seen')
      this.#seenSize = seen.length
      const position = { cursor: cursor ?? undefined, recordMember: recordMember ?? undefined }
      const marks = marksOf('identifiers')
      hashesSize.parse(marks.length)
      const identifiers = path === null ? undefined : { path, hashes: new Uint32Array(marks.buffer) }
      return { ...kept, ...position, identifiers, isComplete: isComplete !== 0, seen }
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
      database.prepare('INSERT INTO download (profileId, list, basis) VALUES (?, ?, ?)').run(profileId, list, basis)
    })
  }

  /**
   * Stores a position, with the hashes of the identifiers that are new.
   * @param seen marks of all cursors so far; only those that are new are written
   */
  keep(position: DownloadPosition, seen: Uint8Array): void {
    const { cursor, pages, records, bytes, recordMember, besides = [], lastPage, emptyPages, identifiers } = position
    this.#change((database) => {
      const update = database.prepare(
        'UPDATE download SET cursor = ?, pages = ?, records = ?, bytes = ?, recordMember = ?, besides = ?, lastPage = ?, emptyPages = ?, identifierPath = ?',
      )
      const fields = [recordMember ?? null, JSON.stringify(besides)]
      update.run(cursor ?? null, pages, records, bytes, ...fields, lastPage, emptyPages, identifiers?.path ?? null)
      const { buffer, byteOffset, byteLength } = identifiers?.hashes ?? new Uint32Array()
      if (byteLength > 0)
        database.prepare('INSERT INTO identifiers VALUES (?)').run(new Uint8Array(buffer, byteOffset, byteLength))
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
