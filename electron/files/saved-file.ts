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

/** An ending of files that may be opened: no program of the system runs what is in them. */
type DataEnding = 'xlsx' | 'csv' | 'parquet' | 'json' | 'ndjson'

/**
 * Describes a file that was just written, to open it later. The person chose its name, and may have given it the ending of
 * a program, the name of a link to one, or the ending of another format: a spreadsheet calculates formulas in any text that is
 * called CSV.
 * @param ending of the format in which it was written
 * @param hasFormulas whether its texts may be formulas, which a spreadsheet would calculate
 * @returns a file that can't be opened if it was moved meanwhile: what was written is complete all the same
 */
export async function savedFileAt(path: string, ending: DataEnding, hasFormulas = false): Promise<SavedFile> {
  try {
    const real = await realpath(path)
    const canOpen = !hasFormulas && [path, real].every((each) => extname(each).toLowerCase() === `.${ending}`)
    return { path: real, canOpen, version: await versionOf(real) }
  } catch {
    return { path, canOpen: false, version: '' }
  }
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
