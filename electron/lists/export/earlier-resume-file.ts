import { Buffer } from 'node:buffer'
import { rename, stat } from 'node:fs/promises'
import { z } from 'zod'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { openOwnFile } from '../../files/ownership/own-file.ts'
import { temporaryBeside } from '../../files/writing/temporary-file.ts'
import { DownloadState, type DownloadFault, type StoredDownload } from '../../store/download-state.ts'
import { HeldFile } from '../../store/held-file.ts'

/** First version, which lacks the client ID, so it is unknown whose records the file has. */
const firstSchema = z.object({ clavis: z.literal(1) })

/** What Clavis 0.1.0 wrote. */
const secondSchema = z.strictObject({
  clavis: z.literal(2),
  profileId: z.string(),
  list: z.string(),
  basis: z.string(),
  /** Missing before the first page. */
  cursor: z.string().optional(),
  pages: z.int().min(0),
  records: z.int().min(0),
  seen: z.array(z.string()).default([]),
  bytes: z.int().min(0),
})

/** How long another process may take to convert the file, milliseconds. */
const convertWait = 10_000

/** Age at which a lock of an earlier version counts as left by a killed process: it was refreshed every 2.5 s. */
const lockStaleMs = 15_000

const sqliteStart = 'SQLite format 3\0'

/**
 * Replaces a `FILE.resume` of an earlier version, a JSON file, by one of today's. Only one process at a time does so.
 * @param path the file
 * @param oldLock the folder that an earlier version has as its lock
 * @throws `input-invalid` if an earlier version is writing; `file-untrusted`, `disk-full`, `disk-failed`
 */
export async function convertEarlierResumeFile(path: string, oldLock: string): Promise<void> {
  const refreshedAt = await stat(oldLock).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.NEGATIVE_INFINITY,
  )
  if (Date.now() - refreshedAt < lockStaleMs)
    throw new ClavisError('input-invalid', `${path} is in use by an earlier version of Clavis.`, {
      hint: 'Wait for it to finish.',
    })
  const converting = await HeldFile.take(`${path}.converting`, convertWait)
  if (converting === undefined) return
  const next = temporaryBeside(path)
  try {
    const text = await textOf(path)
    if (text.startsWith(sqliteStart)) return
    await write(next, downloadIn(text))
    await rename(next, path)
  } finally {
    await converting.remove()
  }
}

async function write(path: string, earlier: StoredDownload | DownloadFault): Promise<void> {
  const state = await DownloadState.take(path, 0)
  try {
    if (typeof earlier === 'string') state?.beginFaulty(earlier)
    else {
      state?.begin(earlier)
      state?.keep(earlier, earlier.seen)
    }
  } finally {
    state?.release()
  }
}

function downloadIn(text: string): StoredDownload | DownloadFault {
  try {
    const content: unknown = JSON.parse(text)
    if (firstSchema.safeParse(content).success) return 'first-version'
    const { clavis: _version, cursor, seen, ...kept } = secondSchema.parse(content)
    const marks = Buffer.concat(seen.map((mark) => Buffer.from(mark, 'base64url')))
    return { ...kept, cursor, seen: marks, isComplete: false }
  } catch {
    return 'unreadable'
  }
}

async function textOf(path: string): Promise<string> {
  const file = await openOwnFile(path, 'read')
  try {
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}
