import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import type { Watch, WatchLoad, WatchSettings } from '#shared/watches/watch.ts'
import { type Confirm, refuseConfirmation, withoutAsking } from '../confirmation.ts'
import { erroredView, metBy, warningAbout, WatchGround } from './testing/watch-ground.ts'

let ground: WatchGround
beforeEach(async () => {
  ground = await WatchGround.start()
})
afterEach(() => ground.end())

/** Watches the whole list, or its records that are errored. */
async function watching(
  settings: WatchSettings,
  { isView = false } = {},
): Promise<
  ReturnType<WatchGround['clavis']> & {
    readonly watchId: string
    readonly load: () => Promise<WatchLoad>
    readonly shown: () => Promise<Watch>
  }
> {
  const clavis = ground.clavis()
  const { watches, runner, views } = clavis
  const place = { profileId: ground.profileId, list: 'reports' as const }
  const view = isView ? await views.save(place, 'Errored', erroredView) : undefined
  const watchId = await watches.set({ ...place, ...(view === undefined ? {} : { viewId: view.id }) }, settings)
  return {
    ...clavis,
    watchId,
    load: () => runner.load(ground.profileId, watchId),
    shown: async () => {
      const watch = (await watches.list((id) => runner.isLoading(id))).find(({ id }) => id === watchId)
      if (watch === undefined) throw new Error('The watch is gone.')
      return watch
    },
  }
}

test('WatchRunner: compares each load with the one before, by the records of the view', async () => {
  const { load, shown, watches, watchId } = await watching(
    warningAbout({ kind: 'appeared' }, { kind: 'changed' }, { kind: 'vanished' }, { kind: 'fields' }),
    { isView: true },
  )
  expect(await load()).toMatchObject({ kind: 'loaded', records: 2, matching: 1, met: [] })
  // One is new, one enters the view; one outside of it is new.
  ground.records = [
    { id: 1, status: 'Errored' },
    { id: 2, status: 'Errored' },
    { id: 3, status: 'Errored' },
    { id: 4, status: 'Fine' },
  ]
  const second = await load()
  expect(second).toMatchObject({
    matching: 3,
    changes: { appeared: 2, changed: 0, vanished: 0, newFields: [], lostFields: [] },
    idPath: 'id',
  })
  expect(metBy(second)).toEqual(['appeared'])
  // One leaves the view, one is removed, one changes.
  ground.records = [
    { id: 1, status: 'Fine' },
    { id: 3, status: 'Errored', team: 'Blue' },
    { id: 4, status: 'Fine' },
  ]
  const third = await load()
  expect(third).toMatchObject({
    matching: 1,
    changes: { appeared: 0, changed: 1, vanished: 2, newFields: ['team'], lostFields: [] },
  })
  expect(metBy(third)).toEqual(['changed', 'vanished', 'fields'])
  const fourth = await load()
  expect(fourth).toMatchObject({ changes: { appeared: 0, changed: 0, vanished: 0 }, met: [] })
  expect((await watches.history(ground.profileId, watchId)).map(metBy)).toEqual([
    metBy(fourth),
    metBy(third),
    ['appeared'],
    [],
  ])
  expect(await shown()).toMatchObject({ viewName: 'Errored', lastLoad: fourth, kept: { loads: 4 } })
  expect((await shown()).counts.map(({ matching }) => matching)).toEqual([1, 3, 1, 1])
})

test('WatchRunner: warns once in every channel, also of several processes', async () => {
  const { load, watches, watchId, outbox } = await watching(warningAbout({ kind: 'appeared' }), { isView: true })
  await load()
  ground.records = [...ground.records, { id: 3, status: 'Errored' }]
  const { at } = await load()
  await load()
  await outbox.posted()
  expect(ground.posted).toMatchObject([
    {
      type: 'clavis.watch',
      id: `${watchId}-${at}`,
      watch: { profileId: ground.profileId, watchId, list: 'reports', view: 'Errored', load: { matching: 2 } },
    },
  ])
  expect(ground.posted[0]?.text).toContain('Reports: Errored: 1 new record.')
  const [notice] = await watches.notices()
  expect(notice).toMatchObject({ watchId, at, tone: 'warn', title: 'Reports: Errored: 1 new record' })
  const others = ground.clavis()
  const taken = await Promise.all([watches.takeUnshown(), others.watches.takeUnshown()])
  expect(taken.flat()).toEqual([notice])
  await others.watches.dismiss(ground.profileId, watchId)
  expect(await watches.notices()).toEqual([])
})

