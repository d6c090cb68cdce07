import { constants } from 'node:fs'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { systemErrorCode } from './disk-failure.ts'
import { actingUser } from './file-owner.ts'

/** Has the system refuse a link in a file’s own place; Windows does not know the flag. */
export const noFollow = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW

/**
 * Makes a new empty file for its owner alone in the place of whatever has its name.
 * @throws the disk’s own error, such as where another user’s file of that name may not be removed
 */
export async function makeOwnFile(path: string): Promise<void> {
  await rm(path, { force: true })
  await (await open(path, 'wx', 0o600)).close()
}

/**
 * Opens a file that Clavis left beside a person’s: no link, and of no other user, who could have put anything into it.
 * @throws `file-untrusted`; the disk’s own error
 */
export async function openOwnFile(path: string, access: 'read' | 'write'): Promise<FileHandle> {
  const flags = (access === 'read' ? constants.O_RDONLY : constants.O_RDWR) | noFollow
  const file = await open(path, flags).catch((error: unknown) => {
    throw systemErrorCode(error) === 'ELOOP' ? untrusted(path, 'is a link') : error
  })
  try {
    const user = actingUser()
    if (user !== undefined && (await file.stat()).uid !== user) throw untrusted(path, 'belongs to another user')
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

function untrusted(path: string, reason: string): ClavisError {
  return new ClavisError('file-untrusted', `${path} ${reason}, so it is not used.`, {
    hint: 'Remove it, or use a folder of your own.',
    details: { path },
  })
}
