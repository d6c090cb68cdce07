import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { ClavisError } from '#shared/errors.ts'
import { systemErrorCode } from './disk-failure.ts'

// Files that Clavis alone writes. Somebody may put something else in their place, to have another file changed or have
// Clavis wait: a symbolic or hard link, a pipe, a device. These are refused before anything is read or cut.

const isWindows = process.platform === 'win32'

/** Opens no link, and does not wait for the other end of a pipe; Windows does not have these flags. */
const plainFlags = isWindows ? 0 : constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Opens a plain file with one name.
 * @param flags besides those that this adds
 * @throws `file-untrusted`; the system's error
 */
export async function openPlainFile(path: string, flags: number): Promise<FileHandle> {
  refuseLinkOnWindows(path)
  const file = await open(path, flags | plainFlags).catch((error: unknown) => {
    throw openingFailure(path, error)
  })
  try {
    requirePlain(path, await file.stat())
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Opens a plain file with one name and returns its descriptor. @throws as {@link openPlainFile} */
export function openPlainFileSync(path: string, flags: number, mode?: number): number {
  refuseLinkOnWindows(path)
  const handle = openedSync(path, flags, mode)
  try {
    requirePlain(path, fstatSync(handle))
    return handle
  } catch (error) {
    closeSync(handle)
    throw error
  }
}

function openedSync(path: string, flags: number, mode: number | undefined): number {
  try {
    return openSync(path, flags | plainFlags, mode)
  } catch (error) {
    throw openingFailure(path, error)
  }
}

function openingFailure(path: string, error: unknown): unknown {
  switch (systemErrorCode(error)) {
    case 'ELOOP':
      return untrustedFile(path, 'is a link')
    // A socket, a device without hardware, or a pipe that nothing reads.
    case 'ENXIO':
      return untrustedFile(path, 'is not a regular file')
    default:
      return error
  }
}

/** Makes sure that a file is a regular one with one name. @throws `file-untrusted` */
export function requirePlain(path: string, status: Stats): void {
  if (!status.isFile()) throw untrustedFile(path, 'is not a regular file')
  if (status.nlink > 1) throw untrustedFile(path, 'is a hard link')
}

function refuseLinkOnWindows(path: string): void {
  if (isWindows && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw untrustedFile(path, 'is a link')
}

/** Says that a file was not used. @param reason follows the path */
export function untrustedFile(path: string, reason: string): ClavisError {
  return new ClavisError('file-untrusted', `${path} ${reason} and was not used.`, {
    hint: 'Remove it, or use a folder of your own.',
    details: { path },
  })
}
