import { Buffer } from 'node:buffer'
import { existsSync } from 'node:fs'
import { rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { ListName } from '../../../shared/model/profile/list-name.ts'
import { listNameSchema } from '../../../shared/model/profile/list-name-schema.ts'
import { writeFileAtomically } from '../../files/writing/atomic-file.ts'
import { diskFailure } from '../../files/disk-failure.ts'
import { fileBehindLink } from '../../files/ownership/file-behind-link.ts'
import { lockFile, lockRetries } from '../../files/locks/file-lock.ts'
import { makeOwnFile, openOwnFile } from '../../files/ownership/own-file.ts'
import type { LoadMark } from '../loading/load-position.ts'

/** What a cursor depends on: with another list, profile or basis it leads to other records. */
export interface ExportBasis {
  readonly profileId: string
  readonly list: ListName
  /** Other settings that the load depends on, as `basisOf` returns them. */
  readonly basis: string
}

const stateSchema = z.strictObject({
  clavis: z.literal(2),
  profileId: z.string(),
  list: listNameSchema,
  basis: z.string(),
  /** Missing before the first page. */
  cursor: z.string().optional(),
  pages: z.int().min(0),
  records: z.int().min(0),
  /** Missing in files of earlier versions. */
  seen: z.array(z.string()).default([]),
  bytes: z.int().min(0),
})

const lineFeed = 0x0a

/** First version of the file, which lacks the client ID, so it is unknown whose records it has. */
const firstStateSchema = z.object({ clavis: z.literal(1) })

/**
 * An NDJSON export that can be resumed after an interruption. Until it is complete, the records are in `FILE.partial`
 * and the position to resume from in `FILE.resume`, both private to their owner. One Clavis at a time writes it; call
 * `release` when done.
 */
export class ResumableExport {
  /** Path of the file that records are appended to. */
  readonly partial: string
  /** Where the interrupted load stopped; undefined for a new export. */
  readonly from: LoadMark | undefined
  /** Unlocks the file. */
  readonly release: () => Promise<void>
  readonly #path: string
  readonly #state: string
  readonly #basis: ExportBasis

  /** @param path with links resolved */
  private constructor(path: string, basis: ExportBasis, from: LoadMark | undefined, release: () => Promise<void>) {
    this.release = release
    this.#path = path
    this.#basis = basis
    this.partial = partialOf(path)
    this.#state = stateOf(path)
    this.from = from
  }

  /**
   * Starts a new file, which can be resumed from its first page on, and removes what an earlier export left.
   * @param keepsOld keeps the earlier records aside until the new file is complete; of several, the most
   * @throws `input-invalid` if the file is being written; `disk-full`, `disk-failed`
   */
  static begin(file: string, basis: ExportBasis, { keepsOld = false } = {}): Promise<ResumableExport> {
    return alone(file, async (path, release) => {
      if (keepsOld) await setAside(path)
      return ResumableExport.#begin(path, basis, release)
    })
  }

  /** Returns the file in which {@link begin} keeps the records of an earlier export. */
  static oldRecordsOf(file: string): string {
    return `${partialOf(file)}.old`
  }

  /** Returns whether an earlier export of a file can be resumed. */
  static async isLeft(file: string): Promise<boolean> {
    return existsSync(stateOf(await fileBehindLink(file)))
  }

  /** Starts a new file; does nothing if an earlier export left one that can be resumed. @throws as {@link begin} */
  static beginUnlessLeft(file: string, basis: ExportBasis): Promise<ResumableExport | undefined> {
    return alone(file, async (path, release) => {
      if (!existsSync(stateOf(path))) return ResumableExport.#begin(path, basis, release)
      await release()
      return undefined
    })
  }

  static async #begin(path: string, basis: ExportBasis, release: () => Promise<void>): Promise<ResumableExport> {
    try {
      await rm(stateOf(path), { force: true })
      await makeOwnFile(partialOf(path))
    } catch (error) {
      throw diskFailure(error, path, 'saved')
    }
    const created = new ResumableExport(path, basis, undefined, release)
    await created.#writeState({ pages: 0, records: 0, seen: [], bytes: 0 })
    return created
  }

  /**
   * Resumes an interrupted export, and cuts off what was written after its last saved position, such as half a line.
   * @throws `input-invalid` if there is none, it is of another list, or it is being written; `disk-failed`
   */
  static resume(file: string, basis: ExportBasis): Promise<ResumableExport> {
    return alone(file, (path, release) => ResumableExport.#resume(path, basis, release))
  }

  static async #resume(path: string, basis: ExportBasis, release: () => Promise<void>): Promise<ResumableExport> {
    const { bytes, cursor, pages, records, seen, ...kept } = await readState(path)
    if (kept.profileId !== basis.profileId || kept.list !== basis.list)
      throw new ClavisError('input-invalid', `${path} was started with another list or profile.`, {
        hint: 'Use the same profile and list, or start a new file without --resume.',
      })
    if (kept.basis !== basis.basis)
      throw new ClavisError(
        'input-invalid',
        `${path} can’t be resumed: the profile’s addresses, client ID or field for the records changed since it was started.`,
        { hint: 'Start a new file without --resume. The records loaded so far stay until then.' },
      )
    const partial = partialOf(path)
    const file = await openOwnFile(partial, 'write').catch((error: unknown) => {
      throw diskFailure(error, partial, 'read')
    })
    try {
      await ResumableExport.#cut(file, partial, bytes)
    } finally {
      await file.close()
    }
    return new ResumableExport(path, basis, { cursor, pages, records, seen }, release)
  }

  /** Cuts off what was written after the last saved position. */
  static async #cut(file: FileHandle, partial: string, bytes: number): Promise<void> {
    if ((await file.stat()).size < bytes)
      throw new ClavisError('input-invalid', `${partial} is shorter than when it was last written.`, {
        hint: 'It can’t be resumed. Start a new file without --resume.',
      })
    // An editor that adds a byte order mark or changes line ends moves the position.
    if (bytes > 0 && (await byteAt(file, partial, bytes - 1)) !== lineFeed)
      throw new ClavisError(
        'input-invalid',
        `${partial} was changed since it was last written: the position to resume from is in the middle of a line.`,
        { hint: 'Undo that change, or start a new file without --resume.' },
      )
    await file.truncate(bytes)
  }

  /** Saves the position to resume from. @param size bytes of the file up to there */
  async keep({ cursor, pages, records, seen }: LoadMark, size: number): Promise<void> {
    if (cursor === undefined) return
    await this.#writeState({ cursor, pages, records, seen: [...seen], bytes: size })
  }

  async #writeState(
    position: Pick<z.input<typeof stateSchema>, 'cursor' | 'pages' | 'records' | 'seen' | 'bytes'>,
  ): Promise<void> {
    const state: z.input<typeof stateSchema> = { clavis: 2, ...this.#basis, ...position }
    await writeFileAtomically(this.#state, `${JSON.stringify(state)}\n`)
  }

  /** Removes the incomplete file and its position. */
  async discard(): Promise<void> {
    await rm(this.#state, { force: true })
    await rm(this.partial, { force: true })
  }

  /** Renames the complete file to its final name, and removes what {@link begin} kept. */
  async finish(): Promise<void> {
    try {
      await rename(this.partial, this.#path)
      await rm(this.#state, { force: true })
      await rm(ResumableExport.oldRecordsOf(this.#path), { force: true })
    } catch (error) {
      throw diskFailure(error, this.#path, 'saved')
    }
  }
}

/** Renames the incomplete file, unless more records are kept already. */
async function setAside(path: string): Promise<void> {
  const old = ResumableExport.oldRecordsOf(path)
  const [kept, left] = await Promise.all([sizeOf(old), sizeOf(partialOf(path))])
  if (left <= kept) return
  await rename(partialOf(path), old).catch((error: unknown) => {
    throw diskFailure(error, path, 'saved')
  })
}

/** Returns the size of a file; 0 if it cannot be read. */
function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

async function byteAt(file: FileHandle, path: string, position: number): Promise<number | undefined> {
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, position)
    return bytesRead === 0 ? undefined : buffer[0]
  } catch (error) {
    throw diskFailure(error, path, 'read')
  }
}

/**
 * Runs `begin` with the file locked. The caller releases the lock; if `begin` fails, it is released at once.
 * @param begin gets the path with links resolved, so that every process locks and replaces the same file
 */
async function alone<T>(file: string, begin: (path: string, release: () => Promise<void>) => Promise<T>): Promise<T> {
  const [path, release] = await locked(file).catch((error: unknown) => {
    throw diskFailure(error, file, 'saved')
  })
  if (release === undefined)
    throw new ClavisError('input-invalid', `${file} is being written by another Clavis window or command.`, {
      hint: 'Wait until it is done, or choose another file with --out.',
    })
  try {
    return await begin(path, release)
  } catch (error) {
    await release()
    throw error
  }
}

async function locked(file: string): Promise<[path: string, release: (() => Promise<void>) | undefined]> {
  const path = await fileBehindLink(file)
  return [path, await lockFile(path, `${partialOf(path)}.lock`, lockRetries.long)]
}

async function readState(path: string): Promise<z.output<typeof stateSchema>> {
  const text = await textOf(stateOf(path)).catch((error: unknown) => {
    if (error instanceof ClavisError) throw error
  })
  if (text === undefined)
    throw new ClavisError('input-invalid', `There is no interrupted download of ${path} to resume.`, {
      hint: `Expected ${stateOf(path)}. Start a new file without --resume.`,
    })
  try {
    const state: unknown = JSON.parse(text)
    if (firstStateSchema.safeParse(state).success) throw tooOld(path)
    return stateSchema.parse(state)
  } catch (error) {
    if (error instanceof ClavisError) throw error
    throw new ClavisError('input-invalid', `${stateOf(path)} can’t be read.`, {
      hint: 'Start a new file without --resume.',
      cause: error,
    })
  }
}

async function textOf(path: string): Promise<string> {
  const file = await openOwnFile(path, 'read')
  try {
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

function tooOld(path: string): ClavisError {
  return new ClavisError(
    'input-invalid',
    `${path} was started by an earlier version of Clavis, which did not save the client ID.`,
    { hint: 'It can’t be resumed. Start a new file without --resume. The records loaded so far stay until then.' },
  )
}

function partialOf(path: string): string {
  return `${path}.partial`
}

function stateOf(path: string): string {
  return `${path}.resume`
}
