import { ClavisError } from '#shared/errors.ts'

/** Returns the system's error code, e.g. `ENOENT`. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** No space left, disk quota reached, or the process's file size limit. */
const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG']

const reasons: Readonly<Record<string, string | { readonly saved: string; readonly read: string }>> = {
  EACCES: { saved: 'you don’t have permission to write there', read: 'you don’t have permission to read it' },
  EPERM: 'the operation is not permitted',
  EROFS: 'it is on a read-only disk',
  ENOENT: { saved: 'its folder does not exist', read: 'the file does not exist' },
  EIO: 'the disk reported an error',
  EAGAIN: { saved: 'the system is busy', read: 'no data arrived for 30 seconds' },
  EMFILE: 'too many files are open',
  ENOTDIR: 'part of its path is not a folder',
  EISDIR: { saved: 'a folder has that name', read: 'it is a folder' },
}

/**
 * Maps a failed file operation to `disk-full` or `disk-failed`. A `ClavisError` is returned unchanged.
 * @param path the file of the operation
 */
export function diskFailure(error: unknown, path: string, action: 'saved' | 'read'): ClavisError {
  if (error instanceof ClavisError) return error
  const code = systemErrorCode(error)
  if (code !== undefined && fullCodes.includes(code))
    return new ClavisError('disk-full', `${path} could not be ${action}: the disk or its quota is full.`, {
      hint: 'Free some space and try again. The existing file is unchanged.',
      details: { path },
      cause: error,
    })
  return new ClavisError('disk-failed', `${path} could not be ${action}: ${reasonOf(code, action)}.`, {
    hint:
      action === 'saved'
        ? 'Check the folder and its permissions and try again.'
        : 'Check the file name and its permissions.',
    details: { path },
    cause: error,
  })
}

function reasonOf(code: string | undefined, action: 'saved' | 'read'): string {
  if (code === undefined) return 'the system gave no reason'
  const reason = reasons[code] ?? `system error ${code}`
  return typeof reason === 'string' ? reason : reason[action]
}
