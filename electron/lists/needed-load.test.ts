import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DateSpan } from '#shared/lists/list.ts'
import { maxNeededPages } from '#shared/lists/load-need.ts'
import type { Confirm } from '../confirmation.ts'
import { pageOf } from '../records/testing/page-text.ts'
import { pages, ServedLists } from './testing/served-lists.ts'

let served: ServedLists
beforeEach(async () => {
  served = await ServedLists.start()
})
afterEach(() => served.end())

const hour = 3_600_000
const newest = Date.UTC(2026, 10, 29)

/** Returns when the first record of a page was created, of ten an hour apart; pages are counted from 1. */
function startOf(page: number): number {
  return newest - (page - 1) * 10 * hour
}

/** Serves records from the newest on. @param change of a page's dates */
function dated(
  count: number,
  change: (dates: number[], page: number) => (number | null)[] = (dates) => dates,
): (cursor: string | undefined) => Buffer {
  return (cursor) => {
    const page = cursor === undefined ? 1 : Number(cursor.slice(1))
    const dates = Array.from({ length: 10 }, (_, index) => startOf(page) - index * hour)
    const records = change(dates, page).map((date, index) =>
      JSON.stringify({ id: page * 10 + index, at: date === null ? null : new Date(date).toISOString() }),
    )
    const isLast = page === count
    return pageOf(records, isLast ? null : `c${page + 1}`, isLast ? 'true' : 'false')
  }
}

/** The records of the first pages, and none of an earlier date. */
function needUpTo(page: number): DateSpan[] {
  return [{ path: 'at', from: startOf(page + 1) + hour / 2 }]
}

test('Needed load: ends with the first page that is older than the bound', async () => {
  const { lists, datasets } = served.services
  const { datasetId } = await served.opened(dated(30))
  const need = needUpTo(3)
  const { loader } = datasets.get(datasetId)
  expect(await loader.reaches(need)).toBe(false)
  expect(await lists.load(datasetId, 1)).toMatchObject({ pages: 1, state: { kind: 'idle' } })
  expect(await loader.reaches(need)).toBe(false)
  const loaded = await lists.load(datasetId, { until: need })
  expect(loaded.state).toEqual({ kind: 'idle' })
  // The fourth is the first one that is older; another may have been requested ahead.
  expect(loaded.pages).toBeGreaterThanOrEqual(4)
  expect(loaded.pages).toBeLessThanOrEqual(5)
  expect(await loader.reaches(need)).toBe(true)
  expect(await loader.reaches(needUpTo(20))).toBe(false)
  expect(await loader.reaches('all')).toBe(false)
  const progress = served.progress.filter(({ state }) => state.kind === 'loading' && state.need !== undefined)
  expect(progress[0]?.state).toEqual({ kind: 'loading', loadsAll: false, need })
})

test('Needed load: requests nothing if all of it is there', async () => {
  const { lists } = served.services
  const { datasetId, server } = await served.opened(dated(30))
  await lists.load(datasetId, 6)
  expect(await lists.load(datasetId, { until: needUpTo(3) })).toMatchObject({ pages: 6, state: { kind: 'idle' } })
  expect(server.asked).toHaveLength(6)
})

test('Needed load: of a list from the oldest on ends after the last date that is needed', async () => {
  const { lists } = served.services
  const { datasetId } = await served.opened(dated(30, (dates) => dates.map((date) => 2 * newest - date)))
  const before = 2 * newest - startOf(4) + hour / 2
  expect((await lists.load(datasetId, { until: [{ path: 'at', before }] })).pages).toBeLessThanOrEqual(6)
  // The oldest ones don't bound such a list.
  expect(await lists.load(datasetId, { until: [{ path: 'at', from: newest }] })).toMatchObject({
    state: { kind: 'complete' },
    pages: 30,
  })
})

test('Needed load: stops at the bound of the date by which the list is ordered', async () => {
  const { lists } = served.services
  const { datasetId } = await served.opened(dated(30))
  const until = [{ path: 'other', from: startOf(2) }, ...needUpTo(3)]
  expect((await lists.load(datasetId, { until })).pages).toBeLessThanOrEqual(5)
})

