import type { CallInput } from '#shared/contract.ts'
import { ClavisError } from '#shared/errors.ts'

/** Pasted text and dropped files, as an import takes them. */
export type ImportContents = CallInput<'credentials.importContents'>['contents']

/** Maximum total size of a drop, bytes: far above any bundle of certificates, far below what slows the app down. */
const maxDropSize = 5_000_000
/** Maximum number of files in a drop: the limit of the call. */
const maxFiles = 1000

/** Pasted text. */
export function contentsOfText(text: string): ImportContents {
  return [{ name: '', base64: toBase64(new TextEncoder().encode(text)) }]
}

/**
 * Reads dropped files completely; main parses them.
 * @throws ClavisError `input-invalid` if something dropped is not a file, or is far too large
 */
export async function contentsOfFiles(
  files: readonly Pick<File, 'name' | 'size' | 'arrayBuffer'>[],
): Promise<ImportContents> {
  if (files.length === 0) throw unusable('No files were dropped.')
  if (files.length > maxFiles) throw unusable(`Too many files. Drop at most ${maxFiles} at once.`)
  if (files.reduce((sum, { size }) => sum + size, 0) > maxDropSize)
    throw unusable('These files are too large to be certificates or keys.')
  return Promise.all(files.map(async (file) => ({ name: file.name, base64: toBase64(await bytesOf(file)) })))
}

async function bytesOf(file: Pick<File, 'name' | 'arrayBuffer'>): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (error) {
    // A folder looks like a file until it is read.
    throw unusable(`Couldn’t read “${file.name}”. It may be a folder, or no longer exist.`, error)
  }
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

function unusable(message: string, cause?: unknown): ClavisError {
  return new ClavisError('input-invalid', message, {
    hint: 'Drop certificate or key files, or use Import.',
    cause,
  })
}
