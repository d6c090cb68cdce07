import { constants } from 'node:fs'
import { lstat, open, rm, type FileHandle } from 'node:fs/promises'
import { systemErrorCode } from './disk-failure.ts'
import { actingUser } from './file-owner.ts'
import { openPlainFile, requirePlain, untrustedFile } from './plain-file.ts'

/**
 * Creates an empty file for its owner only, replacing any entry of that name.
 * @throws the system’s error, for example if another user’s file can’t be removed
 */
export async function makeOwnFile(path: string): Promise<void> {
  await rm(path, { force: true })
  await (await open(path, 'wx', 0o600)).close()
}

/**
 * Opens a working file of Clavis beside one of the user’s. Refuses links, pipes and files of other users, who could have
 * planted it.
 * @throws `file-untrusted`; the system’s error
 */
export async function openOwnFile(path: string, access: 'read' | 'write'): Promise<FileHandle> {
  const file = await openPlainFile(path, access === 'read' ? constants.O_RDONLY : constants.O_RDWR)
  try {
    const user = actingUser()
    if (user !== undefined && (await file.stat()).uid !== user) throw untrustedFile(path, 'belongs to another user')
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/**
 * Refuses a working file of Clavis that is a link, has another name, is no regular file, or is another user’s, without opening
 * it. A missing one is fine.
 * @throws `file-untrusted`; the system’s error
 */
export async function requireOwnFile(path: string): Promise<void> {
  const there = await lstat(path).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'ENOENT') throw error
  })
  if (there === undefined) return
  if (there.isSymbolicLink()) throw untrustedFile(path, 'is a link')
  requirePlain(path, there)
  const user = actingUser()
  if (user !== undefined && there.uid !== user) throw untrustedFile(path, 'belongs to another user')
}
