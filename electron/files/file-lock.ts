import { setTimeout as wait } from 'node:timers/promises'
import { systemErrorCode } from './disk-failure.ts'

/** Age after which a lock whose owner does not renew it counts as left behind, milliseconds. */
const lockStale = 5000

/** How often a lock is tried for, by how long its owner has it. Either way one that a crash left is waited for. */
const lockRetries = {
  /** While a file is written: looked at every few milliseconds at first, about ten seconds in all. */
  briefly: { retries: 100, factor: 1.05, first: 20, longest: 200 },
  /** For as long as somebody works with it, so there is nothing to be had by looking often. */
  long: { retries: 7, factor: 1, first: 1000, longest: 1000 },
} as const

/**
 * Keeps every other Clavis from a file for as long as this one works on it.
 * @param lockPath what stands in the file system meanwhile
 * @param held how long it is usually kept
 * @returns the release; undefined where another Clavis has the file
 * @throws the disk's own error
 */
export async function lockFile(
  file: string,
  lockPath: string,
  held: keyof typeof lockRetries,
): Promise<(() => Promise<void>) | undefined> {
  const { retries, factor, first, longest } = lockRetries[held]
  // Most commands change nothing, and need no lock.
  const { lock } = await import('proper-lockfile')
  for (let tried = 0, pause: number = first; ; tried += 1, pause = Math.min(longest, pause * factor))
    try {
      const release = await lock(file, {
        realpath: false,
        lockfilePath: lockPath,
        stale: lockStale,
        // The folder was removed under it: there is nothing left to guard.
        onCompromised: () => undefined,
      })
      return () => release().catch(() => undefined)
    } catch (error) {
      // A folder that may not be written to will not be by waiting, which is what the library does of itself.
      if (systemErrorCode(error) !== 'ELOCKED') throw error
      if (tried === retries) return undefined
      await wait(pause)
    }
}
