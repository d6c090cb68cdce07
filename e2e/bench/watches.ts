import { withBenchProfile } from './loading/list-load.ts'
import { watchProcess } from './process-watch.ts'
import { differenceRow, thousands } from './rows.ts'
import type { Section } from './section.ts'

/** Records of the watched list, and loads before memory is measured: V8 grows its heap until about the sixtieth. */
const records = 50_000
const firstLoads = 80

/** How much more memory main may have after the loads than after the first ones, MiB. */
const memoryGrowth = 20

/** Loads a watched list again and again, compares each load with the one before, and removes old ones. */
export const measureWatches: Section = ({ watchedLoads }, pages) =>
  withBenchProfile(pages.list(records), async ({ id: profileId, services: { watches, watchRunner } }) => {
    const watchId = await watches.set(
      { profileId, list: 'reports' },
      {
        schedule: { kind: 'every', minutes: 15 },
        conditions: [{ kind: 'appeared' }],
        keep: { loads: 2, days: 1 },
      },
    )
    const load = async (times: number): Promise<number> => {
      const watch = await watchProcess()
      for (let time = 0; time < times; time += 1) {
        const loaded = await watchRunner.load(profileId, watchId)
        if (loaded.kind === 'failed' || loaded.records !== records) throw new Error('A load is not complete.')
      }
      await watch.end()
      globalThis.gc?.()
      return process.memoryUsage.rss() / 2 ** 20
    }
    const before = await load(firstLoads)
    const after = await load(watchedLoads)
    return {
      rows: [
        differenceRow(
          `Main’s memory after ${watchedLoads} more loads of a watched list of ${thousands(records)}`,
          `after the first ${firstLoads}`,
          after - before,
          before,
          memoryGrowth,
          'MiB',
        ),
      ],
    }
  })
