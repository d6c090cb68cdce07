import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { ClavisError } from '#shared/errors.ts'
import { diskFailure, systemErrorCode } from './disk-failure.ts'

/** Bytes per read. */
const chunkSize = 256 * 1024

/** Timeout and poll interval for a silent pipe. */
const pipeTimeoutMs = 30_000
const pipePollMs = 10

/** Returned instead of the content when a file holds more than was allowed. */
export const tooLarge = Symbol('too large')

/**
 * Reads a file that the user chose.
 * @param limit maximum size, bytes
 * @param check refuses the opened file
 * @throws `disk-failed`; `input-invalid` if the file is larger than the limit; what `check` throws
 */
export async function readChosenFile(path: string, limit: number, check?: (status: Stats) => void): Promise<Buffer> {
  const content = await readWithin(path, limit, check)
  if (content === tooLarge)
    throw new ClavisError('input-invalid', `${path} is too large. The maximum is ${megabytes(limit)} MB.`, {
      hint: 'Check that you chose the right file.',
      details: { path, limit },
    })
  return content
}

/**
 * Reads a file up to a limit in bytes, which also ends endless devices, pipes and growing files.
 * @throws `disk-failed`; what `check` throws
 */
export async function readWithin(
  path: string,
  limit: number,
  check?: (status: Stats) => void,
): Promise<Buffer | typeof tooLarge> {
  try {
    // Opening a pipe without a writer would block one of Node's few threads forever. The flag is 0 on Windows.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const status = await file.stat()
      check?.(status)
      return status.isFile() && status.size > limit ? tooLarge : await readAll(file, limit)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw diskFailure(error, path, 'read')
  }
}

async function readAll(file: FileHandle, limit: number): Promise<Buffer | typeof tooLarge> {
  const chunks: Buffer[] = []
  try {
    for (let length = 0; ;) {
      const chunk = Buffer.alloc(Math.min(chunkSize, limit + 1 - length))
      const count = await readSome(file, chunk)
      if (count === 0) return Buffer.concat(chunks)
      chunks.push(chunk.subarray(0, count))
      length += count
      if (length > limit) return tooLarge
    }
  } finally {
    // The content may be a private key.
    for (const chunk of chunks) chunk.fill(0)
  }
}

async function readSome(file: FileHandle, into: Buffer): Promise<number> {
  for (let waited = 0; ; waited += pipePollMs) {
    try {
      return (await file.read(into, 0, into.length, null)).bytesRead
    } catch (error) {
      // EAGAIN: a pipe without data so far.
      if (systemErrorCode(error) !== 'EAGAIN' || waited >= pipeTimeoutMs) throw error
      await setTimeout(pipePollMs)
    }
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 100_000) / 10
}

/**
 * Checks before parsing whether a JSON text has at most `limit` values: a few megabytes of tiny values would become
 * hundreds of megabytes of objects. Punctuation inside strings is counted too, so the count is never too low.
 */
export function hasAtMostValues(text: string, limit: number): boolean {
  let count = 1
  for (const character of ['[', '{', ','])
    for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
      count += 1
      if (count > limit) return false
    }
  return true
}

/** Reads a text file; undefined if there is none. @throws `disk-failed` */
export async function readTextIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw diskFailure(error, path, 'read')
  }
}
