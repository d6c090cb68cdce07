import { ClavisError } from '../../shared/model/errors/error.ts'

/** The system's error code, e.g. `ENOENT`. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** No room left, a disk quota reached, or the process's own limit for a file's size. */
const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG']

const reasons: Readonly<Record<string, string | { readonly saved: string; readonly read: string }>> = {
  EACCES: { saved: 'there is no permission to write there', read: 'there is no permission to read it' },
  EPERM: 'the system does not permit it',
  EROFS: 'it is on a read-only disk',
  ENOENT: { saved: 'its folder is gone', read: 'there is no such file' },
  EIO: 'the disk reports an error',
  EAGAIN: { saved: 'the system is busy', read: 'nothing came from it for 30 seconds' },
  EMFILE: 'too many files are open',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: { saved: 'a folder of that name is in the way', read: 'it is a folder' },
}

/**
 * What a failed file operation means: `disk-full` or `disk-failed`. What Clavis itself refused stays what it is.
 * @param path the file that was meant
 * @param action what was tried, e.g. `saved` or `read`
 */
export function diskFailure(error: unknown, path: string, action: 'saved' | 'read'): ClavisError {
  if (error instanceof ClavisError) return error
  const code = systemErrorCode(error)
  if (code !== undefined && fullCodes.includes(code))
    return new ClavisError('disk-full', `${path} could not be ${action}: the disk or its quota is full.`, {
      hint: 'Make room and try again. The file is as it was before.',
      details: { path },
      cause: error,
    })
  return new ClavisError('disk-failed', `${path} could not be ${action}: ${reasonOf(code, action)}.`, {
    hint:
      action === 'saved'
        ? 'Check the folder and its permissions, and try again.'
        : 'Check the file’s name and its permissions.',
    details: { path },
    cause: error,
  })
}

function reasonOf(code: string | undefined, action: 'saved' | 'read'): string {
  if (code === undefined) return 'the system gave no reason'
  const reason = reasons[code] ?? `the system says ${code}`
  return typeof reason === 'string' ? reason : reason[action]
}
