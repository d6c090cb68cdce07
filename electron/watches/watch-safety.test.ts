import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ViewContent } from '#shared/lists/list-views.ts'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import type { WatchSettings } from '#shared/watches/watch.ts'
import { type Confirm, refuseConfirmation, withoutAsking } from '../confirmation.ts'
import { listHandlers } from '../lists/list-handlers.ts'
import type { ListAnswer } from '../lists/testing/list-server.ts'
import { confirmOfCall } from '../profiles/guards/host-guard.ts'
import { erroredView, metBy, warningAbout, WatchGround } from './testing/watch-ground.ts'
import { watchHandlers } from './watch-handlers.ts'

// What could go wrong with watched lists while people, clocks and other processes change something.

let ground: WatchGround
beforeEach(async () => {
  ground = await WatchGround.start()
})
afterEach(() => ground.end())

const limit = { timeout: 60_000 }
const place = (): { profileId: string; list: 'reports' } => ({ profileId: ground.profileId, list: 'reports' })

/** Changes the profile’s environment and more. */
async function inEnvironment(environment: 'production' | 'client-testing', path = ''): Promise<void> {
  const { profiles } = ground.clavis().lists
  const { name, clientId, tokenUrl, reportsBaseUrl } = (await profiles.get(ground.profileId)).profile
  const own = { name, clientId, tokenUrl, environment, reportsBaseUrl: `${reportsBaseUrl}${path}` }
  await profiles.changeSettings(ground.profileId, () => ({ ...defaultProfileSettings('jwt'), ...own }), withoutAsking)
}

/** Lets the server wait with its next answer. @returns a function that sends it */
function holdAnswer(body = '{"reports":[{"id":1}],"next":null,"lastPage":"true"}'): () => void {
  let send = (): void => undefined
  ground.answer = (): ListAnswer => (response) => {
    send = () => response.end(body)
  }
  return () => {
    ground.answer = undefined
    send()
  }
}

const requested = (count: number): Promise<void> => vi.waitFor(() => expect(ground.requests).toBe(count), limit)

/** Returns the code of the error that a call fails with. */
const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  )

async function watchingView(
  settings: WatchSettings,
  content: Partial<ViewContent>,
): Promise<{ readonly load: () => ReturnType<ReturnType<WatchGround['clavis']>['runner']['load']> }> {
  const { watches, views, runner } = ground.clavis()
  const view = await views.save(place(), 'View', { ...erroredView, ...content })
  const watchId = await watches.set({ ...place(), viewId: view.id }, settings)
  return { load: () => runner.load(ground.profileId, watchId) }
}

test('WatchRunner: a scheduled load that a person stopped comes again at its next time, not at once', async () => {
  const { runner, watches } = ground.clavis()
  holdAnswer()
  runner.start()
  const watchId = await watches.set(place(), warningAbout())
  await requested(1)
  runner.stop(watchId)
  await vi.waitFor(async () => expect((await watches.find(ground.profileId, watchId)).lastAt).toBeDefined(), limit)
  runner.wake()
  await wait(500)
  expect(ground.requests).toBe(1)
  ground.moment += 16 * 60_000
  runner.wake()
  await requested(2)
})

test('WatchRunner: a watch that is loaded or waits for that is not queued again, and stops there, too', async () => {
  const { runner, watches, views } = ground.clavis()
  const view = await views.save(place(), 'Errored', erroredView)
  const one = await watches.set(place(), warningAbout())
  const two = await watches.set({ ...place(), viewId: view.id }, warningAbout())
  const answer = holdAnswer()
  const first = runner.load(ground.profileId, one)
  await requested(1)
  const waiting = codeOf(runner.load(ground.profileId, two))
  await vi.waitFor(() => expect(runner.isLoading(two)).toBe(true), limit)
  expect(await codeOf(runner.load(ground.profileId, two))).toBe('input-invalid')
  runner.stop(two)
  answer()
  await first
  expect(await waiting).toBe('cancelled')
  expect(await watches.history(ground.profileId, two)).toEqual([])
})

test('Watches: the page stops only a watch of the profile that it names', async () => {
  const { runner, watches } = ground.clavis()
  const handlers = watchHandlers({ services: { watches, watchRunner: runner } } as never)
  const watchId = await watches.set(place(), warningAbout())
  const answer = holdAnswer()
  const load = runner.load(ground.profileId, watchId)
  await requested(1)
  const foreign = { profileId: '00000000-0000-4000-8000-000000000000', watchId }
  await expect(handlers['watches.stop'](foreign, {} as never)).rejects.toMatchObject({ code: 'input-invalid' })
  answer()
  expect(await load).toMatchObject({ kind: 'loaded' })
})

