import { ClavisError } from '#shared/errors.ts'
import { diskFailure } from '../files/disk-failure.ts'

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html) that mean something to a person. */
const codes = { busy: 5, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 } as const

/** SQLite's extended code for a write that failed otherwise: with a quota used up, among others. */
const failedWrite = 778

/** Returns the primary result code of an error of SQLite; undefined for any other error. */
function resultCode(error: unknown): number | undefined {
  // The extended code has the primary one in its low byte.
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined
}

/** Whether another connection was in the way, so that a second attempt can succeed. */
export function isBusy(error: unknown): boolean {
  return resultCode(error) === codes.busy
}

/**
 * Maps an error of SQLite or of the file system to a `ClavisError`. Any other error is returned unchanged.
 * @param path of the database
 */
export function storeFailure(error: unknown, path: string, action: 'saved' | 'read'): unknown {
  switch (resultCode(error)) {
    case codes.corrupt:
    case codes.notADatabase:
      return damaged(path, error)
    case codes.full:
      return diskFailure(Object.assign(new Error('full', { cause: error }), { code: 'ENOSPC' }), path, action)
    case codes.readOnly:
      return failed(path, action, 'the data folder or the file is read-only', error)
    case codes.cannotOpen:
      return failed(path, action, 'the data folder is missing or can’t be written to', error)
    case codes.ioError:
      if (error instanceof Error && 'errcode' in error && error.errcode === failedWrite)
        return new ClavisError('disk-full', `${path} could not be saved: the disk or its quota is full, or it fails.`, {
          hint: 'Free some space and try again. What was stored is unchanged.',
          details: { path },
          cause: error,
        })
      return failed(path, action, 'the disk reported an error', error)
    case undefined:
      return error instanceof Error && 'syscall' in error ? diskFailure(error, path, action) : error
    default:
      return error
  }
}

/**
 * Returns the error for a file that can't be read, which stays untouched until the person decides.
 * @param path the file
 */
export function damaged(path: string, cause: unknown): ClavisError {
  return new ClavisError('store-damaged', `${path} is damaged. Nothing was changed.`, {
    hint: 'Replace it with a copy of yours, or move it to another folder and restore a backup. Keys in the keychain are not affected.',
    details: { path },
    cause,
  })
}

/**
 * Maps an error of a working file, which is not the data folder's database, like {@link storeFailure}.
 * @param path the file
 */
export function workingFileFailure(error: unknown, path: string): unknown {
  const failure = storeFailure(error, path, 'saved')
  if (!(failure instanceof ClavisError) || failure.code !== 'store-damaged') return failure
  return new ClavisError('store-damaged', `${path} can’t be read: it is damaged or not a file of Clavis.`, {
    hint: 'Remove it and try again.',
    details: { path },
    cause: error,
  })
}

function failed(path: string, action: 'saved' | 'read', reason: string, cause: unknown): ClavisError {
  return new ClavisError('disk-failed', `${path} could not be ${action}: ${reason}.`, {
    hint: 'Check the folder and its permissions and try again.',
    details: { path },
    cause,
  })
}
