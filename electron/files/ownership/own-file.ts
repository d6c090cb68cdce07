import { constants } from 'node:fs'
import { lstat, open, rm, type FileHandle } from 'node:fs/promises'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { systemErrorCode } from '../disk-failure.ts'
import { actingUser } from './file-owner.ts'

/** Refuses a link as the file itself; Windows does not have this flag. */
export const noFollow = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW

/**
 * Creates an empty file for its owner only, replacing any entry of that name.
 * @throws the system’s error, for example if another user’s file can’t be removed
 */
export async function makeOwnFile(path: string): Promise<void> {
  await rm(path, { force: true })
  await (await open(path, 'wx', 0o600)).close()
}

/**
 * Opens a working file of Clavis beside one of the user’s. Refuses links and files of other users, who could have planted it.
 * @throws `file-untrusted`; the system’s error
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

/**
 * Refuses a working file of Clavis that is a link or another user’s, without opening it. A missing one is fine.
 * @throws `file-untrusted`; the system’s error
 */
export async function requireOwnFile(path: string): Promise<void> {
  const there = await lstat(path).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'ENOENT') throw error
  })
  if (there === undefined) return
  if (there.isSymbolicLink()) throw untrusted(path, 'is a link')
  const user = actingUser()
  if (user !== undefined && there.uid !== user) throw untrusted(path, 'belongs to another user')
}

function untrusted(path: string, reason: string): ClavisError {
  return new ClavisError('file-untrusted', `${path} ${reason} and was not used.`, {
    hint: 'Remove it, or use a folder of your own.',
    details: { path },
  })
}