test('Views: a view of Production whose list is watched is removed only if the person agrees', async () => {
  await inEnvironment('production')
  const { watches, views } = ground.clavis()
  const view = await views.save(place(), 'Errored', erroredView)
  await watches.set({ ...place(), viewId: view.id }, warningAbout(), withoutAsking)
  const handlers = listHandlers({ services: { listViews: views, watches } } as never)
  const remove = (confirm: Confirm): Promise<unknown> =>
    Promise.resolve(handlers['lists.removeView']({ viewId: view.id }, { confirm } as never))
  expect(await codeOf(remove(refuseConfirmation))).toBe('not-confirmed')
  expect(await views.all()).toHaveLength(1)
  await remove(withoutAsking)
  expect([await views.all(), await watches.all()]).toEqual([[], []])
})

test('WatchService: nothing silences a watch of Production, or loads it at other times, without a question', async () => {
  await inEnvironment('production')
  const { watches, runner } = ground.clavis()
  const daily = (at: string): WatchSettings => ({
    ...warningAbout({ kind: 'failed' }),
    schedule: { kind: 'daily', at },
  })
  expect(await codeOf(watches.set(place(), daily('08:00')))).toBe('not-confirmed')
  const watchId = await watches.set(place(), daily('08:00'), withoutAsking)
  const { profileId } = ground
  const soon = new Date(ground.moment + 86_400_000).toISOString()
  const calls = [
    watches.set(place(), daily('08:01'), refuseConfirmation),
    watches.set(place(), { ...daily('08:00'), conditions: [] }, refuseConfirmation),
    watches.snooze(profileId, watchId, soon, refuseConfirmation),
    watches.switch(profileId, watchId, false, refuseConfirmation),
    watches.remove(profileId, watchId, refuseConfirmation),
    runner.load(profileId, watchId, refuseConfirmation),
  ]
  expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'not-confirmed'))
  expect(ground.requests).toBe(0)
  // More conditions, and to be warned again, need none.
  const more = { ...daily('08:00'), conditions: [{ kind: 'failed' }, { kind: 'changed' }] } as const
  await watches.set(place(), { ...more, conditions: [...more.conditions] }, refuseConfirmation)
  await watches.snooze(profileId, watchId, undefined, refuseConfirmation)
  const never = watches.snooze(profileId, watchId, '9999-12-31T00:00:00Z', withoutAsking)
  expect(await codeOf(never)).toBe('input-invalid')
})

test('WatchRunner: Production is not loaded by another address, or by an answer about another environment', async () => {
  await inEnvironment('production')
  const { watches, runner, views } = ground.clavis()
  const watchId = await watches.set(place(), warningAbout(), withoutAsking)
  await runner.loadDue()
  await inEnvironment('production', '/other')
  ground.wait(1)
  expect((await runner.loadDue()).loads).toEqual([])
  expect((await watches.find(ground.profileId, watchId)).paused?.error.code).toBe('not-confirmed')
  expect(ground.requests).toBe(1)
  await watches.switch(ground.profileId, watchId, true, withoutAsking)
  ground.wait(1)
  expect((await runner.loadDue()).loads).toHaveLength(1)

  // A load that waits for another one while the profile becomes one for Production.
  await inEnvironment('client-testing')
  const view = await views.save(place(), 'Errored', erroredView)
  const other = await watches.set({ ...place(), viewId: view.id }, warningAbout())
  const answer = holdAnswer()
  const first = runner.load(ground.profileId, watchId)
  await requested(3)
  const second = codeOf(runner.load(ground.profileId, other))
  await vi.waitFor(() => expect(runner.isLoading(other)).toBe(true), limit)
  await inEnvironment('production')
  answer()
  await first
  expect(await second).toBe('profile-changed-elsewhere')
})

test('WatchRunner: a scheduled load stops at the page before which its profile becomes one for Production', async () => {
  await inEnvironment('client-testing')
  const { runner, watches } = ground.clavis()
  const watchId = await watches.set(place(), warningAbout({ kind: 'failed' }))
  const answer = holdAnswer('{"reports":[{"id":1}],"next":"c2","lastPage":"false"}')
  const due = runner.loadDue()
  await requested(1)
  await inEnvironment('production')
  answer()
  expect((await due).loads).toEqual([])
  expect(ground.requests).toBe(1)
  expect((await watches.find(ground.profileId, watchId)).paused?.error.code).toBe('not-confirmed')
})

test('WatchRunner: a profile whose addresses are changed during a load is no failed load', async () => {
  await inEnvironment('client-testing')
  const { runner, watches } = ground.clavis()
  const watchId = await watches.set(place(), warningAbout({ kind: 'failed' }))
  const answer = holdAnswer('{"reports":[{"id":1}],"next":"c2","lastPage":"false"}')
  const due = runner.loadDue()
  await requested(1)
  await inEnvironment('client-testing', '/other')
  answer()
  await due
  expect((await watches.history(ground.profileId, watchId)).flatMap(metBy)).toEqual([])
})

