import { afterEach, beforeEach, expect, test } from 'vitest'
import { maxFoundRecords } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import { pageOf } from '../records/testing/page-text.ts'
import { ServedLists } from './testing/served-lists.ts'

let served: ServedLists
beforeEach(async () => {
  served = await ServedLists.start()
})
afterEach(() => served.end())

const find = (text: string): Promise<unknown> => served.services.lists.finder.find(text)

/** Opens a list with these records on its first page, and one more page that is not loaded. */
async function loaded(
  records: readonly object[],
  list?: ListName,
): Promise<{ readonly profileId: string; readonly datasetId: string }> {
  const texts = records.map((record) => JSON.stringify(record))
  const page = (cursor: string | undefined): Buffer => pageOf(texts, cursor === undefined ? 'c2' : null, 'false')
  const opened = await served.opened(page, list)
  await served.services.lists.load(opened.datasetId, 1)
  return opened
}

test('RecordFinder: finds the identifiers of every open list, also in other profiles, ignoring case', async () => {
  const acme = await loaded([
    { reportId: 'rep-10', name: 'rep-99' },
    { reportId: 'rep-1', name: 'x' },
  ])
  const nordwind = await loaded([{ id: 110 }, { id: 7 }])
  await served.opened(() => pageOf([], null, 'true'))
  const record = (profileId: string, path: string, identifier: string): object => ({
    ...{ profileId, list: 'reports', path, identifier },
  })
  expect(await find('10')).toEqual([
    record(acme.profileId, 'reportId', 'rep-10'),
    record(nordwind.profileId, 'id', '110'),
  ])
  expect(await find('REP-1')).toEqual([record(acme.profileId, 'reportId', 'rep-1')])
  expect(await find('rep')).toHaveLength(2)
  // Only identifiers are searched, and nothing is fetched.
  expect(await find('rep-99')).toEqual([])

  await served.services.datasets.close(acme.datasetId)
  expect(await find('10')).toEqual([record(nordwind.profileId, 'id', '110')])
})

test('RecordFinder: returns the first matches of a list, and none of records without an identifier', async () => {
  await loaded(Array.from({ length: 20 }, (_, index) => ({ id: `rep-${index}` })))
  await loaded([{ total: 'rep-1' }])
  expect(await find('rep-')).toHaveLength(maxFoundRecords)
  expect(await find('rep-19')).toHaveLength(1)
})

test('RecordFinder: a newer search cancels an older one', async () => {
  await loaded([{ id: 'rep-1' }])
  const older = find('rep')
  const newer = find('rep-1')
  await expect(older).rejects.toMatchObject({ code: 'cancelled' })
  expect(await newer).toHaveLength(1)
})
