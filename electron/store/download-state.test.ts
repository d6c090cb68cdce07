import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DownloadState } from './download-state.ts'

let folder: string
const path = (): string => join(folder, 'out.ndjson.resume')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-download-'))
  const state = await take()
  state.begin({ profileId: 'acme', list: 'reports', basis: 'page' })
  const position = {
    cursor: 'c2',
    pages: 1,
    records: 2,
    bytes: 20,
    recordMember: 'reports',
    lastPage: '',
    emptyPages: 0,
  }
  state.keep({ ...position, identifiers: { path: 'id', hashes: Uint32Array.of(7, 8) } }, Uint8Array.of(1, 2, 3))
  state.release()
})
afterEach(() => rm(folder, { recursive: true }))

async function take(startsAnew = false): Promise<DownloadState> {
  const state = await DownloadState.take(path(), 0, startsAnew)
  if (state === undefined) throw new Error('Another process has the file.')
  return state
}

function cutHashes(length: number): void {
  const database = new DatabaseSync(path())
  database.exec(`UPDATE identifiers SET marks = substr(marks, 1, ${length})`)
  database.close()
}

test.each([
  [8, [7, 8]],
  [4, [7]],
])('DownloadState: reads %i bytes of identifier hashes', async (length, hashes) => {
  cutHashes(length)
  const state = await take()
  expect(state.read()).toMatchObject({ cursor: 'c2', identifiers: { path: 'id', hashes: Uint32Array.from(hashes) } })
  state.release()
})

test.each([1, 5, 7])(
  'DownloadState: is damaged if the identifier hashes end within one, after %i bytes',
  async (length) => {
    cutHashes(length)
    const state = await take()
    expect(() => state.read()).toThrow(expect.objectContaining({ code: 'store-damaged' }) as Error)
    state.release()
    const anew = await take(true)
    expect(anew.read()).toBeUndefined()
    anew.release()
  },
)
