import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomically } from './writing/atomic-file.ts'
import { fileNameFrom } from './file-name.ts'

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
  const taken = new Set((await readdir(folder)).map((name) => name.toLowerCase()))
  const fileNames: string[] = []
  for (const { name, content } of files) {
    const base = fileNameFrom(name)
    let fileName = `${base}.${extension}`
    for (let number = 2; taken.has(fileName.toLowerCase()); number += 1) fileName = `${base}-${number}.${extension}`
    taken.add(fileName.toLowerCase())
    await writeFileAtomically(join(folder, fileName), content)
    fileNames.push(fileName)
  }
  return fileNames
}
