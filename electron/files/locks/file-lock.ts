import { setTimeout as wait } from 'node:timers/promises'
import { systemErrorCode } from '../disk-failure.ts'

/** Age after which a lock that is not renewed counts as stale, milliseconds. */
const lockStale = 5000

/** How often and after which pauses (milliseconds) a lock that another process holds is tried again. */
export interface LockRetries {
  readonly retries: number
  readonly factor: number
  readonly first: number
  readonly longest: number
}

/** Retries by how long a lock is usually held. Both outlast a stale lock. */
export const lockRetries = {
  /** During a write: every few milliseconds at first, about ten seconds in total. */
  briefly: { retries: 100, factor: 1.05, first: 20, longest: 200 },
  /** During a whole operation: frequent retries gain nothing. */
  long: { retries: 7, factor: 1, first: 1000, longest: 1000 },
} as const satisfies Record<string, LockRetries>

/**
 * Locks a file against other processes of Clavis.
 * @param lockPath the lock in the file system
 * @param pauses one of `lockRetries`, by how long the lock is usually held
 * @returns the release; undefined if another process keeps the lock
 * @throws the system's error
 */
export async function lockFile(
  file: string,
  lockPath: string,
  pauses: LockRetries,
): Promise<(() => Promise<void>) | undefined> {
  const { retries, factor, first, longest } = pauses
  // Loaded on demand: most commands need no lock.
  const { lock } = await import('proper-lockfile')
  for (let tried = 0, pause = first; ; tried += 1, pause = Math.min(longest, pause * factor))
    try {
      const release = await lock(file, {
        realpath: false,
        lockfilePath: lockPath,
        stale: lockStale,
        // The folder was removed; nothing is left to protect.
        onCompromised: () => undefined,
      })
      return () => release().catch(() => undefined)
    } catch (error) {
      // Waiting does not help with any other error, such as a read-only folder.
      if (systemErrorCode(error) !== 'ELOCKED') throw error
      if (tried === retries) return undefined
      await wait(pause)
    }
}
