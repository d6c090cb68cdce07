import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { openPlainFile } from '../../files/plain-file.ts'
import { endOf, entryOf, headSize, type PageEntry } from '../storage/page-block.ts'
import { readEnvelope, type Envelope } from './envelope.ts'

/** How far the load came whose pages are in a file. */
export interface StoredProgress {
  readonly pages: number
  readonly records: number
  /** The envelope of the last page. */
  readonly envelope: Envelope
}

/**
 * Finds out from a load's file how far it came; another process may be writing it.
 * @returns undefined if that is unknown
 */
export async function readStoredProgress(file: string): Promise<StoredProgress | undefined> {
  try {
    const handle = await openPlainFile(file, constants.O_RDONLY)
    try {
      return await progressIn(handle)
    } finally {
      await handle.close()
    }
  } catch {
    return undefined
  }
}

async function progressIn(handle: FileHandle): Promise<StoredProgress | undefined> {
  const { size } = await handle.stat()
  let last: PageEntry | undefined
  let pages = 0
  const head = new Uint8Array(headSize)
  for (let offset = 0; offset + headSize <= size; pages += 1) {
    await handle.read(head, 0, headSize, offset)
    const entry = entryOf(head, offset, last === undefined ? 0 : last.first + last.records)
    if (entry === undefined || endOf(entry) > size) break
    last = entry
    offset = endOf(entry)
  }
  if (last === undefined) return undefined
  const body = new Uint8Array(last.bodyBytes)
  await handle.read(body, 0, body.length, endOf(last) - body.length)
  return { pages, records: last.first + last.records, envelope: readEnvelope(body) }
}