test('WatchRunner: warns of a failure once until a load succeeds, and keeps what to compare with', async () => {
  const { load } = await watching(warningAbout({ kind: 'failed' }, { kind: 'appeared' }))
  await load()
  ground.answer = () => '{}'
  const failed = await load()
  expect(failed).toMatchObject({ kind: 'failed', error: { code: 'list-records-missing' } })
  expect(metBy(failed)).toEqual(['failed'])
  expect(metBy(await load())).toEqual([])
  ground.answer = undefined
  ground.records = [...ground.records, { id: 3, status: 'Fine' }]
  expect(await load()).toMatchObject({ changes: { appeared: 1 }, met: [{ kind: 'appeared' }] })
  ground.answer = () => '{}'
  expect(metBy(await load())).toEqual(['failed'])
})

test('WatchRunner: a bound is passed once until the number is back, and not again because of another condition', async () => {
  const above = { kind: 'above', bound: 2 } as const
  const { load, watches } = await watching(warningAbout(above))
  const withRecords = async (count: number): Promise<string[]> => {
    ground.records = Array.from({ length: count }, (_, id) => ({ id }))
    return metBy(await load())
  }
  expect(await withRecords(2)).toEqual([])
  expect(await withRecords(3)).toEqual(['above'])
  expect(await withRecords(4)).toEqual([])
  expect(await withRecords(2)).toEqual([])
  expect(await withRecords(3)).toEqual(['above'])
  // With another bound it may be passed again; with the same conditions it is not.
  const place = { profileId: ground.profileId, list: 'reports' as const }
  await watches.set(place, { ...warningAbout(above), schedule: { kind: 'daily', at: '08:00' } })
  expect(await withRecords(3)).toEqual([])
  await watches.set(place, warningAbout({ kind: 'above', bound: 1 }))
  expect(await withRecords(3)).toEqual(['above'])
})

test('WatchRunner: while warnings are snoozed the history goes on, and what still holds is told after that', async () => {
  const { load, watches, watchId, outbox } = await watching(
    warningAbout({ kind: 'above', bound: 2 }, { kind: 'appeared' }),
  )
  await load()
  await watches.snooze(ground.profileId, watchId, new Date(ground.moment + 86_400_000).toISOString())
  ground.records = [...ground.records, { id: 3, status: 'Fine' }]
  expect(await load()).toMatchObject({ met: [{ kind: 'above' }, { kind: 'appeared' }], snoozed: true })
  await outbox.posted()
  expect(await watches.notices()).toEqual([])
  expect(ground.posted).toEqual([])
  ground.wait(2)
  expect(await load()).toMatchObject({ met: [{ kind: 'above' }], snoozed: false })
  expect(await watches.notices()).toHaveLength(1)
})

test('WatchRunner: a load that takes three times as long as usual is slow, once', async () => {
  const { load, watches, watchId } = await watching(warningAbout({ kind: 'slow' }))
  for (let loads = 0; loads < 3; loads += 1) await load()
  // Whatever the last loads took, the next one takes over three times as long as this.
  await watches.change(watchId, (watch) => ({ ...watch, durations: [1, 1, 1] }))
  expect(metBy(await load())).toEqual([])
  vi.spyOn(performance, 'now').mockImplementation(
    (
      (since = 0) =>
      () =>
        (since += 6000)
    )(),
  )
  try {
    expect(metBy(await load())).toEqual(['slow'])
    expect(metBy(await load())).toEqual([])
  } finally {
    vi.restoreAllMocks()
  }
})

test('WatchRunner: loads what is due, makes up for missed times once, and loads nothing that is off', async () => {
  const { runner, watches, watchId } = await watching(warningAbout())
  expect((await runner.loadDue()).loads).toHaveLength(1)
  expect((await runner.loadDue()).loads).toHaveLength(0)
  ground.moment += 14 * 60_000
  expect((await runner.loadDue()).loads).toHaveLength(0)
  // A computer that slept for days.
  ground.wait(3)
  expect((await runner.loadDue()).loads).toHaveLength(1)
  expect((await runner.loadDue()).loads).toHaveLength(0)
  // A clock that was ahead for a moment.
  ground.wait(365)
  await runner.loadDue()
  ground.wait(-365)
  expect((await runner.loadDue()).loads).toHaveLength(1)
  expect((await runner.loadDue()).loads).toHaveLength(0)
  await watches.switch(ground.profileId, watchId, false)
  ground.wait(1)
  expect((await runner.loadDue()).loads).toHaveLength(0)
})

