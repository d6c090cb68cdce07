import { readFile } from 'node:fs/promises'
import { diskFailure, systemErrorCode } from './disk-failure.ts'

/** Reads a text file; undefined if there is none. @throws `disk-failed` */
export async function readTextIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw diskFailure(error, path, 'read')
  }
}
