import { lock } from 'proper-lockfile'
import { systemErrorCode } from './disk-failure.ts'

/** Age after which a lock whose owner does not renew it counts as left behind, milliseconds. */
const lockStale = 5000

/** A lock that a crash left is waited for until it is that old. */
const lockRetries = { retries: 7, minTimeout: 1000, maxTimeout: 1000 } as const

/**
 * Keeps every other Clavis from a file for as long as this one works on it.
 * @param lockPath what stands in the file system meanwhile
 * @returns the release; undefined where another Clavis has the file
 * @throws the disk's own error
 */
export async function lockFile(file: string, lockPath: string): Promise<(() => Promise<void>) | undefined> {
  try {
    const release = await lock(file, {
      realpath: false,
      lockfilePath: lockPath,
      stale: lockStale,
      retries: lockRetries,
      // The folder was removed under it: there is nothing left to guard.
      onCompromised: () => undefined,
    })
    return () => release().catch(() => undefined)
  } catch (error) {
    if (systemErrorCode(error) === 'ELOCKED') return undefined
    throw error
  }
}
