import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { removeLeftFiles } from './left-files.ts'

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
