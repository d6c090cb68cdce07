import { constants } from 'node:fs'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { actingUser } from './file-owner.ts'
import { openPlainFile, untrustedFile } from './plain-file.ts'

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
