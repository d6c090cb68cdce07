import { existsSync } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ClavisError } from '#shared/errors.ts'
import { diskFailure, systemErrorCode } from './disk-failure.ts'
import { fileBehindLink } from './file-behind-link.ts'

/** Refuses to overwrite a file unless it was allowed with `--force`. @throws `input-invalid` */
export function requireUnusedName(path: string, force: true | undefined): void {
  if (force !== true && existsSync(path))
    throw new ClavisError('input-invalid', `${path} already exists.`, {
      hint: 'Choose another name, or overwrite it with --force.',
    })
}

/**
 * Checks that a file can be saved, before work that may take hours. Changes nothing.
 * @throws `disk-failed` if the folder is missing or read-only, or the name is taken by something other than a file
 */
export async function requireSaveTarget(path: string): Promise<void> {
  try {
    const folder = dirname(await fileBehindLink(path))
    if ((await stat(folder)).isDirectory()) await access(folder, constants.W_OK)
    const there = await stat(path).catch(ifMissing)
    // The rename would replace a device or pipe that other programs use.
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
  return new ClavisError('disk-failed', `${path} could not be saved: ${what} has that name.`, {
    hint: 'Choose another file name.',
    details: { path },
  })
}
