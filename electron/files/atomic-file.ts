import { randomBytes } from 'node:crypto'
import { lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { diskFailure, systemErrorCode } from './disk-failure.ts'
import { fileBehindLink } from './file-behind-link.ts'

/** Age at which a file counts as abandoned, milliseconds. A suspended process may still write to a younger one. */
const abandonedAfterMs = 60 * 60 * 1000

/**
 * Removes files and empty folders that killed processes left behind, by default more than an hour ago. Ignores what cannot be removed.
 * @param isLeft decides by name whether an entry of the folder is a leftover
 * @param olderThanMs how old it must be
 */
export async function removeLeftFiles(
  folder: string,
  isLeft: (name: string, all: ReadonlySet<string>) => boolean,
  olderThanMs = abandonedAfterMs,
): Promise<void> {
  const names = new Set(await readdir(folder).catch(() => []))
  for (const name of names) {
    const path = join(folder, name)
    if (isLeft(name, names)) await removeAbandoned(path, olderThanMs).catch(() => undefined)
  }
}

async function removeAbandoned(path: string, olderThanMs: number): Promise<void> {
  const there = await lstat(path)
  if (Date.now() - there.mtimeMs < olderThanMs) return
  await (there.isDirectory() ? rmdir(path) : rm(path))
}

/**
 * Returns a new path in the folder of a file for what becomes that file. Its name is Clavis's alone, so that the next
 * save in that folder may remove it, whatever the file was to be called.
 */
export function temporaryBeside(path: string): string {
  return join(dirname(path), `.${process.pid}-${randomBytes(6).toString('hex')}.clavis.tmp`)
}

/** Checks whether a name is one of {@link temporaryBeside}; earlier versions did not note the process. */
function isTemporary(name: string): boolean {
  return /^\.(?:\d+-)?[0-9a-f]{12}\.clavis\.tmp$/u.test(name)
}

/**
 * Removes the temporary files of a folder that killed processes left more than an hour ago. They may be as large as
 * what was saved.
 * @param isOurs recognizes names that earlier versions gave
 */
export function removeLeftTemporaries(folder: string, isOurs: (name: string) => boolean = () => false): Promise<void> {
  return removeLeftFiles(folder, (name) => isTemporary(name) || isOurs(name))
}

/**
 * Writes a file so that its name always has either the old or the new content, even after a power failure: writes a
 * temporary file, syncs it and renames it over the target. Creates missing folders.
 * @param path a symbolic link is followed
 * @param mode by default, only the owner may read it
 * @throws `disk-full`, `disk-failed`, `file-untrusted`; the file is unchanged then
 */
export async function writeFileAtomically(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  try {
    const target = await fileBehindLink(path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await replace(target, content, mode)
  } catch (error) {
    throw diskFailure(error, path, 'saved')
  }
}

/** Checks whether a name is that of a temporary file of an earlier version. @param of name of the target; any by default */
export function isTemporaryName(name: string, of?: string): boolean {
  const [, original] = /^\.(.+)\.[0-9a-f]{12}\.tmp$/su.exec(name) ?? []
  return original !== undefined && (of === undefined || original === of)
}

async function replace(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const folder = dirname(path)
  await removeLeftTemporaries(folder, (name) => isTemporaryName(name, basename(path)))
  const temporary = temporaryBeside(path)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(content)
      // Not when it is opened: the umask would count.
      if (mode !== 0o600) await file.chmod(mode)
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
