import { open, type FileHandle } from 'node:fs/promises'
import type { Snapshot } from '../../../shared/model/snapshot.ts'
import { readEnvelope } from '../../records/pages/envelope.ts'
import { nextStep } from '../../records/pages/next-step.ts'
import { endOf, entryOf, headSize, type PageEntry } from '../../records/storage/record-file.ts'

/**
 * How far a reading is by what its records’ file has, in which another Clavis may be writing.
 * @returns undefined where that cannot be told
 */
export async function storedStanding(
  file: string,
): Promise<Pick<Snapshot, 'pages' | 'records' | 'complete'> | undefined> {
  try {
    const handle = await open(file)
    try {
      return await standingIn(handle)
    } finally {
      await handle.close()
    }
  } catch {
    return undefined
  }
}

async function standingIn(handle: FileHandle): Promise<Pick<Snapshot, 'pages' | 'records' | 'complete'> | undefined> {
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
  // Whether its cursor came before makes no difference: the list does not end there.
  const { kind } = nextStep(readEnvelope(body), () => false)
  return { pages, records: last.first + last.records, complete: kind === 'complete' }
}
