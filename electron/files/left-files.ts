import { lstat, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Age at which a file counts as abandoned, milliseconds. A suspended process may still write to a younger one. */
const abandonedAfterMs = 60 * 60 * 1000

/**
 * Removes files and empty folders that killed processes left behind more than an hour ago. Ignores what cannot be removed.
 * @param isLeft decides by name whether an entry of the folder is a leftover
 */
export async function removeLeftFiles(
  folder: string,
  isLeft: (name: string, all: ReadonlySet<string>) => boolean,
): Promise<void> {
  const names = new Set(await readdir(folder).catch(() => []))
  for (const name of names) {
    const path = join(folder, name)
    if (isLeft(name, names)) await removeAbandoned(path).catch(() => undefined)
  }
}

async function removeAbandoned(path: string): Promise<void> {
  const there = await lstat(path)
  if (Date.now() - there.mtimeMs < abandonedAfterMs) return
  await (there.isDirectory() ? rmdir(path) : rm(path))
}
