import { execFile } from 'node:child_process'
import { appendFile, link, readFile, readdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readStoredProgress, RecordStore } from '../records/record-store.ts'
import { bundledWorker } from '../records/testing/bundled-worker.ts'
import { pages, ServedLists } from './testing/served-lists.ts'

// What another program put in the place of a snapshot's records is neither read nor cut.

let served: ServedLists
/** Somebody's file, of 13 bytes. */
let victim: string

beforeEach(async () => {
  served = await ServedLists.start()
  victim = join(served.folder, 'victim.txt')
  await writeFile(victim, 'Precious text')
})
afterEach(() => served.end())

/** Keeps a snapshot, ends the services, and does something with the file of its records. Returns its ID. */
async function keptSnapshot(change: (records: string) => Promise<unknown>): Promise<string> {
  const { datasetId } = await served.opened(pages(3))
  await served.services.lists.load(datasetId, 2)
  await served.services.snapshots.keep(datasetId, 'October')
  await served.restart(async () => {
    const folder = join(served.folder, 'snapshots')
    const name = (await readdir(folder)).find((each) => each.endsWith('.records')) ?? ''
    await change(join(folder, name))
  })
  return (await served.services.snapshots.list())[0]?.id ?? ''
}

const plants = {
  'a symbolic link': (records: string) => symlink(victim, records),
  'a link to nothing': (records: string) => symlink(join(served.folder, 'new.txt'), records),
  'a hard link': (records: string) => link(victim, records),
  'a symbolic link to records': (records: string) => symlink(join(served.folder, 'moved.records'), records),
  'a hard link to records': (records: string) => link(join(served.folder, 'moved.records'), records),
  'a pipe': (records: string) => promisify(execFile)('mkfifo', [records]),
}

test.skipIf(process.platform === 'win32').each(Object.keys(plants) as (keyof typeof plants)[])(
  'Snapshots: %s in the place of the records is refused, and its target stays',
  async (name) => {
    const id = await keptSnapshot(async (records) => {
      await rename(records, join(served.folder, 'moved.records'))
      await plants[name](records)
    })
    const before = await readFile(join(served.folder, 'moved.records'))
    const records = join(served.folder, 'snapshots', `${id}.records`)
    // A link to nothing is a snapshot without records.
    const expected = name === 'a link to nothing' ? 'snapshot-not-found' : 'file-untrusted'
    await expect(served.services.snapshots.open(id)).rejects.toMatchObject({ code: expected })
    expect(await readStoredProgress(records)).toBeUndefined()
    expect(await readFile(victim, 'utf8')).toBe('Precious text')
    expect(await readFile(join(served.folder, 'moved.records'))).toEqual(before)
    expect(await readdir(served.folder)).not.toContain('new.txt')
  },
)

test('RecordStore: a short file that is not the start of a list is refused and not cut', async () => {
  const store = new RecordStore(bundledWorker(), {
    file: victim,
    list: 'reports',
    chosenMember: undefined,
    language: 'en',
  })
  await expect(store.restored()).rejects.toMatchObject({ code: 'list-file-damaged' })
  await store.close()
  expect(await readFile(victim, 'utf8')).toBe('Precious text')
})

test('Snapshots: records that end in the middle of a block’s head open without it', async () => {
  const id = await keptSnapshot(async (records) => appendFile(records, (await readFile(records)).subarray(0, 6)))
  expect(await served.services.snapshots.open(id)).toMatchObject({ pages: 2, records: 20 })
})