test('WatchRunner: several processes load a watch once', async () => {
  const { runner } = await watching(warningAbout())
  const others = [ground.clavis(), ground.clavis()]
  const loaded = await Promise.all([runner, ...others.map((each) => each.runner)].map((each) => each.loadDue()))
  expect(loaded.flatMap(({ loads }) => loads)).toHaveLength(1)
  expect(ground.requests).toBe(1)
})

test('WatchRunner: once started, it loads by itself, also a watch that is set later, and waits while another process loads it', async () => {
  const { runner, watches } = ground.clavis()
  const other = ground.clavis()
  runner.start()
  other.runner.start()
  const place = { profileId: ground.profileId, list: 'reports' as const }
  const watchId = await watches.set(place, warningAbout())
  const history = (): Promise<WatchLoad[]> => watches.history(ground.profileId, watchId)
  await vi.waitFor(async () => expect(await history()).toHaveLength(1), { timeout: 60_000 })
  expect(ground.requests).toBe(1)
  // Another watch of the same service waits for it.
  ground.moment += 16 * 60_000
  let answer = (): void => undefined
  ground.answer = () => (response) => {
    answer = () => response.end('{"reports":[],"next":null,"lastPage":"true"}')
  }
  runner.wake()
  await vi.waitFor(() => expect(ground.requests).toBe(2), { timeout: 60_000 })
  other.runner.wake()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(ground.requests).toBe(2)
  answer()
  await vi.waitFor(async () => expect(await history()).toHaveLength(2), { timeout: 60_000 })
})

test('WatchRunner: a load that is cut off by the end of Clavis is made up for after the next start', async () => {
  const { runner, lists, watches } = await watching(warningAbout())
  ground.answer = () => () => undefined
  const due = runner.loadDue()
  await vi.waitFor(() => expect(ground.requests).toBe(1), { timeout: 60_000 })
  await runner.end()
  expect((await due).loads).toEqual([])
  await lists.datasets.end()
  ground.answer = undefined
  const next = ground.clavis()
  expect((await next.runner.loadDue()).loads).toMatchObject([{ kind: 'loaded' }])
  expect(await watches.history(ground.profileId, (await next.watches.all())[0]?.id ?? '')).toHaveLength(1)
})

test('WatchRunner: a watch that waits for the keychain asks once a day, and goes on once the profile gets a token', async () => {
  const { runner, watches, watchId, shown } = await watching({
    ...warningAbout(),
    schedule: { kind: 'daily', at: '08:00' },
  })
  await runner.loadDue()
  const pauseBy = async (code: 'keychain-locked' | 'network-unreachable'): Promise<void> => {
    const at = new Date(ground.moment).toISOString()
    await watches.change(watchId, (watch) => ({
      ...watch,
      lastAt: at,
      paused: { since: at, error: { code, message: 'Paused.' } },
    }))
  }
  await pauseBy('keychain-locked')
  ground.wait(0.9)
  expect((await runner.loadDue()).loads).toEqual([])
  await runner.noteTokenWorks(ground.profileId)
  expect((await runner.loadDue()).loads).toHaveLength(1)
  await pauseBy('keychain-locked')
  ground.wait(2)
  expect((await runner.loadDue()).loads).toHaveLength(1)
  // A network that is missing at eight is there a quarter of an hour later.
  await pauseBy('network-unreachable')
  ground.wait(1 / 24)
  expect((await runner.loadDue()).loads).toHaveLength(1)
  expect((await shown()).paused).toBeUndefined()
})

/** Changes the profile's environment. */
async function inEnvironment(environment: 'production' | 'client-testing'): Promise<void> {
  const { profiles } = ground.clavis().lists
  const { name, clientId, tokenUrl, reportsBaseUrl } = (await profiles.get(ground.profileId)).profile
  const settings = { ...defaultProfileSettings('jwt'), name, clientId, tokenUrl, reportsBaseUrl, environment }
  await profiles.changeSettings(ground.profileId, () => settings, withoutAsking)
}

