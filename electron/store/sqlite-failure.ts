import { access, constants, open, rm, stat } from 'node:fs/promises'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { diskFailure } from '../files/disk-failure.ts'
import { temporaryBeside } from '../files/writing/temporary-file.ts'

/** Primary result codes of SQLite (sqlite.org/rescode.html). */
const codes = { corrupt: 11, full: 13, noDatabase: 26 } as const

/** Returns the primary result code of SQLite; undefined for any other error. */
export function errcodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  // The extended code has more in its upper bits.
  return error.errcode & 0xff
}

/** Returns whether a file turned out to be no SQLite file, or a damaged one. */
export function isNoDatabase(error: unknown): boolean {
  return error instanceof ClavisError && error.code === 'store-damaged'
}

/**
 * Maps a failure of SQLite to an error of Clavis. SQLite does not say which error of the system it met, so the same is
 * tried with a plain file.
 * @param path the database
 */
export async function sqliteFailure(error: unknown, path: string): Promise<ClavisError> {
  const code = errcodeOf(error)
  if (code === undefined) return diskFailure(error, path, 'saved')
  if (code === codes.noDatabase || code === codes.corrupt)
    return new ClavisError('store-damaged', `${path} can’t be read: it is damaged or not a file of Clavis.`, {
      hint: 'Remove it and try again.',
      details: { path },
      cause: error,
    })
  if (code === codes.full) return diskFailure(Object.assign(new Error('full'), { code: 'ENOSPC' }), path, 'saved')
  return diskFailure((await systemError(path)) ?? error, path, 'saved')
}

/** Writes a file of the database's size next to it, and returns the system's error; undefined if that works. */
async function systemError(path: string): Promise<unknown> {
  const trial = temporaryBeside(path)
  try {
    // Without opening it, which would give up a lock of this process.
    await access(path, constants.R_OK | constants.W_OK)
    const { size } = await stat(path)
    const file = await open(trial, 'wx', 0o600)
    try {
      await file.writeFile(new Uint8Array(size + 65_536))
    } finally {
      await file.close()
    }
    return undefined
  } catch (error) {
    return error
  } finally {
    await rm(trial, { force: true }).catch(() => undefined)
  }
}
