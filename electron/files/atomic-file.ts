import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { diskFailure, systemErrorCode } from './disk-failure.ts'
import { fileBehindLink } from './file-behind-link.ts'
import { removeLeftFiles } from './left-files.ts'

/** How the last good copy of a file is called. */
export function lastGoodCopy(path: string): string {
  return `${path}.bak`
}

/**
 * Writes a file so that at every moment, a power failure included, either the whole old or the whole new content
 * stands under its name: a new file beside it, synced to the disk, then renamed over it. Only its owner may read it
 * (mode 0600). Missing folders are made.
 * @param path a symbolic link is followed
 * @param options `keepLastGood`: once the file stands, a second copy of the same content is written to
 *   {@link lastGoodCopy}, for the day when the file itself gets damaged
 * @throws `disk-full`, `disk-failed`, `file-untrusted`; the file is then as it was
 */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
  options: { readonly keepLastGood?: boolean } = {},
): Promise<void> {
  try {
    const target = await fileBehindLink(path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await replace(target, content)
  } catch (error) {
    throw diskFailure(error, path, 'saved')
  }
  // The copy is a precaution: where it cannot be written, the copy from before stays and the file itself is saved.
  if (options.keepLastGood === true) await replace(lastGoodCopy(path), content).catch(() => undefined)
}

/** Whether a file of this name is a new content that did not come to take its place. @param of a file’s name; any by default */
export function isTemporaryName(name: string, of?: string): boolean {
  const [, original] = /^\.(.+)\.[0-9a-f]{12}\.tmp$/su.exec(name) ?? []
  return original !== undefined && (of === undefined || original === of)
}

async function replace(path: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(path)
  await removeLeftFiles(folder, (name) => isTemporaryName(name, basename(path)))
  const temporary = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
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

/** On Windows a virus scanner or indexer may hold the target open for a moment. */
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

/** Makes the rename itself last. Windows has no such call, and some file systems refuse it: the file is whole anyway. */
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
    // Nothing to do about it: the content is synced, only the moment of the renaming is left to the file system.
  }
}
