import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { diskFailure, systemErrorCode } from './disk-failure.ts'
import { fileBehindLink } from './file-behind-link.ts'

/**
 * Finds out whether a file can be saved there, before work is done for it that may take hours. What is there stays as it is.
 * @throws `disk-failed` where its folder is missing or may not be written to, or what has the name is no file
 */
export async function requireSaveTarget(path: string): Promise<void> {
  try {
    const folder = dirname(await fileBehindLink(path))
    if ((await stat(folder)).isDirectory()) await access(folder, constants.W_OK)
    const there = await stat(path).catch(ifMissing)
    // Its new content takes a file's place: that of a device or a pipe it would take from everybody.
    if (there !== undefined && !there.isFile()) throw inTheWay(path, there.isDirectory())
  } catch (error) {
    throw error instanceof ClavisError ? error : diskFailure(error, path, 'saved')
  }
}

function ifMissing(error: unknown): undefined {
  if (systemErrorCode(error) !== 'ENOENT') throw error
}

function inTheWay(path: string, isFolder: boolean): ClavisError {
  const what = isFolder ? 'a folder' : 'a device or a pipe'
  return new ClavisError('disk-failed', `${path} could not be saved: ${what} of that name is in the way.`, {
    hint: 'Choose another name for the file.',
    details: { path },
  })
}
