import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { diskFailure } from '../../files/disk-failure.ts'
import type { Secret } from '../../keychain/secret.ts'
import type { ImportContent } from './material.ts'
import { longestContent } from './read-material.ts'

/** A text as what an import takes. */
export function contentOfText(text: string): ImportContent {
  return { name: '', bytes: Buffer.from(text, 'utf8') }
}

/**
 * A file as what an import takes. Of one that is far too large only so much is read that the import sees that.
 * @throws `disk-failed`, which says why in the person's words
 */
export async function contentOfFile(path: string, passphrase?: Secret): Promise<ImportContent> {
  try {
    const file = await open(path)
    try {
      const bytes = Buffer.alloc(longestContent + 1)
      let length = 0
      // Pipes tell no size, and give what they have bit by bit.
      for (let count = -1; count !== 0 && length < bytes.length; length += count)
        count = (await file.read(bytes, length, bytes.length - length)).bytesRead
      const own = Buffer.from(bytes.subarray(0, length))
      bytes.fill(0, 0, length)
      return { name: basename(path), bytes: own, passphrase }
    } finally {
      await file.close()
    }
  } catch (error) {
    throw diskFailure(error, path, 'read')
  }
}

/** Overwrites a content's bytes and its passphrase. */
export function wipeContent({ bytes, passphrase }: ImportContent): void {
  bytes.fill(0)
  passphrase?.wipe()
}
