import { basename } from 'node:path'
import { readWithin, tooLarge } from '../../files/read-chosen-file.ts'
import type { Secret } from '../../keychain/secret.ts'
import { maxContentBytes, maxImportBytes } from '../formats/import-budget.ts'
import type { ImportContent } from '../formats/material.ts'

export function contentOfText(text: string): ImportContent {
  return { name: '', bytes: Buffer.from(text, 'utf8') }
}

/**
 * Reads the files of an import, one after another and within its limits. A file that is too large becomes a content
 * without bytes, marked as such.
 * @param passphrases by the files' index; the contents own them from now on
 * @throws `disk-failed`
 */
export async function contentsOfFiles(
  paths: readonly string[],
  passphrases: ReadonlyMap<number, Secret> = new Map(),
): Promise<ImportContent[]> {
  const contents: ImportContent[] = []
  let left = maxImportBytes
  try {
    for (const [index, path] of paths.entries()) {
      const bytes = await readWithin(path, Math.min(maxContentBytes, left))
      const named = { name: basename(path), passphrase: passphrases.get(index) }
      if (bytes === tooLarge) contents.push({ ...named, bytes: Buffer.alloc(0), isTooLarge: true })
      else contents.push({ ...named, bytes })
      left -= bytes === tooLarge ? 0 : bytes.length
    }
    return contents
  } catch (error) {
    contents.forEach(wipeContent)
    for (const passphrase of passphrases.values()) passphrase.wipe()
    throw error
  }
}

export function wipeContent({ bytes, passphrase }: ImportContent): void {
  bytes.fill(0)
  passphrase?.wipe()
}