test('WatchRunner: Production is loaded by a schedule only after a person agreed', async () => {
  const { watches, runner } = ground.clavis()
  const place = { profileId: ground.profileId, list: 'reports' as const }
  const daily: WatchSettings = { ...warningAbout(), schedule: { kind: 'daily', at: '08:00' } }
  await inEnvironment('client-testing')
  const watchId = await watches.set(place, daily)
  await inEnvironment('production')
  // It became one for Production since.
  expect((await runner.loadDue()).loads).toEqual([])
  expect(ground.requests).toBe(0)
  const switchOn = (confirm: Confirm): Promise<void> => watches.switch(ground.profileId, watchId, true, confirm)
  await expect(switchOn(refuseConfirmation)).rejects.toMatchObject({ code: 'not-confirmed' })
  const asked = vi.fn(withoutAsking)
  await switchOn(asked)
  expect(asked.mock.calls[0]?.[0].details.join('\n')).toContain('daily at 08:00')
  ground.wait(1)
  expect((await runner.loadDue()).loads).toHaveLength(1)
  // At the same times it needs no question; at others, it does.
  await watches.set(place, { ...daily, keep: { loads: 3, days: 3 } }, refuseConfirmation)
  const often = watches.set(place, warningAbout(), refuseConfirmation)
  await expect(often).rejects.toMatchObject({ code: 'not-confirmed' })
})

test('WatchRunner: what a person has to do something about pauses a watch, without a line in its history each time', async () => {
  await inEnvironment('client-testing')
  const { runner, shown, watches, watchId } = await watching(warningAbout({ kind: 'failed' }))
  await runner.loadDue()
  await inEnvironment('production')
  for (let day = 0; day < 3; day += 1) {
    ground.wait(1)
    expect((await runner.loadDue()).loads).toEqual([])
  }
  expect((await shown()).paused).toMatchObject({ error: { code: 'not-confirmed' } })
  expect(await watches.history(ground.profileId, watchId)).toHaveLength(1)
  expect(await watches.notices()).toEqual([])
  await inEnvironment('client-testing')
  ground.wait(1)
  expect((await runner.loadDue()).loads).toHaveLength(1)
  expect((await shown()).paused).toBeUndefined()
})

test('WatchRunner: old loads are removed by number and age, except the last one', async () => {
  const { load, lists, shown, watches, watchId } = await watching({ ...warningAbout(), keep: { loads: 2, days: 30 } })
  for (let loads = 0; loads < 4; loads += 1) await load()
  expect(await lists.snapshots.list()).toHaveLength(2)
  expect((await shown()).kept.loads).toBe(2)
  const history = await watches.history(ground.profileId, watchId)
  expect(history.map((each) => each.kind === 'loaded' && each.snapshotId !== undefined)).toEqual([
    true,
    true,
    false,
    false,
  ])
  ground.moment = Date.now() + 40 * 86_400_000
  await load()
  expect(await lists.snapshots.list()).toHaveLength(1)
})

test('WatchRunner: a load is compared with the next one if another process is using the records of the one before', async () => {
  const { load, lists } = await watching(warningAbout({ kind: 'appeared' }))
  const other = ground.clavis()
  await load()
  const [first] = await lists.snapshots.list()
  const lease = await other.lists.snapshots.lease(first?.id ?? '')
  ground.records = [...ground.records, { id: 3, status: 'Fine' }]
  expect(await load()).toMatchObject({ kind: 'loaded', notCompared: { code: 'input-invalid' }, met: [] })
  await lease.release()
  expect(await load()).toMatchObject({ changes: { appeared: 1 }, met: [{ kind: 'appeared' }] })
})

test('WatchService: a watch goes with its view, its profile, or by itself, with its loads', async () => {
  const { load, lists, views, watches, watchId } = await watching(warningAbout({ kind: 'failed' }), { isView: true })
  await load()
  const [view] = (await views.all()).map((each) => each.view)
  // Renaming a view leaves its watch.
  await views.change(view?.id ?? '', { name: 'Failed' })
  expect(await watches.list(() => false)).toMatchObject([{ id: watchId, viewName: 'Failed' }])
  await views.remove(view?.id ?? '')
  expect(await watches.list(() => false)).toEqual([])
  await expect(watches.history(ground.profileId, watchId)).rejects.toMatchObject({ code: 'input-invalid' })
  const whole = await watches.set({ profileId: ground.profileId, list: 'reports' }, warningAbout())
  await watches.remove(ground.profileId, whole)
  expect(await watches.all()).toEqual([])
  await watches.set({ profileId: ground.profileId, list: 'reports' }, warningAbout())
  await lists.profiles.remove(ground.profileId)
  expect(await watches.all()).toEqual([])
})
