import { Buffer } from 'node:buffer'
import { rename, rm, type FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { ListName } from '../../../shared/model/profile/list-name.ts'
import { listNameSchema } from '../../../shared/model/profile/list-name-schema.ts'
import { writeFileAtomically } from '../../files/atomic-file.ts'
import { diskFailure } from '../../files/disk-failure.ts'
import { fileBehindLink } from '../../files/file-behind-link.ts'
import { lockFile } from '../../files/file-lock.ts'
import { makeOwnFile, openOwnFile } from '../../files/own-file.ts'
import type { LoadMark } from '../loading/load-position.ts'

/** What is read: with another list, profile or basis there would be other records behind the same cursor. */
export interface ExportBasis {
  readonly profileId: string
  readonly list: ListName
  /** What the reading depends on beyond that, as `basisOf` has it. */
  readonly basis: string
}

const stateSchema = z.strictObject({
  clavis: z.literal(2),
  profileId: z.string(),
  list: listNameSchema,
  basis: z.string(),
  cursor: z.string(),
  pages: z.int().min(1),
  records: z.int().min(0),
  /** Earlier versions did not note it. */
  seen: z.array(z.string()).default([]),
  bytes: z.int().min(0),
})

const lineFeed = 0x0a

/** The first form, which did not note the client ID: whose records the file has cannot be told. */
const firstStateSchema = z.object({ clavis: z.literal(1) })

/**
 * A file of records, one a line, that an interrupted reading can go on with. Until it is whole it stands beside its place
 * as `FILE.partial`, with `FILE.resume` that says from where to go on; both are their owner's alone. One Clavis at a time
 * writes it: it must be released.
 */
export class ResumableExport {
  /** Where records are appended to. */
  readonly partial: string
  /** Where the interrupted reading stopped; undefined where this is a new one. */
  readonly from: LoadMark | undefined
  /** Lets others at the file again. */
  readonly release: () => Promise<void>
  readonly #path: string
  readonly #state: string
  readonly #basis: ExportBasis

  /** @param path no link */
  private constructor(path: string, basis: ExportBasis, from: LoadMark | undefined, release: () => Promise<void>) {
    this.release = release
    this.#path = path
    this.#basis = basis
    this.partial = partialOf(path)
    this.#state = stateOf(path)
    this.from = from
  }

  /**
   * Begins a new file; what an earlier reading left beside is gone.
   * @throws `input-invalid` where it is just being written; `disk-full`, `disk-failed`
   */
  static begin(file: string, basis: ExportBasis): Promise<ResumableExport> {
    return alone(file, async (path, release) => {
      try {
        await rm(stateOf(path), { force: true })
        await makeOwnFile(partialOf(path))
      } catch (error) {
        throw diskFailure(error, path, 'saved')
      }
      return new ResumableExport(path, basis, undefined, release)
    })
  }

  /**
   * Takes up an interrupted file: what stands behind its last good place, such as half a line, is cut off.
   * @throws `input-invalid` where there is none, or one of something else, or it is just being written; `disk-failed`
   */
  static resume(file: string, basis: ExportBasis): Promise<ResumableExport> {
    return alone(file, (path, release) => ResumableExport.#resume(path, basis, release))
  }

  static async #resume(path: string, basis: ExportBasis, release: () => Promise<void>): Promise<ResumableExport> {
    const { bytes, cursor, pages, records, seen, ...kept } = await readState(path)
    if (kept.profileId !== basis.profileId || kept.list !== basis.list)
      throw new ClavisError('input-invalid', `${path} was begun with another list or profile.`, {
        hint: 'Name the same profile and list, or start a new file without --resume.',
      })
    if (kept.basis !== basis.basis)
      throw new ClavisError(
        'input-invalid',
        `${path} cannot be gone on with: its profile has other addresses, another client ID or another member for its records than when it was begun.`,
        { hint: 'Start a new file without --resume. What came is kept until then.' },
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

  /** Cuts off what stands behind the last good place of what was written. */
  static async #cut(file: FileHandle, partial: string, bytes: number): Promise<void> {
    if ((await file.stat()).size < bytes)
      throw new ClavisError('input-invalid', `${partial} is shorter than when it was written last.`, {
        hint: 'It cannot be gone on with. Start a new file without --resume.',
      })
    // An editor that added a byte order mark, say, or another end to each line has moved the place where to go on.
    if (bytes > 0 && (await byteAt(file, partial, bytes - 1)) !== lineFeed)
      throw new ClavisError(
        'input-invalid',
        `${partial} was changed since it was written last: the place where it would be gone on with is within a line.`,
        { hint: 'Undo that change, or start a new file without --resume.' },
      )
    await file.truncate(bytes)
  }

  /** Remembers how far the file is good. @param size its bytes up to there */
  async keep({ cursor, pages, records, seen }: LoadMark, size: number): Promise<void> {
    if (cursor === undefined) return
    const place = { cursor, pages, records, seen: [...seen], bytes: size }
    const state: z.input<typeof stateSchema> = { clavis: 2, ...this.#basis, ...place }
    await writeFileAtomically(this.#state, `${JSON.stringify(state)}\n`)
  }

  /** Gives the whole file its name. */
  async finish(): Promise<void> {
    try {
      await rename(this.partial, this.#path)
      await rm(this.#state, { force: true })
    } catch (error) {
      throw diskFailure(error, this.#path, 'saved')
    }
  }
}

/** @throws `disk-failed` */
async function byteAt(file: FileHandle, path: string, position: number): Promise<number | undefined> {
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, position)
    return bytesRead === 0 ? undefined : buffer[0]
  } catch (error) {
    throw diskFailure(error, path, 'read')
  }
}

/**
 * Begins what is to be released by its user, or at once where it fails.
 * @param begin is given the file that is meant: what is beside it can take its place, and has one name by whatever link
 */
async function alone<T>(file: string, begin: (path: string, release: () => Promise<void>) => Promise<T>): Promise<T> {
  const [path, release] = await locked(file).catch((error: unknown) => {
    throw diskFailure(error, file, 'saved')
  })
  if (release === undefined)
    throw new ClavisError('input-invalid', `${file} is just being written by another Clavis.`, {
      hint: 'Wait until that has ended, or name another file with --out.',
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
  return [path, await lockFile(path, `${partialOf(path)}.lock`, 'long')]
}

async function readState(path: string): Promise<z.output<typeof stateSchema>> {
  const text = await textOf(stateOf(path)).catch((error: unknown) => {
    if (error instanceof ClavisError) throw error
  })
  if (text === undefined)
    throw new ClavisError('input-invalid', `There is no interrupted reading beside ${path} to go on with.`, {
      hint: `It would be ${stateOf(path)}. Start a new file without --resume.`,
    })
  try {
    const state: unknown = JSON.parse(text)
    if (firstStateSchema.safeParse(state).success) throw tooOld(path)
    return stateSchema.parse(state)
  } catch (error) {
    if (error instanceof ClavisError) throw error
    throw new ClavisError('input-invalid', `${stateOf(path)} cannot be read.`, {
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
    `${path} was begun by an earlier Clavis, which did not note for which client ID it read.`,
    { hint: 'It cannot be gone on with. Start a new file without --resume. What came is kept until then.' },
  )
}

function partialOf(path: string): string {
  return `${path}.partial`
}

function stateOf(path: string): string {
  return `${path}.resume`
}
