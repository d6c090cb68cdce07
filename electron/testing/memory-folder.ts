import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Far more than the tests, which keep some ten megabytes at once, bytes. */
const enough = 1024 ** 3

/**
 * Puts the tests' temporary files into memory where Linux offers enough: each stored change waits until it is on disk,
 * thousands of times.
 * @returns a function that removes the folder after the tests
 */
export default async function useMemoryFolder(): Promise<(() => Promise<void>) | undefined> {
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  // The soak test writes lists of gigabytes.
  if (process.platform !== 'linux' || process.env['CLAVIS_SOAK'] === '1' || free < enough) return undefined
  const folder = await mkdtemp(join(memory, 'clavis-tests-'))
  // Like the usual folder: some tests run a program as another user.
  await chmod(folder, 0o1777)
  // The processes of the tests start later and inherit it.
  process.env['TMPDIR'] = folder
  return () => rm(folder, { recursive: true, force: true })
}
