import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { diskFailure, systemErrorCode } from './disk-failure.ts'
import { fileBehindLink } from './file-behind-link.ts'
import { removeLeftTemporaries, temporaryBeside } from './temporary-file.ts'

/**
 * Writes a file so that its name always has either the old or the new content, even after a power failure: writes a
 * temporary file, syncs it and renames it over the target. Only the owner may read it (mode 0600). Creates missing folders.
 * @param path a symbolic link is followed
 * @throws `disk-full`, `disk-failed`, `file-untrusted`; the file is unchanged then
 */
export async function writeFileAtomically(path: string, content: string | Uint8Array): Promise<void> {
  try {
    const target = await fileBehindLink(path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await replace(target, content)
  } catch (error) {
    throw diskFailure(error, path, 'saved')
  }
}

/** Checks whether a name is that of a temporary file of an earlier version. @param of name of the target; any by default */
export function isTemporaryName(name: string, of?: string): boolean {
  const [, original] = /^\.(.+)\.[0-9a-f]{12}\.tmp$/su.exec(name) ?? []
  return original !== undefined && (of === undefined || original === of)
}

async function replace(path: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(path)
  await removeLeftTemporaries(folder, (name) => isTemporaryName(name, basename(path)))
  const temporary = temporaryBeside(path)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await renameOver(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
  await syncFolder(folder)
}

/** Renames, with retries: on Windows a virus scanner or indexer may hold the target open briefly. */
async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await rename(from, to)
      return
    } catch (error) {
      const held = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(systemErrorCode(error) ?? '')
      if (!held || attempt === 10) throw error
      await wait(attempt * 20)
    }
}

/** Syncs the rename to the disk. Windows has no such call and some file systems refuse it; the file is intact anyway. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  try {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch {
    // The content is synced; only the rename may be lost in a power failure.
  }
}
