import { readdir, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomically } from './atomic-file.ts'
import { diskFailure, systemErrorCode } from './disk-failure.ts'

/** Converts a text, such as a profile's name, to a file name that is valid on every system; without extension. */
export function fileNameFrom(text: string): string {
  const name = text
    .normalize('NFC')
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .toLowerCase()
    .slice(0, 80)
  return name === '' ? 'clavis' : name
}

/** A file's content, and the name that its file name is derived from. */
export interface NamedContent {
  readonly name: string
  readonly content: string
}

/**
 * Writes each content to its own file of a folder. Equal names get a number, so that no file is overwritten. Returns the
 * file names in order.
 * @param extension without its dot
 * @throws `disk-…`
 */
export async function writeSeparateFiles(
  folder: string,
  files: readonly NamedContent[],
  extension: string,
): Promise<string[]> {
  const fileNames = distinctFileNames(
    files.map(({ name }) => name),
    extension,
    await readdir(folder),
  )
  for (const [index, fileName] of fileNames.entries())
    await writeFileAtomically(join(folder, fileName), files[index]?.content ?? '')
  return fileNames
}

/**
 * Derives a file name from each name. Names that would be the same, also to systems that ignore case, get a number.
 * @param extension without its dot
 * @param existing file names that are taken already
 */
export function distinctFileNames(
  names: readonly string[],
  extension: string,
  existing: readonly string[] = [],
): string[] {
  const taken = new Set(existing.map((name) => name.toLowerCase()))
  return names.map((name) => {
    const base = fileNameFrom(name)
    let fileName = `${base}.${extension}`
    for (let number = 2; taken.has(fileName.toLowerCase()); number += 1) fileName = `${base}-${number}.${extension}`
    taken.add(fileName.toLowerCase())
    return fileName
  })
}

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
