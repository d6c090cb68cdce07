import { readFile } from 'node:fs/promises'
import { diskFailure } from './disk-failure.ts'

/** Reads a file that the person named. @throws `disk-failed`, which says why in their words */
export async function readChosenFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw diskFailure(error, path, 'read')
  }
}