test('WatchRunner: no content of a record reaches history or webhook', async () => {
  const { watches, runner, outbox } = ground.clavis()
  const watchId = await watches.set(place(), warningAbout({ kind: 'above', bound: 2 }))
  await runner.load(ground.profileId, watchId)
  ground.records = [
    { id: 1, status: 'Fine' },
    { id: 2, status: 'Errored', iban: 'DE-SECRET' },
    { id: 2, status: 'Other', iban: 'DE-SECRET-2' },
  ]
  const load = await runner.load(ground.profileId, watchId)
  expect(load).toMatchObject({ met: [{ kind: 'above' }], notCompared: { code: 'input-invalid' } })
  await outbox.posted()
  expect(ground.posted).toHaveLength(1)
  expect(JSON.stringify([load, ground.posted])).not.toContain('DE-SECRET')
})

test('WatchRunner: a record that is only spelled differently, and leaves a view by that, is no fault', async () => {
  const { load } = await watchingView(warningAbout({ kind: 'changed' }), { filter: '1.0' })
  ground.answer = () => '{"reports":[{"id":7,"n":1.0}],"next":null,"lastPage":"true"}'
  await load()
  ground.answer = () => '{"reports":[{"id":7,"n":1}],"next":null,"lastPage":"true"}'
  expect(await load()).toMatchObject({ kind: 'loaded', matching: 0, changes: { changed: 0, vanished: 1 } })
})

test.each(['total>5', 'created:last-week', 'name=Acme', 'State:Errored', '-team:*'])(
  'WatchRunner: an empty list doesn’t fail a view, %s',
  async (filter) => {
    ground.records = []
    const columns = { order: [], settings: [{ path: 'status', title: 'State' }] }
    const { load } = await watchingView(warningAbout({ kind: 'failed' }), { filter, columns })
    expect(await load()).toMatchObject({ kind: 'loaded', matching: 0 })
    ground.records = [{ id: 1, status: 'Errored' }]
    expect(await load()).toMatchObject({ kind: 'loaded' })
    ground.records = []
    expect(await load()).toMatchObject({ kind: 'loaded', matching: 0 })
  },
)

test('WatchService: a condition that is added repeats no warning of another', async () => {
  const { runner, watches } = ground.clavis()
  const watchId = await watches.set(place(), warningAbout({ kind: 'failed' }))
  ground.answer = () => '{}'
  expect(metBy(await runner.load(ground.profileId, watchId))).toEqual(['failed'])
  await watches.set(place(), warningAbout({ kind: 'appeared' }, { kind: 'failed' }))
  expect(metBy(await runner.load(ground.profileId, watchId))).toEqual([])
})

test('WatchService: refuses a view of another profile or list', async () => {
  const { watches, views } = ground.clavis()
  const view = await views.save({ ...place(), list: 'report-configs' }, 'Theirs', erroredView)
  expect(await codeOf(watches.set({ ...place(), viewId: view.id }, warningAbout()))).toBe('input-invalid')
})

test('WatchRunner: the records of a watch go with it, also if its view is removed, or it is removed during a load', async () => {
  const { watches, runner, views, lists } = ground.clavis()
  const view = await views.save(place(), 'Errored', erroredView)
  const ofView = await watches.set({ ...place(), viewId: view.id }, warningAbout())
  await runner.load(ground.profileId, ofView)
  await views.remove(view.id)
  await runner.loadDue()
  expect(await lists.snapshots.list()).toHaveLength(0)
  const watchId = await watches.set(place(), warningAbout())
  const answer = holdAnswer()
  const load = codeOf(runner.load(ground.profileId, watchId))
  await requested(2)
  await watches.remove(ground.profileId, watchId)
  answer()
  expect(await load).toBe('cancelled')
  expect(await lists.snapshots.list()).toHaveLength(0)
})

test('WatchRunner: a clock that was ahead keeps no change from being found', async () => {
  const { watches, runner } = ground.clavis()
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => ground.moment)
  try {
    const settings = { ...warningAbout({ kind: 'appeared' }), keep: { loads: 2, days: 30 } }
    await watches.set(place(), settings)
    await runner.loadDue()
    for (const hours of [3, 0.5]) {
      ground.wait(hours / 24)
      await runner.loadDue()
    }
    ground.wait(-3.4 / 24)
    for (let id = 100; id < 103; id += 1) {
      ground.records = [...ground.records, { id, status: 'Fine' }]
      expect((await runner.loadDue()).loads.map(metBy)).toEqual([['appeared']])
      ground.wait(1 / 24)
    }
  } finally {
    spy.mockRestore()
  }
})

test('WatchRunner: what its load starts is no part of a person’s call, such as the webhook', async () => {
  const { watches, runner, outbox } = ground.clavis()
  const watchId = await watches.set(place(), warningAbout({ kind: 'above', bound: 1 }))
  const asked: unknown[] = []
  ground.posted.push = () => asked.push(confirmOfCall())
  await runner.load(ground.profileId, watchId, withoutAsking)
  await outbox.posted()
  expect(asked).toEqual([undefined])
})
