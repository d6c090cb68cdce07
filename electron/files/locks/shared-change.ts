import { mkdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { diskFailure } from '../disk-failure.ts'
import { lockFile, lockRetries } from './file-lock.ts'

/**
 * Changes a file of the data folder under a lock: window and commands may run at the same time, and each change starts
 * from the current content.
 * @param change reads the file and writes it
 * @throws `disk-full`, `disk-failed`; what `change` throws
 */
export async function changeAlone<T>(file: string, change: () => Promise<T>): Promise<T> {
  const release = await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    .then(() => lockFile(file, `${file}.lock`, lockRetries.briefly))
    .catch((error: unknown) => {
      throw diskFailure(error, file, 'saved')
    })
  if (release === undefined)
    throw new ClavisError('disk-failed', `${basename(file)} is locked by another Clavis window or command.`, {
      hint: 'Close it and try again.',
      details: { path: file },
    })
  try {
    return await change()
  } finally {
    await release()
  }
}
