import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextLoadAt } from '#shared/watches/watch-schedule.ts'
import type { WatchLoad, WatchSettings } from '#shared/watches/watch.ts'
import { seededRandom } from '../ipc/testing/valid-inputs.ts'
import { rounds } from '../testing/rounds.ts'
import { warningAbout, WatchGround } from './testing/watch-ground.ts'

let ground: WatchGround
const { TZ } = process.env
beforeEach(async () => {
  process.env['TZ'] = 'Europe/Berlin'
  ground = await WatchGround.start()
})
afterEach(async () => {
  if (TZ === undefined) delete process.env['TZ']
  else process.env['TZ'] = TZ
  await ground.end()
})

const hourMs = 3_600_000

const schedules: readonly WatchSettings['schedule'][] = [
  { kind: 'every', minutes: 120 },
  { kind: 'daily', at: '02:30' },
]

test.each(schedules)(
  'WatchRunner: over a week with a change of the clock, sleep, restarts, cut loads and failures, nothing is told twice, missed or loaded twice, %j',
  { timeout: 1_800_000 },
  async (schedule) => {
    const seed = Date.now()
    const random = seededRandom(seed)
    const settings: WatchSettings = { ...warningAbout({ kind: 'appeared' }, { kind: 'failed' }), schedule }
    ground.moment = Date.parse('2026-10-21T10:00:00Z')
    const end = ground.moment + rounds(8, 30) * 24 * hourMs
    let clavis = ground.clavis()
    const { profileId } = ground
    const watchId = await clavis.watches.set({ profileId, list: 'reports' }, settings)
    await clavis.runner.loadDue()
    let added = 0
    while (ground.moment < end) {
      // Mostly awake, now and then asleep for up to two days.
      ground.moment += random() < 0.1 ? random() * 48 * hourMs : random() * 2 * hourMs
      const isNew = random() < 0.3
      if (isNew) {
        ground.records = [...ground.records, { id: 100 + added, status: 'Errored' }]
        added += 1
      }
      ground.answer = random() < 0.2 ? () => '{}' : undefined
      const what = random()
      if (what < 0.15) {
        // Cut off in the middle.
        ground.answer = () => () => undefined
        const before = ground.requests
        const due = clavis.runner.loadDue()
        await Promise.race([
          due,
          vi.waitFor(() => expect(ground.requests).toBeGreaterThan(before), { timeout: 60_000 }),
        ])
        await clavis.runner.end()
        await due
        clavis = ground.clavis()
        ground.answer = undefined
      } else if (what < 0.3) {
        const other = ground.clavis()
        await Promise.all([clavis.runner.loadDue(), other.runner.loadDue()])
      } else await clavis.runner.loadDue()
    }
    ground.answer = undefined
    ground.wait(2)
    await clavis.runner.loadDue()
    await clavis.outbox.posted()

    const history = (await clavis.watches.history(profileId, watchId)).toReversed()
    const told = history.filter(({ met }) => met.length > 0)
    const appeared = history.reduce(
      (sum, load) => sum + (load.kind === 'loaded' ? (load.changes?.appeared ?? 0) : 0),
      0,
    )
    expect({ seed, appeared }).toEqual({ seed, appeared: added })
    // Every new record is told in one load, and every series of failures once.
    expect({ seed, told: told.filter(({ met }) => met.some(({ kind }) => kind === 'appeared')).length }).toEqual({
      seed,
      told: history.filter((load) => load.kind === 'loaded' && (load.changes?.appeared ?? 0) > 0).length,
    })
    const series = history.filter(({ kind }, at) => kind === 'failed' && history[at - 1]?.kind !== 'failed')
    expect({ seed, failed: told.filter(({ kind }) => kind === 'failed') }).toEqual({ seed, failed: series })
    const ids = ground.posted.map(({ id }) => id)
    expect({ seed, posted: ids.toSorted() }).toEqual({
      seed,
      posted: told.map(({ at }) => `${watchId}-${at}`).toSorted(),
    })
    expect({ seed, early: early(history, schedule) }).toEqual({ seed, early: [] })
  },
)

/** Returns the loads before which none was due after the one before. */
function early(history: readonly WatchLoad[], schedule: WatchSettings['schedule']): string[] {
  return history
    .filter(
      ({ at }, index) =>
        index > 0 && nextLoadAt(schedule, Date.parse(history[index - 1]?.at ?? ''), 'Europe/Berlin') > Date.parse(at),
    )
    .map(({ at }) => at)
}
