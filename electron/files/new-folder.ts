import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomically } from './atomic-file.ts'
import { diskFailure, systemErrorCode } from './disk-failure.ts'

/**
 * Writes files to a new folder, which gets a number if its name is taken, so that no file is overwritten.
 * @returns the folder's name
 * @throws `disk-full`, `disk-failed`
 */
export async function writeNewFolder(
  parent: string,
  name: string,
  files: readonly { readonly fileName: string; readonly content: string }[],
): Promise<string> {
  const folderName = await makeNewFolder(parent, name)
  for (const { fileName, content } of files) await writeFileAtomically(join(parent, folderName, fileName), content)
  return folderName
}

async function makeNewFolder(parent: string, name: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const folderName = number === 1 ? name : `${name}-${number}`
    try {
      await mkdir(join(parent, folderName), { mode: 0o700 })
      return folderName
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw diskFailure(error, join(parent, folderName), 'saved')
    }
  }
}