test.each([
  ['one record departs from the order', (dates: number[], page: number) => (page === 2 ? dates.toReversed() : dates)],
  ['one record has no date', (dates: number[], page: number) => (page === 2 ? [...dates.slice(1), null] : dates)],
])('Needed load: goes on to the end if %s', async (_, change) => {
  const { lists } = served.services
  const { datasetId } = await served.opened(dated(12, change))
  expect(await lists.load(datasetId, { until: needUpTo(3) })).toMatchObject({ state: { kind: 'complete' }, pages: 12 })
})

test('Needed load: stops after the maximum of pages, and continues when asked again', async () => {
  const { lists } = served.services
  const { datasetId } = await served.opened(pages(maxNeededPages + 20))
  expect(await lists.load(datasetId, { until: 'all' })).toMatchObject({
    state: { kind: 'idle', need: 'all' },
    pages: maxNeededPages,
  })
  expect(await lists.load(datasetId, { until: 'all' })).toMatchObject({ state: { kind: 'complete' } })
})

test('Needed load: is paused with what it was for, and a load of one page says nothing of it', async () => {
  const { lists, datasets } = served.services
  const answer = dated(30)
  // The load is at its fifth page until it is stopped.
  const { datasetId } = await served.opened((cursor, time) =>
    cursor === 'c5' && time === 1 ? () => undefined : answer(cursor),
  )
  const need = needUpTo(20)
  const loading = lists.load(datasetId, { until: need })
  await expect.poll(() => datasets.get(datasetId).summary().state).toMatchObject({ kind: 'loading', need })
  await datasets.get(datasetId).stop()
  expect((await loading).state).toEqual({ kind: 'paused', need })
  expect((await lists.load(datasetId, 1)).state).toEqual({ kind: 'idle' })
})

test('Needed load: loading all replaces it, and a later need replaces an earlier one', async () => {
  const { lists } = served.services
  const { datasetId } = await served.opened(dated(30))
  const [first, second] = await Promise.all([
    lists.load(datasetId, { until: needUpTo(25) }),
    lists.load(datasetId, { until: needUpTo(2) }),
  ])
  expect(first.pages).toBeLessThanOrEqual(4)
  expect(second).toEqual(first)
  const both = [lists.load(datasetId, { until: needUpTo(12) }), lists.load(datasetId, 'all')] as const
  expect((await Promise.all(both))[0]).toMatchObject({ state: { kind: 'complete' }, pages: 30 })
})

test('Needed load: asks before Production is called, unless all of it is there', async () => {
  const { lists, profiles } = served.services
  const { datasetId, profileId, server } = await served.opened(dated(30))
  const stored = await profiles.get(profileId)
  vi.spyOn(profiles, 'get').mockResolvedValue({ ...stored, profile: { ...stored.profile, environment: 'production' } })
  await expect(lists.load(datasetId, { until: needUpTo(3) })).rejects.toMatchObject({ code: 'not-confirmed' })
  expect(server.asked).toEqual([])
  const confirm = vi.fn<Confirm>(() => Promise.resolve())
  expect((await lists.load(datasetId, { until: needUpTo(3) }, confirm)).pages).toBeGreaterThan(3)
  expect(confirm.mock.calls[0]?.[0].details.join('\n')).toContain(`Up to ${maxNeededPages} requests`)
  await lists.load(datasetId, { until: needUpTo(3) }, confirm)
  await lists.load(datasetId, 1, confirm)
  expect(confirm).toHaveBeenCalledOnce()
})

test('Needed load: dates that may only follow those of the order, such as of updates, don’t end it', async () => {
  const { lists } = served.services
  const updated = (page: number): Buffer => {
    const records = Array.from({ length: 10 }, (_, index) => {
      const created = startOf(page) - index * hour
      // As old as its creation, but for one late record.
      const at = page === 5 && index === 0 ? newest : created
      return JSON.stringify({
        id: page * 10 + index,
        created: new Date(created).toISOString(),
        at: new Date(at).toISOString(),
      })
    })
    return pageOf(records, page === 6 ? null : `c${page + 1}`, page === 6 ? 'true' : 'false')
  }
  const { datasetId } = await served.opened((cursor) => updated(cursor === undefined ? 1 : Number(cursor.slice(1))))
  expect((await lists.load(datasetId, { until: needUpTo(2) })).state.kind).toBe('complete')
})
