import { ClavisError } from '../../shared/model/error.ts'

/** The system's error code, e.g. `ENOENT`. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** No room left, a disk quota reached, or the process's own limit for a file's size. */
const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG']

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'there is no permission to write there',
  EPERM: 'the system does not permit it',
  EROFS: 'it is on a read-only disk',
  ENOENT: 'its folder is gone',
  EIO: 'the disk reports an error',
  EMFILE: 'too many files are open',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'a folder of that name is in the way',
}

/**
 * What a failed file operation means: `disk-full` or `disk-failed`.
 * @param path the file that was meant
 * @param action what was tried, e.g. `saved` or `read`
 */
export function diskFailure(error: unknown, path: string, action: 'saved' | 'read'): ClavisError {
  const code = systemErrorCode(error)
  if (code !== undefined && fullCodes.includes(code))
    return new ClavisError('disk-full', `${path} could not be ${action}: the disk or its quota is full.`, {
      hint: 'Make room and try again. The file is as it was before.',
      details: { path },
      cause: error,
    })
  const reason = code === undefined ? 'the system gave no reason' : (reasons[code] ?? `the system says ${code}`)
  return new ClavisError('disk-failed', `${path} could not be ${action}: ${reason}.`, {
    hint: action === 'saved' ? 'Check the folder and its permissions, and try again.' : 'Check the file’s permissions.',
    details: { path },
    cause: error,
  })
}
