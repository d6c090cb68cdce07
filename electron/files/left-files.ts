import { lstat, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'

/** How long a file has rested that nobody is writing any more, milliseconds: also one that stopped, or slept, may go on. */
const restsFor = 60 * 60 * 1000

/**
 * Removes what processes that were killed could not put away: files, and folders that are empty, that have rested for an
 * hour. What cannot be looked at or removed stands in nobody’s way.
 * @param isLeft whether that is what something in the folder is, by its name
 */
export async function removeLeftFiles(
  folder: string,
  isLeft: (name: string, all: ReadonlySet<string>) => boolean,
): Promise<void> {
  const names = new Set(await readdir(folder).catch(() => []))
  for (const name of names) {
    const path = join(folder, name)
    if (isLeft(name, names)) await removeRested(path).catch(() => undefined)
  }
}

async function removeRested(path: string): Promise<void> {
  const there = await lstat(path)
  if (Date.now() - there.mtimeMs < restsFor) return
  await (there.isDirectory() ? rmdir(path) : rm(path))
}
