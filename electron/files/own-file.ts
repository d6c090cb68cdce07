import { lstat, open, rm } from 'node:fs/promises'
import { systemErrorCode } from './disk-failure.ts'
import { actingUser } from './file-owner.ts'
import { requirePlain, untrustedFile } from './plain-file.ts'

/**
 * Creates an empty file for its owner only, replacing any entry of that name.
 * @throws the system’s error, for example if another user’s file can’t be removed
 */
export async function makeOwnFile(path: string): Promise<void> {
  await rm(path, { force: true })
  await (await open(path, 'wx', 0o600)).close()
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
