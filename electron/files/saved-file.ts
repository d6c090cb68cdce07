import { realpath, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { ClavisError } from '#shared/errors.ts'

/** A file that Clavis has just written. */
export interface SavedFile {
  /** Without links. */
  readonly path: string
  /** Whether its program may be started with it. */
  readonly canOpen: boolean
  /** Differs once the file was replaced or written again. */
  readonly version: string
}

/** The endings of files that may be opened: no program of the system runs what is in them. */
const openedEndings = new Set(['.xlsx', '.csv', '.parquet', '.json', '.ndjson'])

/**
 * Describes a file that was just written, to open it later. The person chose its name, and may have given it the ending of
 * a program, or the name of a link to one.
 */
export async function savedFileAt(path: string): Promise<SavedFile> {
  const real = await realpath(path)
  return { path: real, canOpen: [path, real].every(isData), version: await versionOf(real) }
}

function isData(path: string): boolean {
  return openedEndings.has(extname(path).toLowerCase())
}

/** @throws `disk-failed` if the file is no longer there, or no longer the one that was written */
export async function requireAsSaved({ path, version }: SavedFile): Promise<void> {
  const now = await versionOf(path).catch(() => undefined)
  if (now === version) return
  const what = now === undefined ? 'is no longer there' : 'has changed since it was saved'
  throw new ClavisError('disk-failed', `${basename(path)} ${what}, so Clavis doesn’t open it.`, {
    hint: 'Look for it in its folder, or export again.',
  })
}

async function versionOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeMs } = await stat(path)
  return [dev, ino, size, mtimeMs].join(' ')
}
