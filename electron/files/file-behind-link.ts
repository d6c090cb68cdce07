import { readlink, realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { systemErrorCode } from './disk-failure.ts'

/**
 * The file that a path means: behind symbolic links the one that they lead to, whether it is there yet or not. What is saved
 * takes that one’s place: renaming over a link would cut it, and what it leads to would stay as it was.
 * @throws the disk’s own error, such as of links that lead round in a circle
 */
export async function fileBehindLink(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
  }
  try {
    // Without the file, or its folder, there is no real path, but the link may be there.
    const folder = await realpath(dirname(path))
    return await fileBehindLink(resolve(folder, await readlink(path)))
  } catch (error) {
    // No link, nothing at all, or no folder for it, which whoever saves there is told.
    if (['EINVAL', 'ENOENT'].includes(systemErrorCode(error) ?? '')) return path
    throw error
  }
}
